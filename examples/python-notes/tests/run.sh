#!/bin/sh
# Starts the server, runs the tests against it, stops it.
cd "$(dirname "$0")/.." || exit 1
rm -f notes.port
python3 -m notes &
server=$!
trap 'kill $server' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
  [ -s notes.port ] && break
  sleep 0.3
done
python3 -m unittest -q
