#!/bin/sh
# Runs all tests; exit code 1 when one fails.
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0

# name, wanted output, argument, versions
check() {
  got=$(printf '%s\n' $4 | sh bin/newest $3)
  if [ "$got" = "$2" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL  $1: wanted '$2', got '$got'"
  fi
}

check a_leading_v_is_taken_off 2.0.0 '' 'v2.0.0 v1.0.0'
check other_lines_are_passed_over 1.0.0 '' 'latest 1.0.0 1.0 1.0.0-rc1'
check nothing_is_newest_of_nothing '' '' 'latest'
check the_patch_of_two_digits_is_newer 1.0.10 '' '1.0.10 1.0.9'
check ten_is_more_than_nine 1.10.0 '' '1.9.4 1.10.0 1.2.0'
check a_series_is_not_another_that_begins_like_it 1.1.3 1.1 '1.1.3 1.10.0 1.1.2'
check a_dot_is_no_other_character '' 1.1 '111.0.0 1.2.0'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
