# Checks out one repository in the working directory. It may be run again at any time: what is there stays.
#
# Set before this text:
#   mark           begins each line that is for the service
#   session        id of the session
#   scratch        directory of this session's own for a half clone, in the working directory
#   address        where git finds the repository
#   direct         the same past the service
#   place          host/path in lower case: by it an existing work tree is known
#   directory      where the clone goes
#   branch         for the session; plain_branch when that is no name for one
#   ref            branch, tag or commit from which that goes off; empty for the default branch
#   author, email  of commits, written into the clone alone
#   co_author      whom its commits name beside the author, as git writes it; empty for nobody
#   mirror         of the repository, below AGENT_GIT_MIRRORS; behind walls that is the session's own, made of one below AGENT_GIT_SHARED_MIRRORS,
#                  which it can't write: what that lacks it leaves below AGENT_GIT_OFFERS
#   patience       seconds that another session may hold the mirror

export GIT_TERMINAL_PROMPT=0 GCM_INTERACTIVE=never GIT_LFS_SKIP_SMUDGE=1 LC_ALL=C
export GIT_SSH_COMMAND="${GIT_SSH_COMMAND:-ssh -oBatchMode=yes}"

# A line for the service: its kind, then its text.
tell() { printf '\n%s %s %s\n' "$mark" "$1" "$2"; }

fail() {
  tell failed "$1"
  rm -rf "$scratch"
  exit 1
}

# Git that waits for the network, but not for a host that sends nothing.
net() { git -c http.lowSpeedLimit=500 -c http.lowSpeedTime=60 -c gc.autoDetach=false -c maintenance.autoDetach=false "$@"; }

# Runs a command; what it says is shown, and kept in $scratch/said.
attempt() {
  exec 4>&1
  code=$({ { "$@" 2>&1 3>&- 4>&-; echo $? >&3; } | tee "$scratch/said" >&4; } 3>&1)
  exec 4>&-
  return "${code:-1}"
}

said_last() { tr '\r' '\n' < "$scratch/said" | grep . | tail -n 1; }

