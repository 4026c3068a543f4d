. "$(dirname "$0")/expect.sh"

# What is said of a journal, and the exit code.
check() {
  awk -f bin/check.awk
  echo "exit $?"
}

expect an_entry_that_is_off_is_named 'line 1: Bread is off by 0.50
exit 1' "$(check <<'JOURNAL'
2026-03-02 Bread
  food    5.00
  bank   -4.50
JOURNAL
)"

expect thousands_may_be_parted_by_commas 'exit 0' "$(check <<'JOURNAL'
2026-03-02 Rent
  home:rent   1,250.00
  bank       -1,250.00
JOURNAL
)"

expect cents_are_no_reason_to_complain 'exit 0' "$(check <<'JOURNAL'
2026-03-02 Sweets
  food    0.10
  food    0.20
  bank   -0.30
JOURNAL
)"

expect a_cent_is_one 'line 1: Sweets is off by 0.01
exit 1' "$(check <<'JOURNAL'
2026-03-02 Sweets
  food    0.31
  bank   -0.30
JOURNAL
)"

report check
