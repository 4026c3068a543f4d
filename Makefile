# Short names for what people do all day. CI calls `mvn verify` and the format check, nothing else from here.
# google-java-format needs Java 21 or newer to run, so Maven gets the JDK that the launcher would take, if JAVA_HOME
# does not say otherwise.
JDK := $(shell ./agent --print-jdk 2>/dev/null)
MVN := JAVA_HOME="$(JDK)" mvn -B -ntp

.DEFAULT_GOAL := check
.PHONY: walk builds release release-check compose-check container-check harbor-check helm-check clients fuzz faults mutants bench-year bench-list bench-load bench-start bench-steps bench-calls bench-queue bench-claims bench-read bench-watch crashes chaos chaos-sessions fleet-chaos newcomer check fmt fmt-check it e2e verify test-one web migration shape clean help docs upgrade-check

check: ## format check, compile with all checks, unit tests (the default)
	$(MVN) test

fmt: ## format all Java sources
	$(MVN) -q spotless:apply

fmt-check: ## fail if a source is not formatted
	$(MVN) spotless:check

it: ## check, and the integration tests of every module but e2e
	$(MVN) verify -pl '!e2e'

e2e: ## build everything and run the end-to-end tests only, crashes included
	$(MVN) verify -Pcrashes -pl e2e -am -Dtest='NoUnitTests*' -Dit.test='*E2ET' -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

KINDS ?= crashes,long
crashes: ## tests that kill, freeze and cut off real programs, and long ones (web app, examples, boards); CI runs them, mvn verify doesn't
	$(MVN) verify -Pcrashes -Dtest.groups=$(KINDS) -pl e2e -am -Dtest='NoUnitTests*' -Dsurefire.failIfNoSpecifiedTests=false $(CRASHES)

# Tests end after a minute or a few (pom.xml), but these are told how long to run.
UNLIMITED := -Dtest.limits=junit.jupiter.execution.timeout.mode=disabled -Dfailsafe.timeout=0

TROUBLE := -Dchaos.scenarios=ALL -Dchaos.fault.seconds=60 -Dchaos.silence.seconds=15
CHAOS ?= -Dchaos.seconds=3600 -Dchaos.calm=15 -Dchaos.claims=1000000 -Dchaos.sessions=100 -Dchaos.claimers=128
RUNNING ?= -Dchaos.running=20 -Dchaos.commands=60 -Dchaos.command.millis=1000
chaos: ## a long run of the history checker against one server and three, in all kinds of trouble (CHAOS="-Dchaos.seconds=...")
	$(MVN) verify -Pcrashes -pl e2e -am -Dtest='NoUnitTests*' -Dit.test='ChaosE2ET,SessionsInTroubleE2ET' $(CHAOS) $(TROUBLE) $(RUNNING) $(UNLIMITED) -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

chaos-sessions: ## 20 sessions of 60 commands on three servers through each kind of trouble (RUNNING="-Dchaos.running=...")
	$(MVN) verify -Pcrashes -pl e2e -am -Dtest='NoUnitTests*' -Dit.test='SessionsInTroubleE2ET' $(TROUBLE) $(RUNNING) $(UNLIMITED) -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

# The release before: a directory where one lies, or a commit of which one is built.
BEFORE ?= $(shell cat release/before)
upgrade-check: ## servers of the release before are replaced by ours under running sessions (BEFORE=commit, or directory of a release)
	test -d "$(BEFORE)" || test -d target/before-$(BEFORE) || { git clone -q . target/before-$(BEFORE) && git -C target/before-$(BEFORE) checkout -q $(BEFORE); }
	test -d "$(BEFORE)" || target/before-$(BEFORE)/agent --build
	$(MVN) verify -Pcrashes -pl e2e -am -Dtest='NoUnitTests*' -Dit.test='UpgradeE2ET' -Dupgrade.before="$(if $(wildcard $(BEFORE)/.),$(abspath $(BEFORE)),$(CURDIR)/target/before-$(BEFORE))" $(UNLIMITED) -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

FLEET ?= -Dfleet.sessions=1000 -Dfleet.workers=20 -Dfleet.machines=4 -Dfleet.kills=20 -Dfleet.server.kills=1
fleet-chaos: ## 1,000 sessions through 20 workers, a fifth of them killed in the midst (FLEET="-Dfleet.sessions=...")
	$(MVN) verify -Pcrashes -pl e2e -am -Dtest='NoUnitTests*' -Dit.test='FleetChaosE2ET' $(FLEET) $(UNLIMITED) -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

