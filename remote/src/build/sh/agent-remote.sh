#!/bin/sh
# agent-remote @SHA@: unpacks its own Java runtime once, then runs it.
set -eu

fail() {
  echo "agent-remote: $1" >&2
  exit 1
}

usable() {
  [ -n "$1" ] && mkdir -p -m 700 "$1" 2>/dev/null && [ -O "$1" ] && [ -w "$1" ]
}

base=
for candidate in \
  "${XDG_CACHE_HOME:+$XDG_CACHE_HOME/agent-remote}" \
  "${HOME:+$HOME/.cache/agent-remote}" \
  "${AGENT_REMOTE_STATE_DIR:+$AGENT_REMOTE_STATE_DIR/runtime}" \
  "${TMPDIR:-/tmp}/agent-remote-$(id -u)"; do
  if usable "$candidate"; then
    base=$candidate
    break
  fi
done
[ -n "$base" ] || fail "nowhere to unpack: HOME, AGENT_REMOTE_STATE_DIR and TMPDIR are not writable"

home=$base/@SHA@
if [ ! -d "$home" ]; then
  fresh=$(mktemp -d "$base/.unpack-XXXXXX") || fail "cannot write to $base"
  trap 'rm -rf "$fresh"' EXIT
  trap 'exit 143' TERM
  trap 'exit 130' INT
  tail -c +@SKIP@ "$0" | tar -xzf - -C "$fresh" || fail "cannot unpack to $base (disk full?)"
  # Of several starts at once one rename wins; a loser fails or lands inside, and is removed.
  mv "$fresh" "$home" 2>/dev/null || :
  rm -rf "$fresh" "$home/${fresh##*/}"
  [ -x "$home/bin/java" ] || fail "cannot unpack to $base"
  trap - EXIT TERM INT
fi

# Java takes the encoding of file names from the locale.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  *[Uu][Tt][Ff]*) ;;
  *)
    unset LC_ALL
    LC_CTYPE=C.UTF-8
    export LC_CTYPE
    ;;
esac

# The token goes over standard input: a process's first environment can be read by the session's commands.
token=${AGENT_OUTPOST_CONNECT_TOKEN:-${DEVIN_OUTPOST_CONNECT_TOKEN:-}}
unset AGENT_OUTPOST_CONNECT_TOKEN DEVIN_OUTPOST_CONNECT_TOKEN
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS

exec "$home/bin/java" -cp "$home/app/*" @FLAGS@ \
  -XX:SharedArchiveFile="$home/app/agent-remote.jsa" -XX:ErrorFile="$base/crash-%p.log" \
  -Dagent.remote.sha=@SHA@ -Dagent.remote.token.stdin=true io.agentservice.remote.Main "$@" <<EOF
$token
EOF
