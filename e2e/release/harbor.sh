#!/usr/bin/env bash
# Harbor evaluates the agent: its own command runs a task in a container, in which our adapter (integrations/harbor) installs a
# release and runs the recorded model; the task's tests judge. Needs root, podman, runc, mmdebstrap, a Python of 3.12 or newer,
# and the tarball of a release (`make release`).
#
# From Harbor are command, trial, container's life, verifier and figures. The container shares the network of this script, which
# is a loopback, and has the bounds that containers may have on this machine.
#
# HARBOR_RELEASE: a tarball, else that in target/release. HARBOR_BASE: the root file system of the task, else one is made.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD

begun=${HARBOR_BEGUN:-$(date +%s)}
step() { printf '\n--> %s (after %d s)\n' "$*" $(($(date +%s) - begun)); }
fail() { printf '\n--> FAILED: %s\n' "$*" >&2 && exit 1; }

find_python() {
  local python
  for python in python3.14 python3.13 python3.12 python3 "${HOME:-/root}"/.pyenv/versions/3.1[2-9]*/bin/python3; do
    if "$python" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
  fail "Harbor needs Python 3.12 or newer"
}

# --- outside, where there is a network -----------------------------------------------------------------------------

settle_podman() {
  cat >"$place/containers.conf" <<END
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
END
  cat >"$place/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$place/storage"
runroot = "$place/run"
END
}

cleanup() {
  podman rm -f -a -t 2 >/dev/null 2>&1 || true
  umount "$place/storage/overlay" 2>/dev/null || true
  rm -rf "$place"
}

# The example as a task of Harbor's: its repository in the image, its tests apart, as they were.
make_task() {
  local image=$place/image example=$root/examples/shell-backup
  mkdir -p "$image/app" "$image/trial" "$place/tasks/backup/tests" "$place/tasks/backup/environment"
  tar -x -C "$image" --exclude='./dev/*' -f "$1"
  cp -r "$example"/. "$image/app"
  mv "$image/app/transcript.json" "$image/trial/transcript.json"
  git -C "$image/app" init -q
  git -C "$image/app" add -A
  git -C "$image/app" -c user.name=Task -c user.email=task@example.com commit -q -m "As it was"
  tar -C "$image" -c . | podman import --quiet --change 'WORKDIR /app' \
    --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - localhost/kept:latest
  rm -rf "$image"
  cp -r "$example/tests" "$place/tasks/backup/tests/tests"
  cat >"$place/tasks/backup/tests/test.sh" <<'END'
#!/bin/bash
cp -r /tests/tests/. /app/tests/
cd /app
if sh tests/run.sh; then echo 1; else echo 0; fi >/logs/verifier/reward.txt 2>&1
sed -i -n '$p' /logs/verifier/reward.txt
END
  jq -r .prompt "$example/transcript.json" >"$place/tasks/backup/instruction.md"
  cat >"$place/tasks/backup/task.toml" <<'END'
schema_version = "1.0"
[agent]
timeout_sec = 300.0
[verifier]
timeout_sec = 60.0
[environment]
docker_image = "localhost/backup:latest"
END
  cat >"$place/tasks/backup/environment/docker-compose.yaml" <<'END'
services:
  main:
    network_mode: host
END
}

prepare_outside() {
  place=$(mktemp -d /tmp/agent-harbor.XXXXXX)
  trap 'rm -rf "$place"' EXIT
  trap "exit 143" INT TERM
  settle_podman
  export CONTAINERS_CONF=$place/containers.conf CONTAINERS_STORAGE_CONF=$place/storage.conf DISABLE_HC_SYSTEMD=true
  trap cleanup EXIT # from here on "all containers" are those of this place
  step "Harbor and the adapter"
  "$(find_python)" -m venv "$place/venv"
  "$place/venv/bin/pip" install -q podman-compose==1.6.0 pytest==9.0.2 "$root/integrations/harbor"
  "$place/venv/bin/python" -m pytest -q -p no:cacheprovider "$root/integrations/harbor/tests"
  step "a task's container"
  local base=${HARBOR_BASE:-$place/base.tar}
  [ -f "$base" ] || mmdebstrap --quiet --variant=essential --include=git,libstdc++6 trixie "$base"
  make_task "$base"
}

if [ "${1:-}" != --inside ]; then
  [ "$(id -u)" = 0 ] || fail "it needs root"
  release=${HARBOR_RELEASE:-$(ls "$root"/target/release/agent-*-linux-x64.tar.gz 2>/dev/null || true)}
  [ -f "$release" ] || fail "there is no release: make release"
  prepare_outside
  HARBOR_BEGUN=$begun HARBOR_RELEASE=$release timeout 900 unshare --net "$root/e2e/release/harbor.sh" --inside "$place"
  exit
fi

# --- inside, where nobody else is ----------------------------------------------------------------------------------

place=$2
ip link set lo up
export PATH=$place/venv/bin:$PATH HARBOR_TELEMETRY=0
cd "$place"

# try NAME MODEL: one evaluation; its result in jobs/NAME. Harbor removes a task's image with its container.
try() {
  podman tag localhost/kept:latest localhost/backup:latest
  harbor run --path "$place/tasks" --agent agent_service_harbor:AgentService --model "$2" --env podman \
    --agent-kwarg "release=$HARBOR_RELEASE" --jobs-dir "$place/jobs" --job-name "$1" --yes </dev/null >"$place/$1.log" 2>&1 || {
    tail -n 60 "$place/$1.log"
    fail "harbor run ended with an error"
  }
}

# told NAME FILTER: what the trial's result says
told() { jq -r "$2" "$place"/jobs/"$1"/backup__*/result.json; }

expect() { [ "$2" = "$3" ] || { find "$place/jobs" -name '*.txt' -o -name '*.log' | xargs -r tail -n 20; fail "$1: $2 instead of $3"; }; }

step "the recorded model does the task"
try recorded replay:/trial/transcript.json
expect "the reward" "$(told recorded '.verifier_result.rewards.reward')" "$(printf 1)"
expect "the outcome" "$(told recorded '.agent_result.metadata.outcome')" finished
expect "tokens" "$(told recorded '.agent_result.n_input_tokens > 1000 and .agent_result.n_output_tokens > 100')" true
expect "the agent" "$(told recorded '.agent_info.name')" agent-service
[ -z "$(podman ps -q)" ] || fail "containers are left"

step "a model that is not there is a trial with an error, not a result of 0"
try missing replay:/trial/nothing.json
expect "the error" "$(told missing '.exception_info.exception_type')" NonZeroAgentExitCodeError

step "green"
