#!/bin/sh
# Runs every function test_* of tests/test_*.sh, each in a shell and a directory of its own. Exit code 1 if one fails.
cd "$(dirname "$0")/.." || exit 2
backup=$PWD/bin/backup
passed=0
failed=0

for suite in tests/test_*.sh; do
  for name in $(sed -n 's/^\(test_[a-z_]*\)().*/\1/p' "$suite"); do
    work=$(mktemp -d) || exit 2
    # Not within the condition of an if: there the shell ignores set -e.
    output=$( (. ./tests/assert.sh && . "./$suite" && cd "$work" && set -e && "$name") 2>&1)
    if [ $? -eq 0 ]; then
      passed=$((passed + 1))
      printf 'ok    %s\n' "$name"
    else
      failed=$((failed + 1))
      printf 'FAIL  %s\n' "$name"
      printf '%s\n' "$output" | sed 's/^/        /'
    fi
    rm -rf "$work"
  done
done

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
