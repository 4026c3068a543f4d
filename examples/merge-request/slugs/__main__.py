"""Prints a slug for each title on standard input, each another one."""

import sys

from slugs import unique

taken = set()
for line in sys.stdin:
    made = unique(line.strip(), taken)
    taken.add(made)
    print(made)
