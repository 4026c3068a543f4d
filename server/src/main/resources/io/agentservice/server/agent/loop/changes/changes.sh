# Tells how the work trees of the working directory stand, and writes what has changed in them as patches. Nothing of theirs is
# touched: index and objects that this needs are its own, in a temporary directory.
#
# Set before this text:
#   mark     begins each line that is for the service
#   session  short id of the session
#   mode     begin: how the trees stand; keep: bundles of those that have changed; save: patches, too
#   begun    a line for each tree: commit (- for none), tree, directory, as they were when the session began
#   known    a line for each tree: tree, directory, as the newest patches have them
#   kept     a line for each tree: tree, commit (- for none), directory, as the newest bundles have them
#   placed   files below the working directory that people gave: no work of the session

export LC_ALL=C GIT_OPTIONAL_LOCKS=0 GIT_TERMINAL_PROMPT=0
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR

MOST_TREES=20

# A line for the service: its kind, then its text.
tell() { printf '\n%s %s %s\n' "$mark" "$1" "$2"; }

# Git with an index and a store of objects of our own, which sees the repository's objects, too.
own() {
  GIT_INDEX_FILE=$place/index GIT_OBJECT_DIRECTORY=$place/objects git -c core.fsmonitor=false -c core.untrackedCache=false \
    -c core.splitIndex=false -c core.safecrlf=false -c advice.addEmbeddedRepo=false -c gc.auto=0 "$@"
}

