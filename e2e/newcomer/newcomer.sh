#!/usr/bin/env bash
# Tries the service as somebody would who has just found it: a fresh clone that was never built, a data directory of its
# own, a model server of his own that speaks like OpenAI's. Prints what each step took; ends with 1 at the first that
# goes wrong. With --cold also without Maven's local repository, so that everything is fetched; with --built DIR in a copy
# that was built and has shown its demo already, as in .ci/run.
#
# make newcomer
set -euo pipefail
set -m # jobs that can be interrupted like those of a terminal
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

place=$(mktemp -d)
jobs_left=()
# shellcheck disable=SC2329 # called by the trap
tidy_up() {
  for job in "${jobs_left[@]}"; do kill "$job" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$place"
}
trap tidy_up EXIT

export HOME=$place/home AGENT_HOME=$place/home/.agent
mkdir -p "$HOME"
unset ANTHROPIC_API_KEY OPENAI_API_KEY AGENT_MODEL AGENT_API_URL AGENT_API_KEY
tree=$place/agent
case ${1:-} in
  --cold) export MAVEN_OPTS=-Dmaven.repo.local=$place/m2 ;;
  --built) tree=$(cd "$2" && pwd) ;;
esac

fail() {
  printf '\nFAILED: %s\n' "$*" >&2
  for file in "$place"/*.out; do printf '\n==> %s\n%s\n' "$file" "$(tail -n 40 "$file")" >&2; done
  exit 1
}

# step NAME EXPECTED_EXIT_CODE COMMAND...: runs it and says how long it took.
step() {
  local name=$1 expected=$2 begun code=0
  shift 2
  begun=$(date +%s%N)
  "$@" >"$place/$name.out" 2>&1 </dev/null || code=$?
  [ "$code" -eq "$expected" ] || fail "$name: exit code $code, not $expected"
  printf '%-22s %6d ms\n' "$name" $((($(date +%s%N) - begun) / 1000000))
}

says() { grep -q -e "$2" "$place/$1.out" || fail "$1 does not say '$2'"; }

await() {
  for _ in $(seq 1200); do
    if "$@"; then return; fi
    sleep 0.1
  done
  fail "waited in vain: $*"
}

if [ "$tree" = "$place/agent" ]; then
  step clone 0 git clone -q --no-local "$root" "$tree"
  cd "$tree"
  step build-and-demo 0 ./agent demo
  says build-and-demo 'they pass'
  step demo 0 ./agent demo
fi
cd "$tree"
step help 0 ./agent --help
step no-model 2 ./agent run "Paint it"
says no-model 'AGENT_OPENAI_BASE_URL'

"$(./agent --print-jdk)/bin/java" -cp 'cli/target/lib/*' e2e/newcomer/ModelServer.java >"$place/model.out" 2>&1 &
jobs_left+=($!)
await grep -qs http "$place/model.out"
AGENT_OPENAI_BASE_URL=$(head -n 1 "$place/model.out")
export AGENT_OPENAI_BASE_URL AGENT_MODEL=openai:tiny AGENT_PORT=0

mkdir "$place/shop"
git init -q "$place/shop"
cd "$place/shop"
agent=$tree/agent
step doctor 0 "$agent" doctor
says doctor 'openai:tiny answers'

step run-without-service 3 "$agent" run "Paint the wall"
says run-without-service 'Which colour?'
step answer 0 "$agent" run --continue blue
grep -q blue colour || fail "the answer did not reach the agent"

begun=$(date +%s%N)
"$agent" up >"$place/up.out" 2>&1 </dev/null &
up=$!
jobs_left+=("$up")
await grep -q 'Ctrl-C ends' "$place/up.out"
printf '%-22s %6d ms\n' up $((($(date +%s%N) - begun) / 1000000))

step ask 3 "$agent" run "Paint the door"
step answer-again 0 "$agent" run --continue "blue, please"

"$agent" run "Wait for me" >"$place/interrupt.out" 2>&1 </dev/null &
waiting=$!
await test -f begun
kill -INT "$waiting"
code=0
wait "$waiting" || code=$?
[ "$code" -eq 130 ] || fail "the interrupted run ended with $code, not 130"
says interrupt 'agent run --continue'
step continue 0 "$agent" run --continue
[ -f ended ] || fail "the interrupted run was not gone on with"

step print-10-MB 0 "$agent" run "Print 10 MB"
session=$(sed -n 's/^session \(agent-\)/\1/p' "$place/print-10-MB.out")
step events 0 "$agent" session events "$session" --json
[ "$(wc -c <"$place/events.out")" -gt 200000 ] || fail "the output is not in the events"
git init -q "$place/garden"
cd "$place/garden"
git -c user.name=N -c user.email=n@example.com commit -q --allow-empty -m "As it was"
step branch 0 "$agent" run "blue" --branch painted
git show painted:colour | grep -q blue || fail "there is no branch with the result"

kill -TERM "$up"
wait "$up" || true
printf 'all is well\n'
