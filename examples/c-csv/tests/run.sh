#!/bin/sh
# Builds csvcut into a directory of its own and compares what it prints.
cd "$(dirname "$0")/.." || exit 1
made=$(mktemp -d) || exit 1
trap 'rm -rf "$made"' EXIT
cc -std=c99 -Wall -Wextra -Werror -o "$made/csvcut" csvcut.c || exit 1
number=0
failed=0

# check WHAT COLUMNS INPUT WANTED; \n and \r in the texts are line ends.
check() {
  number=$((number + 1))
  printf '%b' "$3" | "$made/csvcut" "$2" >"$made/got"
  printf '%b' "$4" >"$made/wanted"
  if cmp -s "$made/got" "$made/wanted"; then
    echo "ok $number - $1"
  else
    failed=1
    echo "not ok $number - $1"
    sed 's/^/#   got:    /' "$made/got"
    sed 's/^/#   wanted: /' "$made/wanted"
  fi
}

check "columns in the order asked for" 2,1 'a,b,c\n1,2,3\n' 'b,a\n2,1\n'
check "line ends of Windows" 2 'a,b\r\n1,2\r\n' 'b\n2\n'
check "a comma inside of quotes" 1,2 'name,city\n"Smith, Ann",Ulm\n' 'name,city\n"Smith, Ann",Ulm\n'
check "an empty field" 3,2 'a,,c\n' 'c,\n'
check "a quote inside of quotes" 1 '"6"" pipe",2\n' '"6"" pipe"\n'
check "a line end inside of quotes" 2,1 '"two\nlines",x\n' 'x,"two\nlines"\n'
long=$(printf '%0200d' 0)
check "a long field" 2 "$long,x\n" 'x\n'
check "no line end at the end" 1 'a,b\n1,2' 'a\n1\n'
exit $failed
