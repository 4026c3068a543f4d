# Prints entries whose amounts don't sum to nothing; exit code 1 when there are any.
function judge() {
  if (sum != 0) {
    printf "line %d: %s is off by %.2f\n", line, title, sum
    wrong = 1
  }
  sum = 0
}

/^[0-9]/ {
  judge()
  line = NR
  title = substr($0, 12)
}

/^[ \t]+[^ \t]/ {
  amount = $NF
  gsub(/,/, "", amount)
  sum += amount
}

END {
  judge()
  exit wrong
}
