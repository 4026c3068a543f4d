# What the tests are written in. $backup is the program under test; each test starts in an empty directory.

fail() {
  printf '%s\n' "$*"
  exit 1
}

# file PATH TEXT
file() {
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$2" >"$1"
}

# snapshot NAME DIRECTORY
snapshot() { BACKUP_NAME=$1 "$backup" create "$2" store; }

assert_same_tree() { diff -r "$1" "$2" || fail "$1 and $2 differ"; }

assert_equals() { [ "$1" = "$2" ] || fail "expected '$1', got '$2'"; }

assert_fails() { ! "$@" || fail "should have failed: $*"; }