absolute() { (cd "$1" && path=$(git rev-parse --git-path "$2") && case $path in /*) echo "$path" ;; *) echo "$PWD/$path" ;; esac) }


tree_known() { printf '%s\n' "$known" | while read -r known_tree name; do [ "$name" = "$1" ] && echo "$known_tree" && break; done | grep .; }

work_kept() { printf '%s\n' "$kept" | while read -r kept_tree commit name; do [ "$name" = "$1" ] && echo "$kept_tree $commit" && break; done; }

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

# Sets head and tree of the work tree in $1, whose name is $2.
look_at() {
  local objects index path
  number=$((number + 1)) place=$scratch/$number
  mkdir -p "$place/objects/info"
  objects=$(absolute "$1" objects) && index=$(absolute "$1" index) || return 1
  printf '%s\n' "$objects" > "$place/objects/info/alternates"
  if [ -f "$index" ]; then cp "$index" "$place/index" || return 1; fi
  head=$(git -C "$1" rev-parse --quiet --verify 'HEAD^{commit}') || head=-
  if [ "$1" = . ]; then
    set -- . "$2" "$place/excluded"
    printf '%s\n' "$apart" "$placed" | while read -r path; do
      if [ -n "$path" ]; then printf ':(exclude,literal)%s\0' "$path"; fi
    done > "$3"
    { printf ':/\0'; cat "$3"; } > "$place/paths"
    own add --all --ignore-errors --pathspec-from-file="$place/paths" --pathspec-file-nul > /dev/null 2> "$place/said" || left_out=1
  else
    own -C "$1" add --all --ignore-errors > /dev/null 2> "$place/said" || left_out=1
  fi
  tree=$(own -C "$1" write-tree --missing-ok)
}

# The work as a commit of its own on top of what is committed, with the commits of the session, in one file.
keep() {
  local commit branch repo
  [ "$tree $head" != "$(work_kept "$2")" ] || return 0
  set -- "$1" "$2" -m "Work of session $session"
  [ "$head" = - ] || set -- "$@" -p "$head"
  commit=$(
    export GIT_AUTHOR_NAME=agent GIT_AUTHOR_EMAIL=agent@localhost GIT_COMMITTER_NAME=agent GIT_COMMITTER_EMAIL=agent@localhost
    tree_at=$1
    shift 2
    own -C "$tree_at" -c commit.gpgSign=false commit-tree "$@" "$tree"
  ) || return 1
  branch=$(git -C "$1" symbolic-ref --quiet --short HEAD) || branch=-
  repo=$place/repo
  git init --quiet --bare "$repo" && printf '%s\n' "$place/objects" > "$repo/objects/info/alternates" || return 1
  git -C "$repo" update-ref refs/agent/work "$commit" || return 1
  set -- "$1" "$2" refs/agent/work
  [ "$shown" = - ] || set -- "$@" --not "$shown"
  (shift 2 && git -C "$repo" bundle create --quiet "$place/bundle" "$@" 2> "$place/said") || return 1
  left=1
  tell kept "$number $(wc -c < "$place/bundle" | tr -d ' ') $tree $head $branch $shown $2"
}

save() {
  [ "$tree" != "$(tree_known "$2")" ] || return 0
  own -C "$1" diff-tree -r -p --binary --full-index -M --no-ext-diff --no-textconv "$base" "$tree" > "$place/patch" || return 1
  own -C "$1" diff-tree -r --numstat -M "$base" "$tree" > "$place/counts" || return 1
  own -C "$1" diff-tree -r --raw "$base" "$tree" > "$place/raw"
  sed -n 's/^:160000 [^	]*	\(.*\)/\1/p; s/^:[0-7]* 160000 [^	]*	\(.*\)/\1/p' "$place/raw" | sort -u | while read -r path; do
    tell note "$number $path is a repository of its own: the patch has its commit alone"
  done
  if [ -n "$left_out" ]; then tell note "$number not all files could be read: $(grep . "$place/said" | head -n 1)"; fi
  left=1
  tell changed "$number $(awk '{ files++; if ($1 != "-") { more += $1; less += $2 } } END { print files + 0, more + 0, less + 0 }' "$place/counts") $(wc -c < "$place/patch" | tr -d ' ') $shown $tree $2"
}

visit() {
  left_out=
  look_at "$1" "$2" || { tell trouble "$(grep . "$place/said" 2> /dev/null | tail -n 1)"; return; }
  if [ "$mode" = begin ]; then
    tell tree "$head $tree $2"
  else
    base=$(base_of "$1" "$2")
    [ "$base" != - ] || base=$(git -C "$1" hash-object -t tree /dev/null)
    shown=$base
    git -C "$1" rev-parse --quiet --verify "$base^{commit}" > /dev/null 2>&1 || shown=-
    keep "$1" "$2" || tell trouble "git failed in $2 ($(grep . "$place/said" 2> /dev/null | tail -n 1))"
    [ "$mode" = keep ] || save "$1" "$2" || tell trouble "git failed in $2"
  fi
}

# Whether a repository may be around the working directory, without a process; git says later whether one is.
enclosed() {
  local directory=$PWD
  until [ -e "$directory/.git" ]; do
    case $directory in '' | /) return 1 ;; esac
    directory=${directory%/*}
  done
}

# Where git is missing or has nothing to look at no process is started: this runs after each turn.
command -v git > /dev/null || { tell done; exit 0; }
apart=
for entry in */.git; do
  [ ! -e "$entry" ] || { apart=$(nested); break; }
done
# What a command that was killed has left goes with the next one, or with the session's directory.
for entry in "${AGENT_REMOTE_STATE_DIR:-${TMPDIR:-/tmp}}/agent-changes-$session".*; do
  [ ! -e "$entry" ] || rm -rf "$entry"
done
[ "$mode" = keep ] || # of remotes of an earlier version, or without a directory of their own
  find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'agent-changes-*' -user "$(id -u)" -mmin +1440 -exec rm -rf {} + 2> /dev/null
enclosed || [ -n "$apart" ] || { tell done; exit 0; }
scratch=$(mktemp -d "${AGENT_REMOTE_STATE_DIR:-${TMPDIR:-/tmp}}/agent-changes-$session.XXXXXX") || exit 1
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
[ -n "$left" ] || { rm -rf "$scratch" && tell removed; }
tell done
