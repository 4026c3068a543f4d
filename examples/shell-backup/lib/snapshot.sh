# Taking a snapshot.

# create_snapshot SOURCE STORE NAME
create_snapshot() {
  source=$1
  store=$2
  name=$3
  [ -d "$source" ] || die "no directory: $source"
  [ ! -e "$store/$name" ] || die "snapshot exists already: $name"
  refuse_line_breaks "$source"

  mkdir -p "$store"
  previous=$(latest_snapshot "$store")
  partial=$store/.partial-$name
  rm -rf "$partial"
  mkdir -p "$partial/files"

  copied=0
  linked=0
  for file in $(list_files "$source"); do
    # A file may vanish between the listing and the copy: that is no reason to fail the whole night's backup.
    [ -f "$source/$file" ] || continue
    mkdir -p "$(dirname "$partial/files/$file")"
    if [ -n "$previous" ] && cmp -s "$source/$file" "$store/$previous/files/$file"; then
      ln "$store/$previous/files/$file" "$partial/files/$file"
      linked=$((linked + 1))
    else
      cp -p "$source/$file" "$partial/files/$file"
      copied=$((copied + 1))
    fi
  done

  write_manifest "$partial"
  mv "$partial" "$store/$name" # only a finished snapshot ever bears its name
  log "$name: $copied copied, $linked linked"
}

# write_manifest SNAPSHOT_DIRECTORY
write_manifest() {
  {
    echo "# checksum size path"
    list_files "$1/files" | while IFS= read -r file; do
      printf '%s %s\n' "$(fingerprint "$1/files/$file")" "$file"
    done
  } >"$1/manifest"
}

refuse_line_breaks() {
  broken=$(find "$1" -name '*
*' | head -n 2)
  [ -z "$broken" ] || die "a name contains a line break: $broken"
}
