#!/bin/sh
# Called by Maven: `build.sh build` puts the web app into target/classes, `build.sh test` runs its unit tests. Without
# Node 20 and npm, or without its packages when the registry is out of reach, it says so and leaves nothing: the server then
# shows the plain pages. In CI that is a failure.
set -eu
cd "$(dirname "$0")"

without() {
  rm -rf target/classes/io
  [ -z "${CI:-}" ] || { echo "web: $1" >&2; exit 1; }
  [ "${2:-}" = silent ] || echo "web: $1; the app is not built, the server shows its plain pages"
  exit 0
}

quiet=
[ "$1" = build ] || quiet=silent
command -v npm >/dev/null 2>&1 || without "no npm here" $quiet
node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null || without "Node 20 or newer is needed" $quiet

# npm only when the packages have changed, so that a build does not need the network.
installed=node_modules/.installed
if ! cmp -s package-lock.json "$installed"; then
  npm ci --silent || without "npm ci failed" $quiet
  cp package-lock.json "$installed"
fi
exec node build.mjs "$1"
