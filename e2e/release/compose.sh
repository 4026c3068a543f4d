#!/usr/bin/env bash
# deploy/compose as somebody runs it who has read its README, whose commands these are: podman-compose starts it in a network of
# its own, which is a loopback; under a session a server and the database are killed; a file comes back by TLS; upgrade, backup,
# restore, removal. Needs root, podman, runc, mmdebstrap, python3-venv, and the image of a release (`make release`).
#
# From the compose file are services, variables, secrets, volumes, users, capabilities, bounds, and the balancer's file. Else here:
# programs of Debian in place of the images of Caddy, PostgreSQL and S3Proxy (which is its own, from Maven), and one network, so
# that each server has an address of the loopback.
#
# COMPOSE_IMAGE: an image as an OCI archive, else that in target/release. COMPOSE_BASE: the root file system of the programs, else
# one is made; COMPOSE_KEEP=FILE keeps it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD

begun=${COMPOSE_BEGUN:-$(date +%s)}
step() { printf '\n--> %s (after %d s)\n' "$*" $(($(date +%s) - begun)); }
fail() { printf '\n--> FAILED: %s\n' "$*" >&2 && exit 1; }

# --- outside, where there is a network -----------------------------------------------------------------------------

make_programs() {
  step "programs of Debian"
  local base=${COMPOSE_BASE:-$place/base.tar} jar
  jar=$(ls "${HOME:-/root}"/.m2/repository/org/gaul/s3proxy/*/s3proxy-*-jar-with-dependencies.jar | tail -n 1)
  if [ ! -f "$base" ]; then
    mmdebstrap --quiet --variant=essential --include=postgresql,caddy,wget,openjdk-21-jre-headless trixie "$base"
  fi
  if [ -n "${COMPOSE_KEEP:-}" ]; then cp "$base" "$COMPOSE_KEEP"; fi
  mkdir -p "$place/programs/opt/s3proxy"
  tar -x -C "$place/programs" --exclude='./dev/*' -f "$base"
  cp "$jar" "$place/programs/opt/s3proxy/s3proxy"
  cat >"$place/programs/begin-database" <<'END'
#!/bin/sh
# What the image of PostgreSQL does with its variables.
set -eu
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
chown postgres /run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -m 700 "$PGDATA"
  as initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 >/dev/null
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | as postgres --single -D "$PGDATA" postgres >/dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D "$PGDATA" -c listen_addresses='*'
END
  chmod 755 "$place/programs/begin-database"
  tar -C "$place/programs" -c . | podman import --quiet \
    --change 'ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - programs:latest
  rm -rf "$place/programs"
}

# Podman of a place of its own, without systemd, with the bounds that containers may have on this machine.
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

prepare_outside() {
  place=$(mktemp -d /tmp/agent-compose.XXXXXX)
  trap 'rm -rf "$place"' EXIT
  trap "exit 143" INT TERM
  settle_podman
  export CONTAINERS_CONF=$place/containers.conf CONTAINERS_STORAGE_CONF=$place/storage.conf DISABLE_HC_SYSTEMD=true
  trap cleanup EXIT # from here on "all containers" are those of this place
  python3 -m venv "$place/venv"
  "$place/venv/bin/pip" install -q podman-compose==1.6.0
  make_programs
  step "the image of the release"
  local image
  image=${COMPOSE_IMAGE:-$(ls "$root"/target/release/agent-*.oci.tar)}
  podman tag "$(podman pull -q "oci-archive:$image")" localhost/agent:latest
}

cleanup() {
  podman rm -f -a -t 2 >/dev/null 2>&1 || true
  podman volume rm -f -a >/dev/null 2>&1 || true
  umount "$place/storage/overlay" 2>/dev/null || true
  rm -rf "$place"
}

if [ "${1:-}" != --inside ]; then
  prepare_outside
  COMPOSE_BEGUN=$begun unshare --net "$root/e2e/release/compose.sh" --inside "$place"
  exit
fi

# --- inside, where nobody else is ----------------------------------------------------------------------------------

place=$2
directory=$place/compose
ip link set lo up
cp -r "$root/deploy/compose" "$directory"
cd "$directory"
export PATH=$place/venv/bin:$PATH

# The compose file as it is here.
adapt() {
  "$place/venv/bin/python" - "$@" <<'END'
import json, sys, yaml
without = sys.argv[1:]
compose = json.loads(json.dumps(yaml.safe_load(open("compose.yaml"))))  # no parts in common
hosts = {"server-1": "127.0.0.11", "server-2": "127.0.0.12", "database": "127.0.0.1", "store": "127.0.0.1", "agent.example.com": "127.0.0.10"}
for name, service in compose["services"].items():
    service.pop("ports", None)
    service.pop("networks")
    service["network_mode"] = "host"
    service["extra_hosts"] = [f"{host}:{address}" for host, address in hosts.items()]
    for key in without:
        service.pop(key, None)
    if name.startswith("server-"):
        service["environment"] |= {"AGENT_BIND": hosts[name], "AGENT_TRUSTED_PROXIES": "127.0.0.0/8"}
        service["healthcheck"]["test"] += ["--url", f"http://{hosts[name]}:8080/readyz"]
        service["volumes"] = ["./transcript.json:/trial/transcript.json:ro"]
compose["services"]["database"]["entrypoint"] = ["/begin-database"]
# In one network two workers can't have one port.
worker = compose["services"]["worker"]
worker["entrypoint"][2] = """
export AGENT_WORKER_HEALTH_PORT=$$((10000 + $$(od -An -N2 -tu2 /dev/urandom) % 20000))
echo $$AGENT_WORKER_HEALTH_PORT >/tmp/port
""" + worker["entrypoint"][2]
worker["healthcheck"]["test"] = ["CMD", "sh", "-c", "exec /opt/agent/agent health --url http://127.0.0.1:$$(cat /tmp/port)/healthz"]
del compose["networks"]
compose["x-podman"] = {"in_pod": False}
yaml.safe_dump(compose, open("trial.yaml", "w"), sort_keys=False)
END
}

# docker compose WORDS: as the README says it
docker() {
  local words=() word
  for word in "${@:2}"; do
    words+=("$word")
    if [ "$word" = run ]; then words+=(-T); fi
  done
  podman-compose -f trial.yaml "${words[@]}"
}
export -f docker

# The block of the README that is so marked.
block() {
  awk -v mark="<!-- compose.sh runs this: $1 -->" '
    $0 == mark { marked = 1; next }
    marked && /^```sh$/ { inside = 1; marked = 0; next }
    inside && /^```$/ { exit }
    inside' README.md
}

# run_block NAME SECONDS
run_block() {
  block "$1" >"$place/block-$1.sh"
  [ -s "$place/block-$1.sh" ] || fail "the README has no block $1"
  timeout "$2" bash -euxo pipefail "$place/block-$1.sh" >"$place/block-$1.out" 2>&1 </dev/null || {
    tail -n 60 "$place/block-$1.out"
    fail "block $1 of the README"
  }
}
says() { grep -q -e "$2" "$place/block-$1.out" || { tail -n 60 "$place/block-$1.out" && fail "block $1 does not say '$2'"; }; }

# container SERVICE: the newest of it
container() { podman ps -aq --filter "label=com.docker.compose.service=$1" | head -n 1; }
inside() { podman exec "$(container "$1")" "${@:2}"; }

await() { # SECONDS COMMAND...
  local end=$((SECONDS + $1))
  until "${@:2}" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || { logs && fail "waited in vain: ${*:2}"; }
    sleep 0.5
  done
}
logs() {
  local service
  for service in server-1 server-2 balancer database store setup worker; do
    printf '\n==> %s\n' "$service"
    podman logs --tail 15 "$(container "$service")" 2>&1 || true
  done
}

healthy() { podman healthcheck run "$(container "$1")"; }
all_healthy() {
  local service
  for service in server-1 server-2 balancer database store worker; do await 120 healthy "$service"; done
}

# ask PATH: by the balancer and TLS, trusting its authority alone
ask() {
  curl -fsSL --max-time 20 --cacert root.crt --resolve agent.example.com:443:127.0.0.10 \
    -H "Authorization: Bearer $(cat secrets/admin-key)" "https://agent.example.com$1"
}
state() { ask "/v3/organizations/$org/sessions/$session" | jq -r '.status_detail // .status'; }
is_over() { case $(state) in finished | suspended | exit | error | waiting_for_user) ;; *) return 1 ;; esac; }
steps() { inside worker cat /var/lib/agent/work/steps | wc -l; }
has_steps() { [ "$(steps)" -ge "$1" ]; }
drives() { # ADDRESS
  curl -fsS -H "Authorization: Bearer $(cat secrets/admin-key)" "http://$1:8080/metrics" | awk '$1 == "agent_loops" && $2 > 0 { yes = 1 } END { exit !yes }'
}
# kill_process SERVICE: by the machine, so that podman does not know it as wanted
kill_process() { kill -9 "$(podman inspect -f '{{.State.Pid}}' "$(container "$1")")"; }
restarted() { [ "$(podman inspect -f '{{.RestartCount}}' "$(container "$1")")" -ge 1 ]; }

# Each turn takes some seconds, so that there is a middle.
write_transcript() {
  jq -n '{name: "trial", turns: (
    [range(1; 9) | {tool_calls: [{name: "bash", input: {command: "sleep 2; echo step \(.) >>steps"}}], delay_millis: 500}]
    + [{tool_calls: [{name: "share_file", input: {path: "steps"}}]},
       {tool_calls: [{name: "finish", input: {summary: "Eight steps."}}]}])}' >transcript.json
}

start() {
  step "what this machine's containers can't have"
  local without=()
  if ! podman run --rm --network=host --memory 64m --pids-limit 64 programs true >/dev/null 2>&1; then
    without+=(mem_limit pids_limit cpu_shares)
  fi
  if ! podman run --rm --network=host --init programs true >/dev/null 2>&1; then without+=(init); fi
  echo "not tried: ${without[*]:-nothing}"
  adapt "${without[@]}"
  write_transcript

  step "start"
  run_block_of_start
  says start "ready for workers of the outpost compose"
  all_healthy
}

# The first block, with the model and the programs in .env before anything starts.
run_block_of_start() {
  local images=(CADDY_IMAGE POSTGRES_IMAGE S3PROXY_IMAGE)
  ./prepare https://agent.example.com
  sed -i 's:^AGENT_MODEL=.*:AGENT_MODEL=replay\:/trial/transcript.json:' .env
  printf '%s=localhost/programs:latest\n' "${images[@]}" >>.env
  run_block start 600
}

look() {
  step "sealed as the file says"
  local service
  for service in server-1 balancer database store worker; do
    inside "$service" sh -c '! touch /x' 2>/dev/null || fail "the root file system of $service can be written to"
    inside "$service" grep -q 'NoNewPrivs:.*1' /proc/self/status || fail "$service may get more rights"
    printf '%s: %s\n' "$service" "$(inside "$service" sed -n 's/^CapBnd:\s*/capabilities /p' /proc/1/status)"
  done
  podman exec --user agent "$(container worker)" sh -c '! cat /etc/agent/token' 2>/dev/null || fail "sessions can read the worker's key"
  local secret
  for secret in secrets/*; do
    if [ -s "$secret" ] && podman inspect $(podman ps -aq) | grep -qF -f <(tr ' =&' '\n\n\n' <"$secret" | awk 'length > 20'); then
      fail "$secret is in the description of a container"
    fi
    if [ -s "$secret" ] && grep -qF -f <(tr ' =&' '\n\n\n' <"$secret" | awk 'length > 20') "$place"/block-*.out; then
      fail "$secret was printed"
    fi
  done
  if curl -s --max-time 5 --cacert root.crt --resolve other.example.com:443:127.0.0.10 https://other.example.com >/dev/null; then
    fail "it has a certificate for any name"
  fi
}

lose() {
  step "verify, and a session"
  run_block look 300
  says look "a change is seen at 3 addresses"
  org=$(ask /v3/self | jq -r '.org_id // (.org_permissions | keys[0])')
  session=$(ask "/v3/organizations/$org/sessions" | jq -r '[.items[] | select(.title != "agent verify")][0].session_id')
  await 120 has_steps 2

  step "the server that drives it is killed, then the database"
  local server=server-1
  if ! drives 127.0.0.11; then server=server-2; fi
  kill_process "$server"
  echo "$server is killed after $(steps) steps"
  await 120 has_steps 4
  kill_process database
  echo "the database is killed after $(steps) steps"
  await 240 is_over
  echo "session $session: $(state), $(steps) steps"
  [ "$(state)" = finished ] || { ask "/v3/organizations/$org/sessions/$session/events" | tail -c 3000 && fail "it did not finish"; }
  await 60 restarted "$server"
  await 60 restarted database
  all_healthy
}

file_comes_back() {
  local url
  url=$(ask "/v3/organizations/$org/sessions/$session/attachments" | jq -r '(.items // .)[0].url')
  ask "${url#https://agent.example.com}" >"$place/steps"
  diff <(seq 8 | sed 's/^/step /') "$place/steps" || fail "the file is another, or a step was lost or made twice"
  echo "the file came back: 8 steps, each once"
}

change() {
  step "another worker"
  run_block workers 120
  [ "$(podman ps -q --filter label=com.docker.compose.service=worker | wc -l)" -eq 2 ] || fail "there are not two workers"
  run_block renew 120
  says renew "ready for workers of the outpost compose"

  step "one server after the other, while somebody asks"
  : >"$place/asked" >"$place/refused"
  while [ ! -e "$place/enough" ]; do
    ask /v3/self >/dev/null 2>>"$place/refused" || echo refused >>"$place/refused"
    echo asked >>"$place/asked"
    sleep 0.2
  done &
  local asking=$!
  run_block upgrade 300
  touch "$place/enough"
  wait "$asking"
  echo "$(wc -l <"$place/asked") requests meanwhile, $(grep -c refused "$place/refused") refused"
  [ "$(grep -c refused "$place/refused")" -eq 0 ] || { cat "$place/refused" && fail "requests were refused"; }

  step "backup, restore"
  run_block backup 120
  all_healthy
  ask "/v3/organizations/$org/sessions/$session" >/dev/null
  run_block restore 180
  all_healthy
  file_comes_back
}

remove() {
  step "stop, remove"
  run_block remove 300
  [ -z "$(podman ps -aq)" ] || { podman ps -a && fail "containers are left"; }
  [ -z "$(podman volume ls -q --filter label=com.docker.compose.project=agent)" ] || { podman volume ls && fail "volumes are left"; }
}

start
look
lose
file_comes_back
change
remove
step "the compose file is sound"
