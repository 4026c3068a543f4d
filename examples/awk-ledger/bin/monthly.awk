# Prints what an account and those below it took in each month, in the order of the journal.
#   -v account=NAME
/^[0-9]/ {
  month = substr($1, 1, 7)
  if (!(month in taken)) {
    taken[month] = 0
    months[++count] = month
  }
}

/^[ \t]+[^ \t]/ && $1 ~ account {
  amount = $NF
  gsub(/,/, "", amount)
  taken[month] += amount
}

END {
  for (i = 1; i <= count; i++)
    printf "%s %12.2f\n", months[i], taken[months[i]]
}
