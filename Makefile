# Without a tag it comes before all others.
VERSION := $(or $(shell git describe --tags --match 'v[0-9]*' --always --dirty 2>/dev/null | sed -e 's/^v//;t' -e 's/^/0.0.0-g/'),0.0.0-dev)
# The commit's time, which files of a release have, so that two builds are equal. Goreleaser wants it in two forms.
DATE    := $(shell TZ=UTC git log -1 --date=iso-strict-local --format=%cd 2>/dev/null)
EPOCH   := $(shell git log -1 --format=%ct 2>/dev/null)
MODULES := . demo bench
MYSQL   := $(CURDIR)/.cache/mysql
MYSQL56 := $(CURDIR)/.cache/mysql56
WEB     := $(CURDIR)/.cache/web-servers
SCHEMAS := $(CURDIR)/.cache/schemas
# The linter is compiled once, whatever CGO_ENABLED is for what it checks.
LINT    := $$(env -u CGO_ENABLED go tool -n -modfile=$(CURDIR)/tools/go.mod golangci-lint)

# Counted, since a fuzz run that a clock ends fails at times with Go 1.26:
# go.dev/issue/75804.
FUZZTIME := 20000x

# These take longest, so they begin first. Four packages at a time: tests wait for servers, time limits and each other.
TEST := go test -p 4
LONGEST := ./system ./mcp ./server ./toolset

# Packages without goroutines, locks and shared state, and the tests of documents in the root. What calls these packages is
# tested under the race detector.
WITHOUT_RACES := emcp $(addprefix emcp/,allowlist bundle config query internal/index/words internal/owner/grants $\
	internal/owner/siteconf internal/owner/unprinted internal/redact internal/test/golden internal/test/oracle mcp/wire $\
	richtext/evotags richtext/excerpt toolset/jsonout tvfilter)

# Tests of what emcp itself allocates and reads. Which server it reads from makes no difference to them.
BOUNDS := MemoryOf(Calls|Hits|Lists|LongTexts|Pages)|EffortIsLinear|Ended|OverviewKeepsItsLimit|PhrasesInTooMuchText

# Tests that make thousands of calls or long texts, one after another. They show what answers are, not what happens at the same
# time, and the race detector takes several times as long over them, so they run without it.
SERIAL := Test($(BOUNDS)|Canaries|RandomCalls|RandomQueries|CursorsOf(EveryOrder|EveryTool|Models)|WrongCursors|PagesEndEarly|$\
	LongTextsAreShortened|HugeTexts|HugeAncestors|MarkdownReadsBack|ElementReading|ListsOfTheContractAreWhole|$\
	RandomDamage|FullFile|IndexAfterChanges|MaxBytes)

.PHONY: help build test quick unit-test lint-changed random emcp-test demo-test test-mysql test-mysql56 conformance clients faults soak lint tidy-check fuzz-short fuzz demo bench-test bench bench-large release packaging-test pictures golden-site ci

help: ## list the targets
	@sed -n 's/^\([a-z0-9%-]*\):.*## /\1\t/p' Makefile | expand -t 16

build: ## build the static binary bin/emcp
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -X main.version=$(VERSION)' -o bin/emcp ./cmd/emcp

# Goreleaser only builds here: whoever releases publishes what is in dist.
release: ## build everything that a release has in dist
	go build -C tools/release -o $(CURDIR)/bin/ ./pack github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
	EMCP_VERSION=$(VERSION) EMCP_DATE=$(DATE) EMCP_EPOCH=$(EPOCH) \
		go tool -modfile=tools/release/go.mod goreleaser release --snapshot --clean -f packaging/goreleaser.yaml
	bin/pack release $(VERSION) $(DATE) dist
	cd dist && sha256sum emcp* >checksums.txt && mv checksums.txt emcp_$(VERSION)_checksums.txt

test: demo-test bench-test emcp-test ## run all tests, on MariaDB

quick: ## vet and check what changed since the last commit, and run all tests that need no server
	$(MAKE) -j 2 -O unit-test lint-changed

unit-test: ## run all tests that need no server
	$(TEST) -vet=off ./upstream ./richtext $$(scripts/unit-packages)

lint-changed: ## vet and check the style of what changed since the last commit
	@packages=$$(git status --porcelain -- '*.go' | sed 's/.* //' | xargs -r -n 1 dirname | sort -u | \
		sed -E '/^(demo|bench|tools)(\/|$$)/d; s,^,./,') && test -z "$$packages" || $(LINT) run --new-from-rev=HEAD $$packages

# The package is named by the last part of its path.
test-%: ## run the tests of one package, such as test-toolset
	@package=$$(go list ./... | grep '/$*$$') || { echo "there is no package $*"; exit 1; }; \
		scripts/install-test-servers && go test -race $$package

emcp-test: ## run the tests of emcp itself, on MariaDB
	scripts/install-test-servers
	CGO_ENABLED=1 $(TEST) -race -timeout 30m -skip '^$(SERIAL)$$' $$(go list $(LONGEST) ./... | grep -vxF $(WITHOUT_RACES:%=-e %))
	$(TEST) -run '^$(SERIAL)$$' $$(grep -rlE --include='*_test.go' '^func $(SERIAL)\(' . | xargs dirname | sort -ru)
	$(TEST) $(WITHOUT_RACES)

# Those of random texts and calls.
RANDOM_TESTS := ^Test(Tags|RandomCalls|RandomQueries|HitsAreReadable|.*InTheDatabase|RandomDamage|DraftKeepsValues|$\
	StringsAsJSON|MarkdownReadsBack|Runs|LongTexts)$$

