# Words that the other files share.

log() { printf '%s\n' "$*"; }

die() {
  printf 'backup: %s\n' "$*" >&2
  exit 1
}

# The regular files below $1, one relative path per line, sorted.
list_files() (
  cd "$1"
  find . -type f | sed 's|^\./||' | sort
)

# Names of the finished snapshots in the store $1, oldest first. A snapshot in the making begins with a dot.
list_snapshots() {
  for snapshot in "$1"/*/manifest; do
    [ -f "$snapshot" ] || continue
    basename "$(dirname "$snapshot")"
  done
}

latest_snapshot() { list_snapshots "$1" | tail -n 1; }

# Checksum and size of the file $1, separated by a space.
fingerprint() {
  set -- $(cksum <"$1")
  printf '%s %s\n' "$1" "$2"
}
