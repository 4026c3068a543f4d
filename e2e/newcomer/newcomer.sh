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

# serve NAME PORT [VARIABLE=VALUE ...]: a server in the background, as the README has them in production; its job is $served.
serve() {
  local name=$1 port=$2
  shift 2
  : >"$place/$name.out"
  env "${production[@]}" AGENT_HOME="$place/$name" AGENT_PORT="$port" "$@" "$agent" server >"$place/$name.out" 2>&1 </dev/null &
  served=$!
  jobs_left+=("$served")
  await grep -qs 'listens on' "$place/$name.out"
}

# address NAME: where that server listens.
address() { sed -n 's/^agent server listens on //p' "$place/$1.out"; }

status() { curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $token" "$1" || true; }

# Two servers on one database: what one keeps the other gives, and each is replaced without a failed request.
two_servers() {
  local database token=newcomers-token-0123456789 served ready first second
  "$java" -cp "$tree/cli/target/lib/*" "$tree/e2e/newcomer/DatabaseServer.java" "$place/database" >"$place/database.out" 2>&1 &
  jobs_left+=($!)
  await grep -qs '^jdbc:' "$place/database.out"
  database=$(grep -m 1 '^jdbc:' "$place/database.out")
  local -a production=(AGENT_DATABASE_URL="$database" AGENT_BOOTSTRAP_TOKEN="$token" AGENT_DRAIN_SECONDS=2
    AGENT_MASTER_KEY="$(head -c 32 /dev/zero | base64)")
  local -a store=(AGENT_ATTACHMENT_STORE="$place/attachments")
  local -a jobs=()

  serve first 0 "${store[@]}"
  jobs+=("$served")
  first=$(address first)
  step another-store 2 env "${production[@]}" AGENT_HOME="$place/second" AGENT_PORT=0 "$agent" server
  says another-store 'AGENT_ATTACHMENT_STORE'
  serve second 0 "${store[@]}"
  jobs+=("$served")
  second=$(address second)
  attachments
  step verify-two 0 env AGENT_API_URL="$first" AGENT_API_KEY="$token" "$agent" verify --server "$first" --server "$second"
  says verify-two 'a change is seen at 2 addresses'
  rolling_restart
  for job in "${jobs[@]}"; do kill "$job"; done
}

# What is uploaded at one server is read at the other.
attachments() {
  local org path
  org=$(curl -s -H "Authorization: Bearer $token" "$first/v3/self" | grep -o 'org-[0-9a-f]*' | head -n 1)
  printf 'of the first' >"$place/file.txt"
  step upload 0 curl -sf -H "Authorization: Bearer $token" -F "file=@$place/file.txt" "$first/v3/organizations/$org/attachments"
  path=$(sed -n 's/.*"url" *: *"http:..[^/]*\([^"]*\)".*/\1/p' "$place/upload.out")
  step download 0 curl -sfL -H "Authorization: Bearer $token" "$second$path"
  says download 'of the first'
}

# A model that can't call tools: what it says is the result.
plain_text_model() {
  step plain-text-model 0 "$agent" run --model openai:plain "What is 2 + 2?"
  says plain-text-model 'It is 4'
}

# A model of 4,096 tokens does a small task; that it refuses a reply of the usual length costs one request.
small_model() {
  rm -f colour
  step small-model 0 "$agent" run --model openai:small "blue"
  grep -q blue colour || fail "the small model did nothing"
}

# Asks whom the last look found ready, as a balancer does that looks every tenth request.
ask() {
  local url
  if ((asked++ % 10 == 0)); then
    ready=
    for url in "$first" "$second"; do
      if [ "$(status "$url/readyz")" = 200 ]; then ready=$url; fi
    done
  fi
  code=$(status "$ready/v3/self")
  [ "$code" = 200 ] || fail "request $asked to '$ready': $code"
}

rolling_restart() {
  local asked=0 code begun name url
  begun=$(date +%s%N)
  ask
  for i in 0 1; do
    if [ "$i" = 0 ]; then name=first url=$first; else name=second url=$second; fi
    kill -TERM "${jobs[i]}"
    while kill -0 "${jobs[i]}" 2>/dev/null; do ask; done
    env "${production[@]}" "${store[@]}" AGENT_HOME="$place/$name" AGENT_PORT="${url##*:}" "$agent" server \
      >"$place/$name.out" 2>&1 </dev/null &
    jobs[i]=$!
    jobs_left+=("$!")
    until [ "$(status "$url/readyz")" = 200 ]; do
      kill -0 "${jobs[i]}" || fail "$name does not start again"
      ask
    done
  done
  printf '%-22s %6d ms, %d requests\n' rolling-restart $((($(date +%s%N) - begun) / 1000000)) "$asked"
}

# repository NAME: with one commit.
repository() {
  git init -q "$place/$1"
  echo "as it was" >"$place/$1/tracked"
  git -C "$place/$1" add tracked
  git -C "$place/$1" -c user.name=N -c user.email=n@example.com commit -q -m "As it was"
}

# Two runs without a service share one, which ends with them.
two_runs_at_once() {
  local first
  repository tea
  repository milk
  (cd "$place/tea" && exec "$agent" run "Meet the other") >"$place/first-of-two.out" 2>&1 </dev/null &
  first=$!
  cd "$place/milk"
  step second-of-two 0 "$agent" run "Meet the other"
  wait "$first" || fail "first-of-two: exit code $?"
  says second-of-two met-other
  says first-of-two met-other
  [ ! -e "$AGENT_HOME/server.json" ] || fail "a service was left running"
}

# What is done inside a submodule is a branch there.
submodules() {
  repository part
  repository whole
  cd "$place/whole"
  git -c protocol.file.allow=always submodule --quiet add "$place/part" lib
  git -c user.name=N -c user.email=n@example.com commit -q -m "With a part"
  step submodules-in-place 0 "$agent" run "Mend it"
  says submodules-in-place '+++ b/lib/tracked'
  git -C lib checkout -q .
  git checkout -q .
  step submodules 0 "$agent" run "Mend it" --branch mended
  git -C lib show mended:tracked | grep -q mended || fail "what was done in the submodule is gone"
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

java=$(./agent --print-jdk)/bin/java
"$java" -cp 'cli/target/lib/*' e2e/newcomer/ModelServer.java >"$place/model.out" 2>&1 &
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
plain_text_model
small_model
two_runs_at_once
cd "$place/shop"

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
step verify 0 "$agent" verify --session
says verify 'finished after'
git init -q "$place/garden"
cd "$place/garden"
git -c user.name=N -c user.email=n@example.com commit -q --allow-empty -m "As it was"
step branch 0 "$agent" run "blue" --branch painted
git show painted:colour | grep -q blue || fail "there is no branch with the result"

submodules

kill -TERM "$up"
wait "$up" || true
two_servers
printf 'all is well\n'
