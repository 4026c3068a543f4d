# For the tests of a program: counts what is as wanted.
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0

# name, wanted output, output
expect() {
  if [ "$3" = "$2" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL  $1: wanted '$2', got '$3'"
  fi
}

# name of the program; exit code 1 when a test failed
report() {
  echo "$1: $passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
