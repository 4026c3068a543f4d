# Deleting what is old.

# prune_snapshots STORE CONFIGURATION
prune_snapshots() {
  store=$1
  keep_newest=1
  keep_months=0
  . "$2"
  [ "$keep_newest" -ge 1 ] || die "keep_newest must be at least 1"

  kept=" $(list_snapshots "$store" | tail -n "$keep_newest" | tr '\n' ' ')$(last_of_months "$store" "$keep_months" | tr '\n' ' ')"
  for name in $(list_snapshots "$store"); do
    case $kept in
      *" $name "*) ;;
      *)
        rm -rf "${store:?}/$name"
        log "deleted $name"
        ;;
    esac
  done
}

# last_of_months STORE COUNT: the last snapshot of each of the COUNT newest months
last_of_months() {
  list_snapshots "$1" | sort -r | awk -v count="$2" '
    { month = substr($0, 1, 6) }
    month != seen { seen = month; if (++months <= count) print }'
}
