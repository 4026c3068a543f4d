# Checking a snapshot against its manifest.

# verify_snapshot STORE NAME; fails if a file is missing or differs
verify_snapshot() {
  snapshot=$1/$2
  [ -f "$snapshot/manifest" ] || die "no such snapshot: $2"

  damaged=0
  grep -v '^#' "$snapshot/manifest" | while read -r sum size file; do
    if [ ! -f "$snapshot/files/$file" ]; then
      log "missing: $file"
      damaged=$((damaged + 1))
    elif [ "$(fingerprint "$snapshot/files/$file")" != "$sum $size" ]; then
      log "differs: $file"
      damaged=$((damaged + 1))
    fi
  done

  [ "$damaged" -eq 0 ] || die "$2: $damaged damaged"
  log "$2: complete"
}