FUZZ ?= -Dfuzz.seconds=1800 -Dfuzz.seed=$(shell date +%s)
fuzz: ## half an hour of random requests to every operation (FUZZ="-Dfuzz.seconds=60 -Dfuzz.seed=20779": these again)
	$(MVN) verify -pl server -am -Dtest='NoUnitTests*' -Dit.test='FuzzIT' $(FUZZ) $(UNLIMITED) -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

JUNIT := $(shell sed -n 's:.*<junit.version>\(.*\)</junit.version>.*:\1:p' pom.xml)
# Also of CI, which has compiled already.
TEST_CLASSPATH := dependency:build-classpath -Dmdep.outputFile=target/test-classpath.txt -Dmdep.includeScope=test
faults: ## seeded faults, each of which its test must kill (N=10 SEED=1: some of them; ONLY=server/money; CHECK=1: do they fit?)
	$(MVN) -q test-compile $(TEST_CLASSPATH) -pl '!e2e,!bench'
	$(MVN) -q -N dependency:copy -Dartifact=org.junit.platform:junit-platform-console-standalone:$(JUNIT) -DoutputDirectory=target/faults
	"$(JDK)/bin/java" faults/Board.java target/faults/junit-platform-console-standalone-$(JUNIT).jar n=$(N) seed=$(SEED) only=$(ONLY) check=$(CHECK)

# How many are killed, by module and by package; the report has a line for each mutant.
SCORES := awk '/<mutatedClass>/ {module = FILENAME; sub(/\/.*/, "", module); match($$0, /<mutatedClass>[^<]*/); \
  of = substr($$0, RSTART + 14, RLENGTH - 14); sub(/\.[^.]*$$/, "", of); of = module " " of; \
  all[module]++; all[of]++; if (/detected=.true/) {killed[module]++; killed[of]++}} \
  END {for (of in all) printf "%-50s %4d of %4d killed (%d %%)\n", of, killed[of], all[of], 100 * killed[of] / all[of]}'
mutants: ## random changes of the pure parts: how many do the unit tests notice? (OF='io.agentservice.llm.Pric*': of these)
	rm -f */target/pit-reports/mutations.xml
	$(MVN) -Pmutants test-compile org.pitest:pitest-maven:mutationCoverage -pl wire,llm,server -am $(if $(OF),-Dmutants.of='$(OF)')
	@$(SCORES) $$(ls */target/pit-reports/mutations.xml) </dev/null | sort

newcomer: ## a fresh clone as somebody uses it who has just found it: build, demo, up, run, questions, Ctrl-C; prints times
	e2e/newcomer/newcomer.sh $(NEWCOMER)

SECONDS_OF_REQUESTS ?= 60
clients: ## generate clients of a running server, lint its description, throw requests at it (SECONDS_OF_REQUESTS=600)
	e2e/clients/clients.sh --seconds $(SECONDS_OF_REQUESTS)

release: ## tarball, zip, deb, rpm, image, SBOM, checksums into target/release (docs/adr/0080-releases.md says what the environment may hold)
	release/release.sh $(RELEASE)

release-check: ## builds the release twice and compares, installs it where there is no JDK, upgrades, removes (needs root, podman, runc)
	rm -rf target/release-again && git clone -q . target/release-again
	cd target/release-again && release/release.sh --only tar,zip,deb,rpm
	release/release.sh
	RELEASE_SECONDS=60 RELEASE_READY_MS=2000 e2e/release/release.sh --like target/release-again

docs: ## the documentation as a site with a search, in target/docs
	./agent --build
	"$(JDK)/bin/java" -cp cli/target/agent-cli.jar io.agentservice.server.web.guide.SiteWriter target/docs

BUILDS ?= all
walk: ## the web app from the first sign-in to the end of a session, by keyboard and by finger; pictures of its screens in e2e/target/walk
	$(MVN) verify -Pcrashes -pl e2e -am -Dtest='NoUnitTests*' -Dit.test=WalkE2ET -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

builds: ## thirty projects are built by sessions behind walls and without (BUILDS=NAME,NAME: those), into e2e/target/builds.md
	$(MVN) verify -Pcrashes -pl e2e -am -Dtest='NoUnitTests*' -Dit.test=BuildsE2ET -Dbuilds=$(BUILDS) $(UNLIMITED) -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

container-check: ## sessions in containers of podman: what they can do, and the lists of ways out (needs root, podman, runc, mmdebstrap)
	JAVA_HOME="$(JDK)" e2e/containers/containers.sh

compose-check: ## deploy/compose by its README: a server and the database killed, upgrade, backup, restore (after `make release`; needs root, podman, runc)
	e2e/release/compose.sh

harbor-check: ## Harbor runs a task with the agent by integrations/harbor (after `make release`; needs root, podman, runc, Python 3.12)
	e2e/release/harbor.sh

