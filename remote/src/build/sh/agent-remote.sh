# agent-remote @SHA@: unpacks its own Java runtime once, verifies it at each start, then runs it.
set -eu

fail() {
  echo "agent-remote: $1" >&2
  exit 1
}

usable() {
  [ -n "$1" ] && mkdir -p -m 700 "$1" 2>/dev/null && [ -O "$1" ] && [ -w "$1" ]
}

command -v find >/dev/null 2>&1 || fail "find is missing on this machine (findutils)"
if command -v b2sum >/dev/null 2>&1; then
  digest=b2sum list=files.b2 expected=@B2@
elif command -v sha256sum >/dev/null 2>&1; then
  digest=sha256sum list=files.sha256 expected=@SHA256@
else
  digest='shasum -a 256' list=files.sha256 expected=@SHA256@
fi

# All but ./.unpack-*, which the loser of several first starts puts inside and takes away while this looks.
files() {
  set --
  for entry in ./* ./.[!.]* ./..?*; do
    case $entry in
      ./.unpack-*) ;;
      *) set -- "$@" "$entry" ;;
    esac
  done
  find "$@" ! -type d 2>/dev/null
}

# A session can write what its user can: only a runtime without a changed or an added file is run.
intact() {
  [ -f "$1/$list" ] || return 1
  case $($digest <"$1/$list") in
    "$expected"*) ;;
    *) return 1 ;;
  esac
  [ "$(cd "$1" && files | wc -l)" -eq @FILES@ ] || return 1
  (cd "$1" && $digest -c "$list") >/dev/null 2>&1
}

state=${AGENT_REMOTE_STATE_DIR:-${DEVIN_REMOTE_STATE_DIR:-}}
# A worker that walls the session in has unpacked it elsewhere, where the session can only read.
ready=${AGENT_REMOTE_RUNTIME:-}
unset AGENT_REMOTE_RUNTIME
base=
for candidate in \
  "${XDG_CACHE_HOME:+$XDG_CACHE_HOME/agent-remote}" \
  "${HOME:+$HOME/.cache/agent-remote}" \
  "${state:+$state/runtime}" \
  "${TMPDIR:-/tmp}/agent-remote-$(id -u)"; do
  if usable "$candidate"; then
    base=$candidate
    break
  fi
done
[ -n "$base" ] || fail "nowhere to unpack: HOME, AGENT_REMOTE_STATE_DIR and TMPDIR are not writable"

home=$base/@SHA@
if [ -n "$ready" ] && intact "$ready"; then
  home=$ready
elif ! intact "$home"; then
  fresh=$(mktemp -d "$base/.unpack-XXXXXX") || fail "cannot write to $base"
  trap 'rm -rf "$fresh"' EXIT
  trap 'exit 143' TERM
  trap 'exit 130' INT
  tail -c +@SKIP@ "$0" | tar -xzf - -C "$fresh" || fail "cannot unpack to $base (disk full?)"
  if [ -e "$home" ] && ! intact "$home"; then # another start may have mended it meanwhile
    mkdir "$fresh/.unpack-changed"
    mv "$home" "$fresh/.unpack-changed"
    rm -rf "$fresh/.unpack-changed"
  fi
  # Of several starts at once one rename wins; a loser fails or lands inside, and is removed.
  mv "$fresh" "$home" 2>/dev/null || :
  rm -rf "$fresh" "$home/${fresh##*/}"
  intact "$home" || fail "cannot unpack to $base"
  trap - EXIT TERM INT
fi

if [ "${1:-}" = unpack ]; then
  echo "$home"
  exit
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

exec 9<&- "$home/bin/java" -cp "@CLASS_PATH@" @FLAGS@ \
  -XX:SharedArchiveFile="$home/app/agent-remote.jsa" -XX:ErrorFile="$base/crash-%p.log" \
  -Dagent.remote.sha=@SHA@ -Dagent.remote.token.stdin=true io.agentservice.remote.Main "$@" <<EOF
$token
EOF
