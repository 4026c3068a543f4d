# Tells how the work trees of the working directory stand, and writes what has changed in them as patches. Nothing of theirs is
# touched: index and objects that this needs are its own, in a temporary directory.
#
# Set before this text, beside what trees.sh wants:
#   mode     begin: how the trees stand; keep: bundles of those that have changed; save: patches, too
#   known    a line for each tree: tree, directory, as the newest patches have them
#   kept     a line for each tree: tree, commit (- for none), directory, as the newest bundles have them

tree_known() { printf '%s\n' "$known" | while read -r known_tree name; do [ "$name" = "$1" ] && echo "$known_tree" && break; done | grep .; }

work_kept() { printf '%s\n' "$kept" | while read -r kept_tree commit name; do [ "$name" = "$1" ] && echo "$kept_tree $commit" && break; done; }

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
  git init --quiet --bare "$repo" && printf '%s\n' "$store" > "$repo/objects/info/alternates" || return 1
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
  open_tree "$1" "$2" && write_tree "$1" || { tell trouble "$(grep . "$place/said" 2> /dev/null | tail -n 1)"; return; }
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

# Objects of many looks, in KiB; beyond that they begin anew with this look, and trees of before can't be compared any more.
MOST_STORED=524288

kind=changes
# What a command that was killed has left goes with the next one, or with the session's directory.
for entry in "$temporary/agent-changes-$session".*; do
  [ ! -e "$entry" ] || rm -rf "$entry"
done
[ "$mode" = keep ] || # of remotes of an earlier version, or without a directory of their own
  find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'agent-changes-*' -user "$(id -u)" -mmin +1440 -exec rm -rf {} + 2> /dev/null
stores=$own_directory/agent-objects-$session
if [ -n "$own_directory" ] && [ -d "$stores" ] && [ "$(du -sk "$stores" | cut -f1)" -gt $MOST_STORED ]; then rm -rf "$stores"; fi
look
end_look