helm-check: ## deploy/helm/agent by helm, against the schemas of Kubernetes; values that must be refused (needs python3, and helm or Go)
	e2e/helm/check.sh

verify: ## everything that CI runs
	$(MVN) verify

test-one: ## format a module and run one test class or method of it: make test-one TEST=FramesTest MODULE=wire
	@test -n "$(TEST)" && test -n "$(MODULE)" || { echo 'usage: make test-one TEST=FramesTest MODULE=wire' >&2; exit 2; }
	$(MVN) -q spotless:apply -pl $(MODULE)
	$(MVN) verify -pl $(MODULE) -am -Dtest='$(TEST),!*IT,!*E2ET' -Dit.test='$(TEST),!*Test' -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

web: ## build the web app and run its unit tests, without Maven
	cd web && sh build.sh build && sh build.sh test

migration: ## a new migration file: make migration NAME=add_outposts
	@test -n "$(NAME)" || { echo 'usage: make migration NAME=add_outposts' >&2; exit 2; }
	@dir=server/src/main/resources/db/migration; mkdir -p $$dir; \
	  last=$$(ls $$dir | sed -n 's/^V0*\([0-9]*\)__.*/\1/p' | sort -n | tail -n 1); \
	  file=$$dir/V$$(printf '%03d' $$(($${last:-0} + 1)))__$(NAME).sql; : >$$file; echo $$file

bench-start: ## P6: agent --help, time to the first 200, idle memory, agent demo, a change until it runs
	./agent --build
	"$(JDK)/bin/java" -cp bench/target/classes:client/target/classes:wire/target/classes:cli/target/lib/* io.agentservice.bench.StartUpBench

bench-steps: ## P7, P9: overhead of a step, start of the remote
	"$(JDK)/bin/java" -cp bench/target/classes:client/target/classes:wire/target/classes:cli/target/lib/* io.agentservice.bench.StepBench

bench-calls: ## what the call of a model costs the process that asks
	"$(JDK)/bin/java" -cp bench/target/classes:cli/target/lib/* io.agentservice.bench.CallBench

bench-queue: bench/peers/node_modules ## P2: claims per second, beside pgbench, graphile-worker and pg-boss
	"$(JDK)/bin/java" -Xmx1g -cp bench/target/classes:cli/target/lib/* io.agentservice.bench.QueueBench

bench-claims: ## P2: claims per second over HTTP alone (needs wrk)
	"$(JDK)/bin/java" -Xmx1g -cp bench/target/classes:cli/target/lib/* io.agentservice.bench.QueueBench 3 http

bench/peers/node_modules: bench/peers/package.json
	cd bench/peers && npm install --no-audit --no-fund

bench-watch: ## P1, P3: create to claim, change to event on 1,000 streams, memory of 10,000
	"$(JDK)/bin/java" -Xmx1g -cp bench/target/classes:cli/target/lib/* io.agentservice.bench.WatchBench

bench-read: ## P10: GET of a session, beside bare Javalin with the same SELECT (needs wrk)
	"$(JDK)/bin/java" -Xmx256m -cp bench/target/classes:bench/target/lib/* io.agentservice.bench.ReadBench

bench-list: ## P10: a page of a list of a million sessions, plain and with each filter
	"$(JDK)/bin/java" -Xmx512m -cp bench/target/classes:cli/target/lib/* io.agentservice.bench.ListBench

bench-year: ## P11: lists and metrics of a year of a million sessions and ten million events (YEAR="100000 10": fewer)
	"$(JDK)/bin/java" -Xmx1g -cp bench/target/classes:cli/target/lib/* io.agentservice.bench.YearBench $(YEAR)

bench-load: ## P8: a thousand sessions on one server, the model a second away
	"$(JDK)/bin/java" -Xmx1g -cp bench/target/classes:cli/target/lib/* io.agentservice.bench.LoadBench

shape: ## sizes that we watch: lines by module, the longest files
	@for module in spec wire client llm postgres server worker remote cli e2e bench; do \
	  main=$$(find $$module/src/main -name '*.java' -exec cat {} + 2>/dev/null | wc -l); \
	  tests=$$(find $$module/src/test -name '*.java' -exec cat {} + 2>/dev/null | wc -l); \
	  printf '%-8s main %6d  test %6d\n' $$module $$main $$tests; done
	@echo 'files above 300 lines (the next change there begins with splitting them):'
	@find */src -name '*.java' -exec wc -l {} + | awk '$$2 != "total" && $$1 > 300 { print "  " $$1, $$2 }' | sort -rn

clean: ## delete everything that was built
	$(MVN) -q clean

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.* ## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  make %-11s %s\n", $$1, $$2 }'