# host/path of an address, by which it is compared.
place_of() {
  local rest host path
  rest=${1#*://}
  if [ "$rest" != "$1" ]; then
    host=${rest%%/*} path=${rest#*/}
  else
    host=${1%%:*} path=${1#*:} # git@host:path
  fi
  host=${host##*@}
  case $host in *:22 | *:80 | *:443) host=${host%:*} ;; esac
  path=${path#/} path=${path%/} path=${path%.git}
  printf '%s/%s\n' "$host" "$path" | tr '[:upper:]' '[:lower:]'
}

# Which remote of a work tree is the repository; fails when none is.
remote_in() {
  local wanted
  wanted=$(place_of "$direct")
  git -C "$1" config --get-regexp '^remote\..*\.url$' 2> /dev/null | while read -r key url; do
    case $(place_of "$url") in
      "$wanted" | "$place")
        key=${key#remote.}
        printf '%s\n' "${key%.url}"
        break
        ;;
    esac
  done | grep .
}

# What the session pins: a branch, else a tag, else a commit, also one that no branch has; fails when there is none of that name.
pinned_in() {
  local name commit=
  case $ref in *[!0-9a-f]* | ? | ?? | ??? | ???? | ????? | ??????) ;; *) commit=$ref ;; esac
  for name in "refs/remotes/origin/$ref" "refs/tags/$ref" $commit; do
    if git -C "$1" rev-parse --quiet --verify "$name^{commit}" > /dev/null; then
      printf '%s\n' "$name"
      return 0
    fi
  done
  [ -n "$commit" ] && net -C "$1" fetch --quiet origin "$commit" > /dev/null 2>&1 && printf '%s\n' "$commit"
}

# Where the session's branch begins in a clone: where it was left, else what is pinned, else the default branch; fails in an empty repository.
base_in() {
  local name pinned=
  if [ -n "$ref" ] && ! git -C "$1" rev-parse --quiet --verify "refs/remotes/origin/$branch^{commit}" > /dev/null; then
    pinned=$(pinned_in "$1") || return 1
  fi
  for name in "refs/remotes/origin/$branch" $pinned refs/remotes/origin/HEAD HEAD \
    "$(git -C "$1" for-each-ref --sort=-committerdate --count=1 --format='%(refname)' refs/remotes/origin)"; do
    if [ -n "$name" ] && git -C "$1" rev-parse --quiet --verify "$name^{commit}" > /dev/null; then
      printf '%s\n' "$name"
      return 0
    fi
  done
  return 1
}

enter_branch() {
  local base
  if git -C "$1" rev-parse --quiet --verify "refs/heads/$branch" > /dev/null; then
    attempt net -C "$1" checkout --progress "$branch"
  elif base=$(base_in "$1"); then
    attempt net -C "$1" checkout --progress --no-track -b "$branch" "$base"
  elif [ -n "$ref" ]; then
    missing=ref_not_found
    return 1
  else
    git -C "$1" symbolic-ref HEAD "refs/heads/$branch"
  fi
}

# Has commits in a clone of ours name who asked for the session, where it has no hook for that already: git config alone can't. An empty message stays
# empty, so that git gives up; what a rebase or a cherry-pick brings keeps the message that it had.
name_co_author() {
  local hook
  if [ -z "$co_author" ]; then
    git -C "$1" config --unset agent.coAuthor
    return
  fi
  git -C "$1" config agent.coAuthor "$co_author"
  hook=$(git -C "$1" rev-parse --absolute-git-dir)/hooks/prepare-commit-msg
  [ -z "$(git -C "$1" config core.hooksPath)" ] && [ ! -e "$hook" ] || return 0
  mkdir -p "${hook%/*}" && cat > "$hook" << 'END' && chmod +x "$hook"
#!/bin/sh
# Names who asked for the session, as git config agent.coAuthor says.
case $2 in '' | template) exit 0 ;; esac
name=$(git config agent.coAuthor) || exit 0
dir=$(git rev-parse --git-dir)
[ ! -e "$dir/rebase-merge" ] && [ ! -e "$dir/CHERRY_PICK_HEAD" ] || exit 0
[ -z "$(tail -c 1 "$1")" ] || echo >> "$1" # the message of a merge has no end of line
git interpret-trailers --in-place --no-divider --if-exists addIfDifferent --trailer "Co-authored-by: $name" "$1"
END
}

ready() {
  tell directory "$1"
  tell branch "$(git -C "$1" symbolic-ref --quiet --short HEAD)"
  tell commit "$(git -C "$1" rev-parse --quiet --verify HEAD)"
  tell ready "$2"
  rm -rf "$scratch"
  exit 0
}

# Whether another session's remote runs on this machine, as far as that can be seen.
works_here() { grep -qsz "^AGENT_OUTPOST_SESSION_ID=$1\$" /proc/[0-9]*/environ; }

# A work tree that is there is used as it is. Only one that a session has cloned, left clean and works in no more goes to
# the branch of this session: every commit stays on its own branch.
use() {
  local remote owner
  remote=$(remote_in "$1") || return 1
  attempt net -C "$1" fetch --progress "$remote" || tell note "it was there and is used as it is; nothing new could be fetched: $(said_last)"
  owner=$(git -C "$1" config --get agent.session)
  if [ -n "$owner" ] && [ "$owner" != "$session" ] && [ -z "$(git -C "$1" status --porcelain)" ]; then
    if works_here "$owner"; then
      tell note "session $owner works here, too"
    elif enter_branch "$1"; then
      git -C "$1" config agent.session "$session" && name_co_author "$1"
    fi
  fi
  ready "$1" used
}

