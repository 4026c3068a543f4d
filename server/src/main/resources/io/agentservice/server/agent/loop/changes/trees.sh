# Shared by the scripts that look at the whole of work trees. Nothing of theirs is touched: index and objects that a look needs are its own.
#
# Set before this text:
#   mark       begins each line that is for the service
#   session    short id of the session
#   begun      a line for each tree: commit (- for none), tree, directory, as they were when the session began
#   placed     files below the working directory that people gave: no work of the session
# The script has visit: what is done with the work tree in $1, whose name is $2.

export LC_ALL=C GIT_OPTIONAL_LOCKS=0 GIT_TERMINAL_PROMPT=0
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR

MOST_TREES=20
own_directory=${AGENT_REMOTE_STATE_DIR:-}
temporary=${own_directory:-${TMPDIR:-/tmp}}

# A line for the service: its kind, then its text.
tell() { printf '\n%s %s %s\n' "$mark" "$1" "$2"; }

# Git with an index and a store of objects of our own, which sees the repository's objects, too.
own() {
  GIT_INDEX_FILE=$place/index GIT_OBJECT_DIRECTORY=$store git -c core.fsmonitor=false -c core.untrackedCache=false \
    -c core.splitIndex=false -c core.safecrlf=false -c advice.addEmbeddedRepo=false -c gc.auto=0 "$@"
}

absolute() { (cd "$1" && path=$(git rev-parse --git-path "$2") && case $path in /*) echo "$path" ;; *) echo "$PWD/$path" ;; esac) }

# Repositories in the working directory that the one around them, if any, does not know.
nested() {
  local entry name inside
  for entry in */.git; do
    name=${entry%/.git}
    case $name in *"
"*) continue ;; esac
    if [ -e "$entry" ] && [ ! -L "$name" ] && inside=$(git -C "$name" rev-parse --show-prefix 2> /dev/null) && [ -z "$inside" ] &&
      ! git ls-files --error-unmatch -- "$name" > /dev/null 2>&1; then
      printf '%s\n' "$name"
    fi
  done | head -n $MOST_TREES
}

# Sets place, store and head of the work tree in $1, whose name is $2. The store outlives the look where the session has a directory
# of its own: a tree that was looked at before can be compared with what is there now.
open_tree() {
  local objects
  number=$((number + 1)) place=$scratch/$number store=$scratch/$number/objects
  mkdir -p "$place" && objects=$(absolute "$1" objects) || return 1
  [ -z "$own_directory" ] || store=$stores/$(printf %s "$2" | git hash-object --stdin)
  mkdir -p "$store/info" && printf '%s\n' "$objects" > "$place/alternates" && mv "$place/alternates" "$store/info/alternates" || return 1
  head=$(git -C "$1" rev-parse --quiet --verify 'HEAD^{commit}') || head=-
}

# Sets tree to what is there.
write_tree() {
  local index path
  index=$(absolute "$1" index) || return 1
  if [ -f "$index" ]; then cp "$index" "$place/index" || return 1; fi
  if [ "$1" = . ]; then
    set -- . "$place/excluded"
    printf '%s\n' "$apart" "$placed" | while read -r path; do
      if [ -n "$path" ]; then printf ':(exclude,literal)%s\0' "$path"; fi
    done > "$2"
    { printf ':/\0'; cat "$2"; } > "$place/paths"
    own add --all --ignore-errors --pathspec-from-file="$place/paths" --pathspec-file-nul > /dev/null 2> "$place/said" || left_out=1
  else
    own -C "$1" add --all --ignore-errors > /dev/null 2> "$place/said" || left_out=1
  fi
  tree=$(own -C "$1" write-tree --missing-ok)
}

# Whether a repository may be around the working directory, without a process; git says later whether one is.
enclosed() {
  local directory=$PWD
  until [ -e "$directory/.git" ]; do
    case $directory in '' | /) return 1 ;; esac
    directory=${directory%/*}
  done
}

# Finds the work trees and visits each; kind is what the directory for this look is called after. It is left when left is set.
look() {
  local entry name top
  # Where git is missing or has nothing to look at no process is started: the service looks after each turn.
  command -v git > /dev/null || { tell done; exit 0; }
  apart=
  for entry in */.git; do
    [ ! -e "$entry" ] || { apart=$(nested); break; }
  done
  enclosed || [ -n "$apart" ] || { tell done; exit 0; }
  scratch=$(mktemp -d "$temporary/agent-$kind-$session.XXXXXX") || exit 1
  stores=$own_directory/agent-objects-$session
  tell scratch "$scratch"
  number=0 left=
  if top=$(git rev-parse --show-toplevel 2> /dev/null); then
    [ -n "$(git rev-parse --show-prefix)" ] || top=.
    visit . "$top"
  fi
  while read -r name; do
    [ -z "$name" ] || visit "./$name" "$name"
  done << END
$apart
END
}

# Removes the directory of the look when nothing is to be fetched from it, and says that all was looked at.
end_look() {
  [ -n "$left" ] || { rm -rf "$scratch" && tell removed; }
  tell done
}
