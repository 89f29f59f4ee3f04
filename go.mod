module harbormaster

go 1.26.8
