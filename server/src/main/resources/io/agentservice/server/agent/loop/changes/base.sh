# Shared by the scripts that look at work trees; begun and head are theirs.

commit_begun() { printf '%s\n' "$begun" | while read -r commit _ name; do [ "$name" = "$1" ] && echo "$commit" && break; done | grep .; }

# What the changes of a tree are counted from: where the session began; in a repository that came later what its remote has, else nothing.
base_of() {
  local commit
  if commit=$(commit_begun "$2"); then
    if [ "$commit" = - ]; then
      git -C "$1" hash-object -t tree /dev/null
    elif git -C "$1" rev-parse --quiet --verify "$commit^{commit}" > /dev/null; then
      echo "$commit"
    else
      echo "$head" # another repository stands here now
    fi
  elif [ "$head" = - ] || [ -z "$(git -C "$1" for-each-ref --count=1 refs/remotes)" ]; then
    git -C "$1" hash-object -t tree /dev/null
  elif commit=$(git -C "$1" rev-list --boundary HEAD --not --remotes | sed -n 's/^-//p' | head -n 1 | grep .); then
    echo "$commit"
  else
    echo "$head"
  fi
}
