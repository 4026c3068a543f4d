# Writes what differs between two states of the work trees, as a list for each or as one patch.
#
# Set before this text, beside what trees.sh wants:
#   mode       list or patch
#   from, to   a line for each tree whose state the service knows: tree, commit (- for none), directory
#   from_else  what the others are compared with: begun, head, a commit, or - for nothing, which leaves them out
#   to_else    the same: now, a commit, or -
#   paths      in a patch, a line for each file that is wanted; empty for all
#   context    lines around a change
#   whitespace -w to overlook changes of it, or empty

empty() { git -C "$1" hash-object -t tree /dev/null; }

# Tree and commit of one side in the work tree $1, whose name is $2: as listed in $3, else what $4 says.
side() {
  local commit
  printf '%s\n' "$3" | while read -r side_tree commit name; do [ "$name" = "$2" ] && echo "$side_tree $commit" && break; done | grep . && return
  case $4 in
    -) return 1 ;;
    now) echo "$tree $head" ;;
    head) if [ "$head" = - ]; then echo "$(empty "$1") -"; else echo "$head $head"; fi ;;
    begun)
      commit=$(base_of "$1" "$2")
      [ "$commit" != - ] || commit=$(empty "$1")
      if git -C "$1" rev-parse --quiet --verify "$commit^{commit}" > /dev/null 2>&1; then echo "$commit $commit"; else echo "$commit -"; fi
      ;;
    *)
      case $2 in /*) return 1 ;; esac # of what lies around the working directory people see changes alone
      commit=$(git -C "$1" rev-parse --quiet --verify "$4^{commit}") || return 1
      case $commit in "$4"*) echo "$commit $commit" ;; *) return 1 ;; esac # a branch may be called so
      ;;
  esac
}

# Paths of the patch that are of the work tree whose paths begin with $1 there.
own_paths() {
  printf '%s\n' "$paths" | while IFS= read -r path; do
    case $path in "$1"?*) printf ':(top,literal)%s\n' "${path#"$1"}" ;; esac
  done
}

difference() { (cd "$1" && shift && own -c core.quotePath=false diff-tree -r -M --no-ext-diff --no-textconv "$@"); }

# A record with a line for the bytes of each file's patch; then, each behind an empty record but the first, what git calls raw, in the
# same order, counts, and attributes.
list() {
  {
    difference "$1" -p --full-index "$before" "$after" |
      awk '/^diff --git / { if (n++) print size; size = 0 } { size += length($0) + 1 } END { if (n) print size }' && printf '\0' &&
      difference "$1" --raw -z "$before" "$after" && printf '\0' &&
      difference "$1" --numstat -z "$before" "$after" && printf '\0' &&
      difference "$1" --name-only -z "$before" "$after" | git -C "$root" check-attr --stdin -z linguist-generated
  } > "$place/list"
}

patch() {
  local prefix=
  case $2 in . | /*) ;; *) prefix=$2/ ;; esac
  set -- "$1" -p --full-index "-U$context" "--src-prefix=a/$prefix" "--dst-prefix=b/$prefix" $whitespace "$before" "$after"
  if [ -n "$paths" ]; then
    own_paths "$prefix" > "$place/paths"
    [ -s "$place/paths" ] || return 0
    set -- "$@" --
    while IFS= read -r path; do set -- "$@" "$path"; done < "$place/paths"
  fi
  difference "$@" >> "$scratch/patch"
}

# A commit that is wanted by its id is not there.
absent() { [ "$1" = - ] || tell missing "$2"; }

visit() {
  local sides commits branch
  left_out= tree=
  open_tree "$1" "$2" || { tell trouble "git failed in $2"; return; }
  [ "$to_else" != now ] || write_tree "$1" || { tell trouble "$(grep . "$place/said" 2> /dev/null | tail -n 1)"; return; }
  sides=$(side "$1" "$2" "$from" "$from_else") || { absent "$from_else" "$2"; return; }
  before=${sides% *} since=${sides#* }
  sides=$(side "$1" "$2" "$to" "$to_else") || { absent "$to_else" "$2"; return; }
  after=${sides% *} until=${sides#* }
  if ! own -C "$1" cat-file -e "$before^{tree}" 2> /dev/null || ! own -C "$1" cat-file -e "$after^{tree}" 2> /dev/null; then
    tell missing "$2"
    return
  fi
  tell compared "$2"
  left=1 root=$(git -C "$1" rev-parse --show-toplevel)
  if [ "$mode" = patch ]; then
    patch "$1" "$2" || tell trouble "git failed in $2"
  else
    list "$1" || { tell trouble "git failed in $2"; return; }
    commits=0
    [ "$until" = - ] || { [ "$since" = - ] && commits=$(git -C "$1" rev-list --count "$until"); } ||
      commits=$(git -C "$1" rev-list --count "$until" "^$since") || commits=0
    branch=$(git -C "$1" symbolic-ref --quiet --short HEAD) || branch=-
    tell repo "$number $(wc -c < "$place/list" | tr -d ' ') $commits $branch $head $2"
  fi
}

kind=compare
# What a command that was killed has left.
find "$temporary" -maxdepth 1 -name "agent-compare-$session.*" -mmin +10 -exec rm -rf {} + 2> /dev/null
look
[ "$mode" = list ] || [ ! -e "$scratch/patch" ] || tell patch "$(wc -c < "$scratch/patch" | tr -d ' ')"
end_look
