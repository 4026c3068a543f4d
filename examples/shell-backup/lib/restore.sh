# Copying a snapshot back.

# restore_snapshot STORE NAME TARGET
restore_snapshot() {
  snapshot=$1/$2
  target=$3
  [ -f "$snapshot/manifest" ] || die "no such snapshot: $2"
  if [ -d "$target" ] && [ -n "$(ls -A "$target")" ]; then
    die "not empty: $target"
  fi
  mkdir -p "$target"
  cp -pR "$snapshot/files/." "$target/" # -p and not -l: the restored files must not share storage with the snapshot
  log "$2: restored to $target"
}
