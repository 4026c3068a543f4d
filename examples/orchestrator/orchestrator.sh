#!/usr/bin/env bash
# Serves sessions of an outpost without the agent CLI: list, claim, fetch, verify, spawn, watch, release.
# Needs bash, curl, jq, sha256sum, setsid. Explained in docs/orchestrators.md.
#
#   AGENT_OUTPOSTS_TOKEN=... orchestrator.sh <outpost id or name> [once]
#
# Run it from the directory that holds the sessions' repositories, on Linux x64.
set -euo pipefail

outpost=${1:?usage: orchestrator.sh <outpost> [once]}
once=${2:-}
api_url=${AGENT_API_URL:-http://127.0.0.1:8080}
static_url=${AGENT_WORKER_STATIC_BASE_URL:-$api_url/static}/agent-rs/remote
token=${AGENT_OUTPOSTS_TOKEN:?a service user key with UseOutpostsMachine}
home=${AGENT_WORKER_HOME:-$HOME/.agent/worker}
acceptor=${AGENT_WORKER_ACCEPTOR_ID:-$(hostname)-sh}
poll=${POLL_SECONDS:-5}
agents=$api_url/opbeta/outposts/agents
remote=

say() { printf '%s %s\n' "$(date +%T)" "$*" >&2; }

# api METHOD URL [BODY]: sets $status and $body. What a trap calls returns a number: a bare return answers there what
# came before the trap. The key goes to curl by a pipe: arguments are visible to others.
api() {
  local answer
  answer=$(curl --silent --show-error --max-time 30 --request "$1" --header 'Content-Type: application/json' \
    --config <(printf 'header = "Authorization: Bearer %s"\n' "$token") \
    ${3:+--data "$3"} --write-out '\n%{http_code}' "$2") || { status=000 body= ; return 0; }
  status=${answer##*$'\n'} body=${answer%$'\n'*}
}

me() { jq --null-input --compact-output --arg id "$acceptor" '{acceptor_id: $id}'; }

claim() { api POST "$agents/$1/claim" "$(me)"; }

release() {
  for _ in 1 2 3 4 5; do
    api POST "$agents/$1/release" "$(me)"
    case $status in 200 | 404 | 409) say "released $1"; return 0 ;; esac
    sleep 2
  done
  say "not released, the claim will lapse: $1"
}

# The session to serve: one that we still hold from an earlier run, else the oldest pending one for Linux.
next_session() {
  api GET "$agents?outpost=$outpost&phase=claimed&acceptor_id=$acceptor"
  [ "$status" = 200 ] && jq --raw-output '.items[0].metadata.session_id // empty' <<<"$body" | grep . && return
  api GET "$agents?outpost=$outpost&phase=pending&first=200"
  [ "$status" = 200 ] && jq --raw-output '[.items[] | select(.spec.platform == "linux")
    | select(.status.session_status | IN("suspended", "terminated") | not)]
    | sort_by(.metadata.created_at)[0].metadata.session_id // empty' <<<"$body" | grep .
}

# fetch SHA: prints the file of that version, verified at every use.
fetch() {
  local name=agent-remote_${1}_linux_x64 digest
  local file=$home/cache/$name
  mkdir -p "$home/cache"
  digest=$(curl --silent --show-error --fail "$static_url/$name.sha256")
  if ! sha256sum --status --check <<<"$digest  $file" 2>/dev/null; then
    curl --silent --show-error --fail --output "$file.$$" "$static_url/$name"
    sha256sum --status --check <<<"$digest  $file.$$" || { rm -f "$file.$$"; say "digest differs: $name"; return 1; }
    chmod 755 "$file.$$"
    mv "$file.$$" "$file"
  fi
  printf '%s\n' "$file"
}

# spawn BINARY SESSION GATEWAY TOKEN: in the background, with exactly the environment of the spawn contract.
# Only builtins touch the connect token, so that it stands in no argument list.
spawn() {
  local state=$home/sessions/$2
  mkdir -p "$state" && chmod 700 "$state"
  (
    for name in $(compgen -e); do
      case $name in
        PATH | HOME | USER | LOGNAME | TMPDIR | LANG | TZ | DISPLAY | WAYLAND_DISPLAY | XAUTHORITY) ;;
        AGENT_CHROME_PATH | AGENT_OUTPOST_DESKTOP) ;;
        *) unset "$name" ;;
      esac
    done
    export AGENT_OUTPOST_SESSION_ID=$2 AGENT_OUTPOST_GATEWAY_URL=$3 AGENT_OUTPOST_CONNECT_TOKEN=$4
    export AGENT_REMOTE_STATE_DIR=$state
    exec setsid "$1" serve >>"$state/remote.log" 2>&1
  ) &
  remote=$!
}

end_remote() {
  [ -n "$remote" ] && kill -0 "$remote" 2>/dev/null || return 0
  kill -TERM "$remote" 2>/dev/null || true
  for _ in $(seq 20); do
    kill -0 "$remote" 2>/dev/null || return 0
    sleep 0.5
  done
  kill -KILL "$remote" 2>/dev/null || true
}

# Until the remote ends by itself, or must end: the session is terminated, gone, or another's.
watch() {
  local renewed=$SECONDS
  while kill -0 "$remote" 2>/dev/null; do
    sleep "$poll" & wait $! || true
    api GET "$agents/$1"
    if [ "$status" = 404 ] || { [ "$status" = 200 ] && [ "$(jq --raw-output .status.session_status <<<"$body")" = terminated ]; }; then
      end_remote
    elif [ "$status" = 200 ] && [ "$(jq --raw-output .status.acceptor_id <<<"$body")" != "$acceptor" ]; then
      end_remote
    elif [ $((SECONDS - renewed)) -ge 60 ]; then
      claim "$1" && renewed=$SECONDS
    fi
  done
}

serve() {
  local session=$1 entry sha binary code=0
  serving=$session # from before the claim: a signal may come together with its answer
  claim "$session"
  [ "$status" = 200 ] || { serving= ; say "not ours ($status): $session"; return 0; }
  entry=$body
  sha=$(jq --raw-output '.spec.remote_binary_sha // empty' <<<"$entry")
  [ -n "$sha" ] || sha=$(curl --silent --show-error --fail "$static_url/latest_linux_x64") || true
  if binary=$(fetch "$sha"); then
    spawn "$binary" "$session" "$(jq --raw-output .status.gateway_url <<<"$entry")" \
      "$(jq --raw-output .status.connect_token <<<"$entry")"
    say "serving $session (pid $remote)"
    watch "$session"
    wait "$remote" || code=$?
    remote=
    say "remote ended with $code"
    # After a clean end the service may need a moment to say what became of the session.
    for _ in 1 2 3 4 5; do
      [ "$code" = 0 ] || break
      api GET "$agents/$session"
      [ "$status" = 404 ] && break
      jq --exit-status '.status.session_status | IN("suspended", "terminated")' <<<"$body" >/dev/null && break
      sleep 2
    done
  fi
  release "$session"
  serving=
}

serving=
trap 'end_remote; [ -z "$serving" ] || release "$serving"; exit 143' TERM
trap 'end_remote; [ -z "$serving" ] || release "$serving"; exit 130' INT

while true; do
  if session=$(next_session); then
    serve "$session"
    if [ -n "$once" ]; then exit 0; fi
  else
    sleep "$poll" & wait $! || true
  fi
done
