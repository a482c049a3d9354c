# Everything there is to do with this repository; `make help` lists it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PORT ?= 8080
DATA ?= var
# The accounts of the demonstration share one password, and their mails are for everybody to read.
SECOND_FACTOR ?= optional
ZABUNI_DATA ?= ../shared/data

# The binaries need no C compiler, no build says anything to anybody, and a
# checkout that belongs to another user builds all the same.
export CGO_ENABLED := 0
export GOFLAGS := -buildvcs=false
export TURBO_TELEMETRY_DISABLED := 1
export DO_NOT_TRACK := 1
export NO_UPDATE_NOTIFIER := 1

# The longest goes first: what is alone at the end keeps one processor waiting.
MODULES := ./apps/zabuni/... ./core/... ./bff-supplier/... ./bff-buyer/... ./bff-operator/... ./bff-contracts/...
PROGRAMS := ./apps/zabuni ./bff-supplier/cmd/... ./bff-buyer/cmd/... ./bff-operator/cmd/... ./bff-contracts/cmd/... ./core/cmd/...
# What ends programs and databases while they work has processors of its own, and what
# asks the whole house everything is not what somebody waits for between two edits.
KILLS := /app/trial
HOUSE := /apps/zabuni
STEPS := test-go test-nets test-web test-e2e

.PHONY: help setup generate build web demo run stop test $(STEPS) test-data bench torture peers faults fmt lint routes clean FORCE

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: node_modules/.package-lock.json ## packages of the web side, Postgres among them

node_modules/.package-lock.json: package-lock.json package.json
	npm ci --no-audit --no-fund
	@touch $@

generate: setup ## Go from SQL, TypeScript from the BFFs' interfaces, the golden list of screens, licences of what is linked
	GOWORK=off go -C core/tools tool sqlc generate -f ../../sqlc.yaml
	go test ./core -count=1 -run SQLIsGenerated -update
	go test ./apps/zabuni -count=1 -run Generated -update
	npm run --silent generate
	npm run --silent routes -- --write
	go run ./core/cmd/licences

web: setup
	npx turbo run build --output-logs=errors-only

build: web bin/zabuni ## the four applications and the program as it is deployed

bin/zabuni: FORCE
	go build -trimpath -o $@ ./apps/zabuni

demo: web bin/zabuni-demo

# Compilers and tests live for minutes on machines with gigabytes: tidying after themselves is a tenth of their time.
test-go test-nets test-e2e: export GOGC := 400

# What stays on this machine keeps its paths: with them cut off, everything would be compiled a second time beside what
# the tests compile.
bin/zabuni-demo: FORCE
	go build -tags demo -o $@ ./apps/zabuni

bin/deadcode: core/tools/go.sum
	GOWORK=off go build -C core/tools -o $(CURDIR)/$@ golang.org/x/tools/cmd/deadcode

bin/withpg: FORCE
	go build -o $@ ./core/cmd/withpg

FORCE:

run: demo ## everything at http://127.0.0.1:$PORT, its data in $DATA
	@PORT=$(PORT) DATA=$(DATA) SECOND_FACTOR=$(SECOND_FACTOR) exec bin/zabuni-demo run

stop: ## ends what `make run` started in $DATA
	@pid=$$(cat $(DATA)/zabuni.pid 2>/dev/null || true); \
	if [ -z "$$pid" ] || ! ps -o args= -p "$$pid" | grep -q zabuni; then echo 'nothing runs here'; exit 0; fi; \
	kill -TERM "$$pid"; \
	for _ in $$(seq 300); do kill -0 "$$pid" 2>/dev/null || exit 0; sleep 0.1; done; \
	echo "process $$pid does not end"; exit 1

# What failed is said once more at the end: whoever reads only the last page of a long run must see it.
SAID := ^ *--- FAIL|^FAIL|^panic:|_test.go:[0-9]+:|not formatted|no program runs|^dead:|error TS|^ +✘|^ +[0-9]+\) |FAIL  |Failed: |ELIFECYCLE|lint/|over the limit|^ *Error: |^ *Locator: |^ *Expected|^ *Received|^at line [0-9]

