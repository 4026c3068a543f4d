. "$(dirname "$0")/expect.sh"

# What an account of the journal below took, with one space between words.
monthly() {
  awk -f bin/monthly.awk -v account="$1" <<'JOURNAL' | tr -s ' '
2026-03-02 Market
  food:bread    4.00
  petfood       9.00
  cash        -13.00

2026-03-20 Restaurant
  food         30.00
  cash        -30.00

2026-04-01 Picnic
  trips:food   12.00
  food.extra    1.00
  cash        -13.00
JOURNAL
}

expect months_are_those_of_the_journal '2026-03 -43.00
2026-04 -13.00' "$(monthly cash)"

expect an_account_has_those_below_it '2026-03 34.00
2026-04 0.00' "$(monthly food)"

expect a_dot_is_no_other_character '2026-03 0.00
2026-04 0.00' "$(monthly trips.food)"

report monthly
