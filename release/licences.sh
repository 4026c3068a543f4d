#!/usr/bin/env bash
# What is inside of a release: licences.sh ROOT JDK VERSION STAGE writes sbom.cdx.json (CycloneDX: the libraries as Maven has
# found them, the packages of the web app, Java and PostgreSQL) and THIRD-PARTY.txt, the same for people with the texts.
set -euo pipefail
root=$1 jdk=$2 version=$3 stage=$4
bom=$root/cli/target/bom.json
[ -f "$bom" ] || { echo "release: $bom is missing: build with the profile release" >&2 && exit 1; }

java=$(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$jdk/release")
postgres=$(ls "$stage/lib/lib" | sed -n 's/^embedded-postgres-binaries-.*-\([0-9.]*\)\.jar$/\1/p' | head -n 1)

jq --sort-keys --arg version "$version" --arg java "$java" --arg postgres "$postgres" --slurpfile lock "$root/web/package-lock.json" '
  def licence($id): [{license: {id: $id}}];
  ($lock[0].packages | to_entries | map(select(.key != "" and (.value.dev | not) and (.value.optional | not)))
    | map((.key | sub("^.*node_modules/"; "")) as $name | {type: "library", name: $name, version: .value.version,
        "bom-ref": "pkg:npm/\($name)@\(.value.version)", purl: "pkg:npm/\($name)@\(.value.version)",
        licenses: licence(.value.license // "unknown")})) as $npm
  | .metadata.component.version = $version
  | .components = ((.components + $npm + [
      {type: "platform", name: "OpenJDK", version: $java, "bom-ref": "pkg:generic/openjdk@\($java)", purl: "pkg:generic/openjdk@\($java)",
        licenses: [{expression: "GPL-2.0-only WITH Classpath-exception-2.0"}]},
      {type: "application", name: "PostgreSQL", version: $postgres, "bom-ref": "pkg:generic/postgresql@\($postgres)",
        purl: "pkg:generic/postgresql@\($postgres)", licenses: licence("PostgreSQL")}])
    | map(select(.group != "io.agentservice")) | sort_by(.purl))' "$bom" >"$stage/sbom.cdx.json"

{
  echo "What agent $version is made of beside its own code (LICENSE), and under which terms. The runtime of Java has its texts in"
  echo "runtime/legal; those of the other parts follow the list. Packages of npm are unchanged but for being packed: their source is what"
  echo "npmjs.com has of that name and version, also of those under the MPL-2.0 (https://www.mozilla.org/MPL/2.0/)."
  echo
  jq -r '.components[] | [(if .group then .group + ":" else "" end) + .name, .version,
    ((.licenses // []) | map(.expression // .license.id // .license.name) | unique | join(", "))] | join("  ")' "$stage/sbom.cdx.json"
  texts=$(mktemp -d)
  trap 'rm -rf "$texts"' EXIT
  for jar in "$stage"/lib/lib/*.jar; do
    unzip -Z1 "$jar" | grep -iE '^(META-INF/)?[^/]*(LICEN[CS]E|NOTICE|COPYING)[^/]*$' | grep -v '\.class$' | sort | while read -r name; do
      unzip -p "$jar" "$name" >"$texts/text"
      digest=$(sha256sum <"$texts/text" | cut -c1-64)
      [ -f "$texts/$digest" ] || mv "$texts/text" "$texts/$digest"
      echo "${jar##*/}" >>"$texts/$digest.of"
    done || true
  done
  for of in "$texts"/*.of; do
    printf '\n%s\n%s\n\n' "$(printf '=%.0s' $(seq 80))" "$(sort -u "$of")"
    tr -d '\r' <"${of%.of}"
  done
  jq -r '.packages | to_entries[] | select(.key != "" and (.value.dev | not) and (.value.optional | not)) | .key' "$root/web/package-lock.json" |
    sort | while read -r package; do
      # What a package brings of others lies in its vendor.
      for text in "$root/web/$package"/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]* "$root/web/$package"/vendor/*/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*; do
        [ -f "$text" ] || continue
        of=${text#"$root/web/node_modules/"}
        printf '\n%s\n%s\n\n' "$(printf '=%.0s' $(seq 80))" "${of%/*}"
        tr -d '\r' <"$text"
      done
    done
} >"$stage/THIRD-PARTY.txt"