test: ## every test, to the end, with a summary
	@status=0; summary=; logs=$$(mktemp -d); \
	for step in $(STEPS); do \
	  began=$$SECONDS; result=passed; \
	  $(MAKE) $$step 2>&1 | tee $$logs/$$step || { result=FAILED; status=1; }; \
	  summary+=$$(printf '%-10s %-7s %5d s' $$step $$result $$((SECONDS - began)))$$'\n'; \
	  [ $$result = passed ] || { grep -E '$(SAID)' $$logs/$$step | awk '!said[$$0]++' || true; } | head -n 60 >> $$logs/failed; \
	done; \
	[ ! -s $$logs/failed ] || { printf '\nwhat failed:\n'; cat $$logs/failed; }; \
	rm -r $$logs; printf '\n%s' "$$summary"; exit $$status

# The demonstration's build holds all of the other: one run tests both, vet compiles the other. Vet looks at the tests
# of every build, so that those which few people run compile still.
test-go: bin/withpg setup ## rules and use cases, on a Postgres of its own
	@unformatted=$$(gofmt -l core bff-* apps/zabuni); [ -z "$$unformatted" ] || { echo "not formatted: $$unformatted"; exit 1; }
	go vet $(MODULES)
	go vet -tags data,demo,peers,torture $(MODULES)
	bin/withpg go test -count=1 -vet=off -tags demo $$(go list -tags demo $(MODULES) | grep -vE '($(KILLS)|$(HOUSE))$$')
	bin/withpg go test -count=1 -vet=off -tags demo -run 'Generated|HasItsRow' .$(HOUSE)

# What ends programs waits as often as it works: whoever reads and fuzzes uses the rest, and lets it go first.
test-nets: bin/withpg bin/deadcode setup ## the whole house, kills, Go that nothing runs, a minute of fuzzing
	@status=0; kills=$$(mktemp); trap 'rm -f '$$kills EXIT; \
	bin/withpg go test -count=1 -vet=off -tags demo -timeout 30m .$(HOUSE) || status=1; \
	bin/withpg go test -count=1 -vet=off -tags demo ./core$(KILLS) > $$kills 2>&1 & killing=$$!; \
	nice go run ./core/cmd/dead -tool bin/deadcode -except core/cmd/dead/except.txt $(PROGRAMS) || status=1; \
	nice bin/withpg go run ./core/cmd/fuzz -for 1m $(MODULES) || status=1; \
	wait $$killing || status=1; cat $$kills; \
	exit $$status

test-web: setup ## types, logic and style of the web side
	npx turbo run typecheck test --output-logs=new-only
	npm run --silent dead
	npx biome ci .

test-e2e: demo ## bytes of the first load, journeys in a browser
	@status=0; npm run --silent size || status=1; npm run --silent e2e || status=1; exit $$status

test-data: bin/withpg setup ## the same tables over the files of $ZABUNI_DATA
	ZABUNI_DATA=$(abspath $(ZABUNI_DATA)) bin/withpg go test -count=1 -timeout 60m -tags data,demo $(MODULES)

bench: bin/withpg web ## measurements, each beside its floor, and a table of them
	{ bin/withpg go test -p 1 -timeout 30m -run '^$$' -bench . $(MODULES); node packages/config/src/size.mjs --bench; } | go run ./core/cmd/benchtable

torture: bin/withpg setup ## hours of kills, faults and long fuzzing
	@status=0; \
	bin/withpg go test -count=1 -timeout 6h -tags torture,demo $(MODULES) || status=1; \
	bin/withpg go run ./core/cmd/fuzz -for 6h -whole -corpus "$$(go env GOCACHE)/fuzz" $(MODULES) || status=1; \
	exit $$status

peers: ## programs of others look at what we sign and print, where they are installed: openssl, pdfsig, qpdf, LibreOffice
	go test -count=1 -v -vet=off -tags peers -run Peer ./core/platform/sign ./core/platform/docx | grep -E 'PEER|^(---|ok|FAIL|panic)|_test.go'

SEED ?= 1
N ?= 30
faults: bin/withpg setup ## N faults planted by the lot SEED, each against every test that comes to its place
	bin/withpg go run ./core/cmd/faults -seed $(SEED) -n $(N)

fmt: setup ## writes everything in its one form
	gofmt -w core bff-* apps/zabuni
	npx biome check --write .

lint: setup ## finds what is not
	gofmt -l core bff-* apps/zabuni
	go vet $(MODULES)
	npx biome ci .

routes: setup ## every path of every application, with its guard
	@npm run --silent routes

clean: ## what builds leave; data stays
	rm -rf bin .turbo apps/*/dist apps/*/.turbo packages/*/.turbo packages/e2e/test-results packages/e2e/playwright-report
