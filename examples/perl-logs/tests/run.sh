#!/bin/sh
cd "$(dirname "$0")/.." || exit 1
for test in t/*.t; do
  perl -Ilib "$test" || exit 1
done
