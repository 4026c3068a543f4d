. "$(dirname "$0")/expect.sh"

# The balances of a journal, with one space between words.
balance() {
  awk -f bin/balance.awk | tr -s ' '
}

expect amounts_of_an_account_are_added 'bank -7.50
food 7.50' "$(balance <<'JOURNAL'
2026-03-02 Bread
  food    5.00
  bank   -5.00

2026-03-03 Milk
  food    2.50
  bank   -2.50
JOURNAL
)"

expect accounts_are_sorted 'a 1.00
b 2.00
c -3.00' "$(balance <<'JOURNAL'
2026-03-02 All
  c  -3.00
  b   2.00
  a   1.00
JOURNAL
)"

expect thousands_may_be_parted_by_commas 'bank -1250.00
home:rent 1250.00' "$(balance <<'JOURNAL'
2026-03-02 Rent
  home:rent   1,250.00
  bank       -1,250.00
JOURNAL
)"

report balance
