# Prints what each account holds, by name.
/^[ \t]+[^ \t]/ { held[$1] += $NF }

END {
  for (account in held)
    printf "%-16s %12.2f\n", account, held[account] | "sort"
}
