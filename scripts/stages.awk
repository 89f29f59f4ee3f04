# Turns go test's lines of BenchmarkStages into a table.
/^BenchmarkStages/ {
	if (!rows++) printf "%-26s %10s %18s\n", "stage", "median ms", "x JPEG decoding"
	name = $1
	sub(/^BenchmarkStages\//, "", name)
	sub(/-[0-9]+$/, "", name)
	for (i = 2; i < NF; i++) {
		if ($(i + 1) == "ms") ms = $i
		if ($(i + 1) == "x-decode") ratio = $i
	}
	printf "%-26s %10.1f %18.2f\n", name, ms, ratio
	next
}
/FAIL|panic|Error/ { print; failed = 1 }
END { if (failed || !rows) exit 1 }
