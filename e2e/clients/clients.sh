#!/usr/bin/env bash
# The description of the interface as those meet it who generate clients: a server is started, redocly lints what it serves
# at /openapi.json, clients are generated in Python (by two generators), TypeScript (two), Go and Java, compiled, and those
# in Python and Go call ten operations of that server each, and the official clients of MCP start a session by /mcp and `agent mcp`. Then Schemathesis throws requests at it. A warning fails unless
# allowed-warnings.txt gives a reason; so does an answer that is not as described.
#
# Needs python3 with venv, a JDK and Maven; installs the rest below target/, in the versions that stand here.
#
# make clients [SECONDS=600]           or: clients.sh [--built TREE] [--seconds N]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tree=$root
seconds=60
while [ $# -gt 0 ]; do
  case $1 in
    --built) tree=$(cd "$2" && pwd) ;;
    --seconds) seconds=$2 ;;
    *) echo "usage: clients.sh [--built TREE] [--seconds N]" >&2; exit 2 ;;
  esac
  shift 2
done

work=$root/e2e/target/clients
rm -rf "$work"
mkdir -p "$work/logs"
server=
# shellcheck disable=SC2329 # called by the trap
tidy_up() {
  for job in $(jobs -p); do kill "$job" 2>/dev/null || true; done
  wait 2>/dev/null || true
}
trap tidy_up EXIT

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

begun=$SECONDS
say() { printf '%4d s  %s\n' $((SECONDS - begun)) "$*"; }

# quietly NAME COMMAND...: its output goes into a log, of which the end is shown when it fails.
quietly() {
  local log=$work/logs/$1.log
  shift
  "$@" >"$log" 2>&1 </dev/null || {
    printf '\n==> %s\n%s\n' "$*" "$(tail -n 60 "$log")" >&2
    fail "$*"
  }
}

# without_warnings NAME COMMAND...: likewise, and nothing in its output may look like a warning that is not allowed.
without_warnings() {
  local unexpected
  quietly "$@"
  unexpected=$(grep -iE '⚠|warn|\bfailed|cannot parse|deprecat' "$work/logs/$1.log" |
    grep -vEf <(grep -vE '^(#|$)' "$here/allowed-warnings.txt") || true)
  [ -z "$unexpected" ] || fail "$1 warns: $unexpected"
}

jdk=$("$root/agent" --print-jdk)
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore NO_COLOR=1

install_python() {
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -q -r "$here/python/requirements.txt"
}

# Go compiles the generator itself: begun first, since it takes longest.
prepare_go() {
  export GOTOOLCHAIN=local GOFLAGS=-mod=readonly
  cp -r "$here/go" "$work/go"
  mkdir -p "$work/go/api" "$work/bin"
  cd "$work/go"
  go build -o "$work/bin/oapi-codegen" github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen
}

# The compiler of the machine, unless it is older than go.mod wants (Debian's is).
find_go() {
  local wanted have
  wanted=$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$here/go/go.mod")
  have=$(go env GOVERSION 2>/dev/null | sed -n 's/^go\([0-9]*\.[0-9]*\).*/\1/p')
  if [ "$(printf '%s\n%s\n' "$wanted" "${have:-0}" | sort -V | head -n 1)" != "$wanted" ]; then
    "$work/venv/bin/pip" install -q -r "$here/python/requirements-go.txt"
    PATH=$work/venv/bin:$PATH
  fi
  go version
}

start_server() {
  say "starting a server"
  AGENT_HOME=$work/home AGENT_PORT=0 AGENT_BOOTSTRAP_TOKEN=$AGENT_API_KEY AGENT_BOOTSTRAP_LEGACY_TOKEN=$AGENT_LEGACY_KEY AGENT_MODEL=replay:$root/examples/shell-backup/transcript.json \
    AGENT_RATE_READS=0 AGENT_RATE_WRITES=0 AGENT_RATE_CREATES=0 AGENT_RATE_ANONYMOUS=0 \
    "$tree/agent" server >"$work/logs/server.log" 2>&1 </dev/null &
  server=$!
  for _ in $(seq 600); do
    if [ -s "$work/home/server.json" ]; then break; fi
    kill -0 "$server" 2>/dev/null || fail "the server did not start: $(tail -n 5 "$work/logs/server.log")"
    sleep 0.2
  done
  AGENT_API_URL=$(sed -n 's/.*"url" *: *"\([^"]*\)".*/\1/p' "$work/home/server.json")
  export AGENT_API_URL
  curl -sS --fail --max-time 30 "$AGENT_API_URL/openapi.json" -o "$work/openapi.json"
}

api() {
  curl -sS --fail --max-time 30 -H "Authorization: Bearer $AGENT_API_KEY" "$AGENT_API_URL$1"
}

openapi_generator() {
  local name=$1
  shift
  without_warnings "$name" "$jdk/bin/java" -jar "$work/generator/openapi-generator-cli.jar" generate \
    -i "$work/openapi.json" --global-property apiDocs=false,modelDocs=false,apiTests=false,modelTests=false,models,apis,supportingFiles \
    "$@"
}

