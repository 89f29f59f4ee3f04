# make run    sets up the machine, builds and runs the demo
# make test   sets up the machine and runs every check and test
# The rest is for people who work on the program; see ARCHITECTURE.md.

GO ?= $(shell command -v go || echo /usr/local/go/bin/go)

# gocv is compiled with those parts of OpenCV that both Debian 12 (4.6) and
# Debian 13 (4.10) have; without these tags it doesn't build on 4.6. Editors
# need the same flags: see README.md.
TAGS = gocv_specific_modules,gocv_calib3d,gocv_features2d,gocv_videoio,gocv_highgui,gocv_photo
export GOFLAGS = -tags=$(TAGS) -buildvcs=false

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
COMMIT := $(shell git rev-parse --short HEAD 2>/dev/null)
LDFLAGS = -X main.version=$(VERSION) -X main.commit=$(COMMIT)
# The packages whose tests draw random games: few in make test, many in make soak.
GAMES = ./mat ./exchange ./session ./scoring/riverboat ./scoring/orleans ./scoring/agricola ./scoring/plantation
# The one that takes longest with the race detector begins first.
LONGEST = ./tracking/river
# Others with tests of random cases.
PROPERTIES = ./store ./exchange
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

# Tests that run the whole program for long.
WHOLE = TestScripts/demo|TestKilledInTheMiddle|TestDemoFollowsAGame

.PHONY: build run test check setup bench leaks soak fuzz pages

build:
	$(GO) build -ldflags '$(LDFLAGS)' -o bin/harbormaster ./cmd/harbormaster

run: setup build
	bin/harbormaster demo

setup:
	@scripts/setup.sh

check:
	@test -z "$$(gofmt -l .)" || { echo "not formatted by gofmt:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

# Pixels are worked on in C and in tight loops, where the race detector sees
# little and takes ten times as long: vision and the demo run without it. So do
# the pages, whose tests are a browser at work.
test: setup check build
	$(GO) test ./vision/... ./live -skip LongEvening -timeout 14m
	$(GO) test ./web/... -timeout 14m
	$(GO) test -tags=$(TAGS),matprofile ./vision ./live -run 'NoMatIsLeft|LongEvening' -timeout 10m
	$(GO) test ./cmd/... -run '$(WHOLE)' -timeout 10m
	$(GO) test -race $(GAMES) $(PROPERTIES) -rapid.checks=40
	$(GO) test -race -skip '$(WHOLE)' $(LONGEST) $(filter-out $(LONGEST) $(GAMES) $(PROPERTIES),$(shell $(GO) list -f '{{.Dir}}' ./... | grep -v -e /vision -e "/live$$" -e /web | sed "s|^$$PWD|.|"))

# OpenCV's pictures are C memory: counts those that nobody closed, over many rounds; make test
# does it for one. An evening is 10,000 pictures of a table, and 200 in make test.
leaks: setup
	HARBORMASTER_SOAK=1 $(GO) test -count=1 -tags=$(TAGS),matprofile ./vision ./live -run 'NoMatIsLeft|LongEvening' -timeout 60m -v

# The long runs: the same tests with large counts.
soak: setup leaks
	$(GO) test -count=1 -timeout 60m $(GAMES) -rapid.checks=3000
	HARBORMASTER_SOAK=1 $(GO) test -count=1 -timeout 60m ./vision/... ./live/... ./tracking/... ./store/... ./api/... ./hardware/camera/... ./cmd/...

# One table of what each stage of the eye takes: median ms, and how often the time of
# decoding the same JPEG, measured in turn. Then the rules.
bench: setup
	@$(GO) test ./vision -run '^$$' -bench Stages -benchtime 2s -timeout 30m | awk -f scripts/stages.awk
	$(GO) test -run '^$$' -bench . -benchmem $(GAMES) $(PROPERTIES)
	$(GO) test -run '^$$' -bench . -benchtime 500x ./api
	$(GO) test -run '^$$' -bench . -benchtime 150x ./web
	$(GO) test -run '^$$' -bench . -benchmem ./hardware/camera

# docs/pages: how every page looks in four sizes, by the browser tests.
pages: setup
	GO='$(GO)' scripts/pages.sh

# Every fuzz target for a minute, on top of its corpus in testdata.
fuzz:
	@for target in mat:FuzzParse scoring/strict:FuzzParse scoring/riverboat:FuzzReadState scoring/orleans:FuzzReadState \
		scoring/agricola:FuzzReadState scoring/plantation:FuzzReadState exchange:FuzzCell exchange:FuzzReadJSON exchange:FuzzReadBGStats api:FuzzBodies api:FuzzQueries access:FuzzCredentials config:FuzzRead hardware/camera:FuzzSplit; do \
		$(GO) test ./$${target%%:*} -run '^$$' -fuzz "^$${target##*:}$$" -fuzztime 60s || exit 1; done
