# Tells what git says of the names in a directory. Touches nothing.
#
# Set before this text:
#   mark       begins each line that is for the service; a name's line breaks are zeros there
#   directory  below the working directory
#   known      not empty where that is known:
#   begun      a line for each work tree: commit (- for none), tree, directory, as they were when the session began

export LC_ALL=C GIT_OPTIONAL_LOCKS=0 GIT_TERMINAL_PROMPT=0
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR

tell() { printf '\n%s %s \n' "$mark" "$1"; }

# The first part of each path that is read, one a line.
names() { tr '\n\0' '\0\n' | sed 's,^\./$,.,; s,/.*,,' | sort -u | sed "s,^,$mark $1 ,"; }

quiet() { git -c core.fsmonitor=false -c core.untrackedCache=false "$@" 2> /dev/null; }

command -v git > /dev/null || exit 0
root=$(pwd -P)
cd -- "./$directory" && top=$(git rev-parse --show-toplevel 2> /dev/null) || exit 0
case $top in
  "$root") top=. ;;
  "$root"/*) top=${top#"$root"/} ;;
esac

head=$(git rev-parse --quiet --verify 'HEAD^{commit}') || head=-
base=$head
[ -z "$known" ] || base=$(base_of . "$top")
[ "$base" != - ] || base=$(git hash-object -t tree /dev/null)
printf '\n'
if quiet check-ignore -q .; then
  tell all_ignored
else
  # A directory is ignored when all of it is.
  quiet ls-files -z --others --ignored --exclude-standard --directory -- . | tr '\n\0' '\0\n' | sed '\,/.,d' | tr '\n\0' '\0\n' | names ignored
  {
    quiet diff --name-only -z --relative --no-renames --no-ext-diff "$base" -- .
    quiet ls-files -z --others --exclude-standard --directory --no-empty-directory -- .
  } | names changed
fi
tell done