# The generator of Java writes no Java for what is a list or something else: such a field is an Object.
java_objects() {
  local commands mappings=SessionCreate_session_secrets=Object,SessionV1Create_session_secrets=Object
  for commands in pull_repo run_lint run_project update_dependencies; do
    mappings+=,RepositorySetupV2Create_${commands}_commands=Object
  done
  echo "$mappings"
}

java_client() {
  quietly maven mvn -B -ntp -f "$here/java/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/java-lib" \
    dependency:copy -Dartifact="org.openapitools:openapi-generator-cli:$(
      sed -n 's:.*<clients.openapi-generator.version>\(.*\)</.*:\1:p' "$root/pom.xml"
    )" -Dmdep.stripVersion=true -DoutputDirectory="$work/java-lib"
  mkdir -p "$work/generator"
  mv "$work/java-lib/openapi-generator-cli.jar" "$work/generator/"
  openapi_generator java -g java --library native -o "$work/java" --schema-mappings "$(java_objects)"
  openapi_generator python-generator -g python --package-name agent_client -o "$work/python-generator"
  mkdir -p "$work/java-classes"
  find "$work/java/src/main/java" -name '*.java' >"$work/java-sources"
  quietly javac "$jdk/bin/javac" -nowarn -proc:none -J-XX:TieredStopAtLevel=1 -d "$work/java-classes" -cp "$work/java-lib/*" "@$work/java-sources"
  say "Java compiles"
}

go_client() {
  cd "$work/go"
  without_warnings go-generate "$work/bin/oapi-codegen" -config oapi-codegen.yaml "$work/openapi.json"
  quietly go-vet go vet ./...
  quietly go-build go build -o "$work/bin/calls" .
  say "Go compiles"
}

typescript_clients() {
  cp -r "$here/typescript" "$work/typescript"
  cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$here/redocly.yaml" "$here/.redocly.lint-ignore.yaml" "$work/"
  cd "$work"
  quietly npm npm ci --no-audit --no-fund
  # A warning is not in its exit code.
  quietly redocly node_modules/.bin/redocly lint openapi.json --config redocly.yaml --format=stylish
  if grep -E '^ *[0-9]+:[0-9]+ +(warning|error)|^You have [0-9]+ warning' "$work/logs/redocly.log"; then fail "redocly warns"; fi
  say "redocly finds nothing"
  without_warnings openapi-typescript node_modules/.bin/openapi-typescript openapi.json --default-non-nullable=false \
    -o typescript/generated/openapi-typescript.d.ts
  without_warnings hey-api node_modules/.bin/openapi-ts -i openapi.json -o typescript/generated/hey-api
  quietly tsc node_modules/.bin/tsc -p typescript/tsconfig.json
  say "TypeScript compiles with --strict"
}

python_client() {
  cd "$work"
  without_warnings openapi-python-client "$work/venv/bin/openapi-python-client" generate --path openapi.json --output-path python
}

export AGENT_API_KEY=key-of-the-administrator-of-this-check AGENT_LEGACY_KEY=older-key-of-the-administrator-of-this-check
say "installing generators"
install_python
PATH=$work/venv/bin:$PATH # its node, too
find_go
prepare_go &
preparation=$!
start_server
java_client &
java=$!
typescript_clients
python_client
wait "$preparation" || fail "the generator of Go does not compile"
go_client
wait "$java"

say "calling ten operations with each"
quietly call-go "$work/bin/calls"
quietly call-python env PYTHONPATH="$work/python" python -W error -W ignore::ResourceWarning "$here/python/calls.py"
quietly call-python-generator env PYTHONPATH="$work/python-generator" python "$here/python/calls_openapi_generator.py"
cat "$work"/logs/call-*.log

AGENT_ORG=$(api /v3/enterprise/organizations | jq -r '.items[0].org_id')
export AGENT_ORG

say "reaching it as other agents do, by the official clients of MCP"
cp -r "$here/mcp" "$work/mcp"
cd "$work/mcp"
quietly npm-mcp npm ci --no-audit --no-fund
python3 -m venv "$work/venv-mcp"
quietly pip-mcp "$work/venv-mcp/bin/pip" install -q -r "$here/mcp/requirements.txt"
quietly mcp-typescript env AGENT="$tree/agent" node calls.mjs
quietly mcp-python env AGENT="$tree/agent" "$work/venv-mcp/bin/python" calls.py
cat "$work"/logs/mcp-*.log

say "Schemathesis, for $seconds s"
export AGENT_CHECKS=$here/schemathesis/checks.py
cd "$work"
quietly schemathesis timeout $((seconds * 2 + 120)) schemathesis --config-file "$here/schemathesis/schemathesis.toml" run "$work/openapi.json" \
  --url "$AGENT_API_URL" --max-time "$seconds"
grep -A 12 'SUMMARY' "$work/logs/schemathesis.log"
{ api /v3/self && AGENT_API_KEY=$AGENT_LEGACY_KEY api /v2/enterprise/self; } >/dev/null || fail "a key was taken away while it was asked with"
if grep -E ' ERROR | at io\.agentservice' "$work/logs/server.log"; then fail "the server logged an error"; fi
say "green"
