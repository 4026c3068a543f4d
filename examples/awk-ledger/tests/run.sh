#!/bin/sh
# Runs all tests; exit code 1 when one fails.
cd "$(dirname "$0")" || exit 2
worst=0
for program in balance monthly check; do
  sh "./$program.sh" || worst=1
done
exit $worst