# The mirror is one session's at a time. A holder that was killed leaves no lock with flock, elsewhere the number of a process that is gone.
lock() {
  local waited=0 holder
  mkdir -p "$(dirname "$mirror")" || return 1
  if command -v flock > /dev/null; then
    exec 9> "$mirror.lock" && flock -w "$patience" 9
    return
  fi
  until mkdir "$mirror.locked" 2> /dev/null; do
    holder=$(cat "$mirror.locked/pid" 2> /dev/null)
    if { [ -n "$holder" ] && ! kill -0 "$holder" 2> /dev/null; } ||
      { [ -z "$holder" ] && [ -n "$(find "$mirror.locked" -maxdepth 0 -mmin +1 2> /dev/null)" ]; }; then
      mv "$mirror.locked" "$mirror.left.$$" 2> /dev/null
      if [ "$(cat "$mirror.left.$$/pid" 2> /dev/null)" != "$holder" ]; then
        mv "$mirror.left.$$" "$mirror.locked" # somebody was quicker, and holds it now
      fi
      rm -rf "$mirror.left.$$"
    fi
    [ "$waited" -lt "$patience" ] || return 1
    sleep 1
    waited=$((waited + 1))
  done
  echo $$ > "$mirror.locked/pid"
}

unlock() {
  if command -v flock > /dev/null; then
    exec 9>&-
  else
    rm -rf "$mirror.locked"
  fi
}

# All branches and tags into a bare repository, those that are gone removed.
fetch_into() {
  attempt net -C "$1" fetch --prune --progress "$address" '+refs/heads/*:refs/heads/*' '+refs/tags/*:refs/tags/*' &&
    if [ -n "$default_branch" ]; then git -C "$1" symbolic-ref HEAD "refs/heads/$default_branch"; fi
}

new_mirror() {
  rm -rf "$mirror" "$mirror.new"
  git init --quiet --bare "$mirror.new" && fetch_into "$mirror.new" && mv "$mirror.new" "$mirror"
}

# Of what other sessions fetched. Their word is not taken for it: all branches and tags come from the repository.
new_mirror_of_shared() {
  rm -rf "$mirror" "$mirror.new"
  [ -n "$shared" ] && [ -d "$shared" ] && git clone --quiet --bare --template= "$shared" "$mirror.new" > /dev/null 2>&1 &&
    fetch_into "$mirror.new" && mv "$mirror.new" "$mirror"
}

# All that the shared one lacks, as one file.
offer() {
  local file=$AGENT_GIT_OFFERS/$1.bundle
  mkdir -p "$(dirname "$file")" && { [ ! -d "$shared" ] || git -C "$shared" for-each-ref --format='^%(objectname)'; } |
    git -C "$mirror" bundle create --quiet "$file" --branches --tags --stdin > /dev/null 2>&1
}

clone_of_mirror() {
  rm -rf "$tree"
  attempt git clone --no-checkout --progress "$mirror" "$tree" && git -C "$tree" remote set-url origin "$address" && enter_branch "$tree"
}

# One that can't be read is made anew; a failure of the network is none of the mirror.
clone_by_mirror() {
  if [ ! -d "$mirror" ]; then
    new_mirror_of_shared || new_mirror || return 1
  elif ! fetch_into "$mirror"; then
    cp "$scratch/said" "$scratch/first"
    if git -C "$mirror" fsck --connectivity-only > /dev/null 2>&1; then
      cat "$scratch/first"
      return 1
    fi
    new_mirror || return 1
  fi
  clone_of_mirror && return
  if [ -n "$missing" ] || grep -q 'No space left' "$scratch/said"; then return 1; fi
  new_mirror && clone_of_mirror
}

# Without a mirror only what the work tree needs is fetched; git fetches the rest when it is asked for.
clone_in_part() {
  rm -rf "$tree"
  attempt net clone --no-checkout --progress --filter=blob:none "$address" "$tree" && enter_branch "$tree"
}

mirrors_kib() { du -sk "$AGENT_GIT_MIRRORS" | awk '{ print $1 }'; }

# Takes the mirror's lock, if nobody has it; one who comes meanwhile waits, and finds none.
remove_unheld() (
  mirror=$1 patience=0
  if lock; then
    rm -rf "$mirror" "$mirror.new"
    unlock
  fi
)

