# Brings a work tree to where the session left it on another machine. One in which there is anything else stays as it is.
#
# Set before this text:
#   mark       begins each line that is for the service
#   session    short id of the session
#   directory  of the work tree
#   bundle     file with the work, below it in parts
#   head       commit that the work stands on, - for none
#   branch     that it was on, - for none, = for the one that is there
#   whole      not empty: the bundle needs no commit that is not in it

export LC_ALL=C GIT_TERMINAL_PROMPT=0 GIT_LFS_SKIP_SMUDGE=1
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR

tell() { printf '\n%s %s %s\n' "$mark" "$1" "$2"; }

leave() {
  tell left "$1"
  tell done
  exit 0
}

in_tree() { git -C "$directory" -c core.hooksPath=/dev/null -c advice.detachedHead=false "$@"; }

cat "$bundle".* > "$bundle" || exit 1
if [ ! -e "$directory" ] && [ -n "$whole" ]; then
  git init --quiet "$directory" || exit 1
elif ! inside=$(git -C "$directory" rev-parse --show-prefix 2> /dev/null) || [ -n "$inside" ]; then
  leave "there is no such repository"
elif [ -n "$(in_tree status --porcelain)" ]; then
  leave "there are changes in it"
fi
work=refs/agent/work/$session # no branch is ever called so: else its short name would be ambiguous
in_tree fetch --quiet --no-tags "$bundle" "+refs/agent/work:$work" || leave "it has not the commits that the work stands on"
if in_tree rev-parse --quiet --verify HEAD > /dev/null && ! in_tree merge-base --is-ancestor HEAD "$work"; then
  leave "there are other commits in it"
fi
if [ "$branch" = = ]; then branch=$(in_tree symbolic-ref --quiet --short HEAD) || branch=-; fi
if [ "$head" = - ]; then
  [ "$branch" = - ] || in_tree symbolic-ref HEAD "refs/heads/$branch"
  in_tree read-tree --reset -u "$work" && in_tree read-tree --empty
else
  if [ "$branch" = - ]; then in_tree checkout --quiet --detach "$head"; else in_tree checkout --quiet -B "$branch" "$head"; fi &&
    in_tree read-tree -m -u HEAD "$work" && in_tree read-tree HEAD
fi || leave "git failed"
in_tree update-index --quiet --refresh > /dev/null
tell restored
tell done