random: ## repeat the tests of random texts and calls with a new seed
	scripts/install-test-servers
	seed=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ') && \
		$(TEST) -count 1 -v -run '$(RANDOM_TESTS)' $$(scripts/seeded-packages) -seed=$$seed

demo-test: ## run the demo's tests
	cd demo && go test ./...

# Tests of products and articles, whose packages need a server that knows JSON.
ITEMS := Item(s|Filters|Orders|Search|SearchWithoutTranslations|ToolsAsDocumented)|ItemsOfOldVersions|ItemsAsTheirPackage|WrongItems|$\
	StatementsOfItem(s|Search)|NoCanaryInItem(s|Search)|ItemsInReport|ItemsByNarrowAccount|ItemsByWords|WrongTypes|$\
	ProductsBelowHiddenCategories|SearchFollowsItems|PagesOfMixedHits|PackagesOfItems|CrowdedCategories|$\
	DescribedItems|StatementsOfDescribedItems|ItemsOfSections|ItemResources

# All SQL of mcp and server is that of the packages below them, whose tests run on each product.
ON_MYSQL = $(TEST) -skip '^Test($(BOUNDS)$(LACKING))$$' ./toolset ./system $$(scripts/database-packages | grep -vxF -e $(CURDIR)/mcp -e $(CURDIR)/server)

test-mysql: ## run the tests of the database on the newest MySQL
	scripts/install-test-servers
	scripts/fetch-mysql $(MYSQL)
	EMCP_TEST_SERVER=mysql EMCP_TEST_MYSQL_DIR=$(MYSQL) $(ON_MYSQL)

test-mysql56: LACKING := |$(ITEMS)
test-mysql56: ## run the tests of the database on MySQL 5.6
	scripts/install-test-servers
	scripts/fetch-mysql56 $(MYSQL56)
	EMCP_TEST_SERVER=mysql56 EMCP_TEST_MYSQL56_DIR=$(MYSQL56) $(ON_MYSQL)

# Only root may mount and change roots.
packaging-test: build release ## install what is released in throwaway systems, and try the web servers' snippets
	scripts/install-test-servers rpm
	scripts/fetch-web-servers $(WEB)
	scripts/fetch-schemas $(SCHEMAS)
	EMCP_TEST_WEB_SERVERS=$(WEB) EMCP_TEST_SCHEMAS=$(SCHEMAS) \
		go test -exec "$$(test $$(id -u) = 0 || echo "sudo -nE env PATH=$$PATH")" -tags packaging ./packaging

# What npm installs is fixed by protocol/package-lock.json; nothing of it runs while it is installed.
protocol/node_modules: protocol/package-lock.json
	scripts/install-test-servers
	npm ci --prefix protocol --ignore-scripts --no-audit --no-fund
	touch $@

conformance: protocol/node_modules ## run the official conformance suite of MCP
	go test -tags protocol -run 'TestConformance|TestNotRun' ./protocol

clients: protocol/node_modules ## run the official clients and servers of MCP
	go test -tags protocol -run 'TestClients|TestUpstreams$$|TestCheckUpstreams' ./protocol ./server

faults: ## run the program through faults of the database, Redis and the network
	scripts/install-test-servers
	go test -tags faults -skip TestSoak ./faults

SOAK := 10m

soak: ## run it through faults for 10 minutes, or as long as SOAK=1h says
	scripts/install-test-servers
	go test -tags faults -run TestSoak -timeout 0 -v ./faults -soak $(SOAK)

# The fixtures of the conformance suite change mcp/method, on which half of the packages depend: with their tag, all of those
# would be compiled once more.
lint: ## check the format and the style
	@files=$$(gofmt -l .); test -z "$$files" || { echo "gofmt would change: $$files"; exit 1; }
	for m in $(MODULES) tools/release; do (cd $$m && $(LINT) run) || exit; done
	$(LINT) run --build-tags conformance --tests=false ./mcp/method

tidy-check: ## check that the go.mod files are tidy
	for m in $(MODULES) tools tools/release; do (cd $$m && go mod tidy -diff) || exit; done

fuzz-short: ## run each fuzz target for some seconds
	scripts/fuzz $(FUZZTIME)

fuzz: ## run each fuzz target for a minute
	scripts/fuzz 1m

demo: ## run the demo
	cd demo && go run .

# The pages of sign-in need Debian's chromium.
pictures: ## draw what the commands print and the pages of sign-in, for docs
	scripts/install-test-servers
	go test -count=1 -tags pictures -run 'TestPictures|TestAnswerPicture|TestSignInPictures' ./cmd/emcp ./server

golden-site: ## record a site of Evolution CMS 3, whose source is in the folder SOURCE, for the tests
	scripts/install-test-servers
	go run ./internal/test/golden/record $(SOURCE) internal/test/golden/site.json richtext/evotags/testdata/random.json

bench-test: ## run the tests of the bench
	scripts/install-test-servers
	cd bench && go test ./...

bench: build ## measure on sites of 1,000 and 100,000 documents; writes BENCHMARKS.md
	scripts/install-test-servers
	cd bench && go run .

bench-large: build ## the same and a site of a million documents, and a million calls
	scripts/install-test-servers
	cd bench && go run . -documents 1000,100000,1000000 -calls 1000000

# Packages are compiled once for all steps, and with -trimpath once for all clones of the repository. Every test runs, also if
# it has passed before. Lint vets. Fuzzing computes and the faults mostly wait, so they run at the same time.
ci: export CGO_ENABLED := 0
ci: export GOFLAGS := $(GOFLAGS) -trimpath -count=1 -vet=off
ci: tidy-check lint build ## do what CI does
	$(MAKE) -j 2 -O fuzz-short faults
	$(MAKE) test-mysql56 test