# While all mirrors together hold too much, the one that was used longest ago goes; this one stays.
tidy_mirrors() {
  local most=${AGENT_GIT_MIRRORS_MAX_GB:-} each
  case $most in '' | *[!0-9.]*) most=20 ;; esac
  most=$(awk -v gib="$most" 'BEGIN { printf "%d", gib * 1048576 }')
  [ "$(mirrors_kib)" -gt "$most" ] || return 0
  find "$AGENT_GIT_MIRRORS" -type d -name '*.git' -prune -exec ls -dtr {} + | while read -r each; do
    [ "$each" = "$mirror" ] || remove_unheld "$each"
    [ "$(mirrors_kib)" -gt "$most" ] || break
  done
}

clone() {
  if [ -z "${AGENT_GIT_MIRRORS:-}" ] || ! (umask 077 && mkdir -p "$AGENT_GIT_MIRRORS" && [ -w "$AGENT_GIT_MIRRORS" ]); then
    clone_in_part
    return
  fi
  local name=$mirror code
  shared=${AGENT_GIT_SHARED_MIRRORS:+$AGENT_GIT_SHARED_MIRRORS/$mirror}
  mirror=$AGENT_GIT_MIRRORS/$mirror
  if ! lock; then
    tell note "another session held the mirror for $patience s"
    clone_in_part
    return
  fi
  clone_by_mirror
  code=$?
  if [ -n "${AGENT_GIT_OFFERS:-}" ]; then
    [ "$code" != 0 ] || offer "$name"
    rm -rf "$mirror"
  fi
  [ ! -d "$mirror" ] || touch "$mirror" # so it was used now
  unlock
  tidy_mirrors 2> /dev/null
  return $code
}

# One by one: after one that fails git leaves others without their files, and takes them for complete.
add_submodules() {
  [ -e "$tree/.gitmodules" ] || return 0
  git -C "$tree" config --file .gitmodules --get-regexp '\.path$' | while read -r _ path; do
    attempt net -C "$tree" submodule update --init --recursive --progress -- "$path" < /dev/null ||
      tell note "its submodule $path could not be checked out: $(said_last)"
  done
}

add_large_files() {
  git -C "$tree" grep --quiet 'filter=lfs' HEAD -- .gitattributes '*/.gitattributes' 2> /dev/null || return 0
  if ! git lfs version > /dev/null 2>&1; then
    tell note "its files of Git LFS are pointers: the machine has no git-lfs"
  elif ! { git -C "$tree" lfs install --local && attempt net -C "$tree" lfs pull; } > /dev/null; then
    tell note "its files of Git LFS could not be fetched: $(said_last)"
  fi
}

missing=
command -v git > /dev/null || fail no_git
rm -rf "$scratch"
mkdir "$scratch" || fail no_right_to_write
find . -maxdepth 1 -name '.agent-checkout-*' -mmin +1440 -exec rm -rf {} + 2> /dev/null
git check-ref-format "refs/heads/$branch" || branch=$plain_branch

top=$(git rev-parse --show-toplevel 2> /dev/null) && {
  [ -n "$(git rev-parse --show-prefix)" ] || top=.
  use "$top"
}
if [ -e "$directory" ] || [ -L "$directory" ]; then
  [ -d "$directory/.git" ] || [ -f "$directory/.git" ] && use "$directory"
  rmdir "$directory" 2> /dev/null || fail name_taken
fi

attempt net ls-remote --symref "$address" HEAD || fail look
default_branch=$(awk '$1 == "ref:" && $3 == "HEAD" { sub("refs/heads/", "", $2); print $2; exit }' "$scratch/said")
tree=$scratch/tree-$session
clone || fail "${missing:-clone}"
git -C "$tree" config user.name "$author"
git -C "$tree" config user.email "$email"
git -C "$tree" config push.autoSetupRemote true
git -C "$tree" config agent.session "$session"
name_co_author "$tree"
add_submodules
add_large_files

[ -e "$directory" ] || mv "$tree" "$directory" || fail clone
if [ -e "$tree" ] || [ -e "$directory/tree-$session" ]; then # another session was quicker
  rm -rf "$directory/tree-$session"
  use "$directory" || fail name_taken
fi
ready "$directory" cloned
