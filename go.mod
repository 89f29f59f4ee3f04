module harbormaster

go 1.26.0

require github.com/alecthomas/kong v1.17.0

require (
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)

require gocv.io/x/gocv v0.43.0
