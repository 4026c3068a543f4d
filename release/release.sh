#!/usr/bin/env bash
# `make release`: everything that is given to those who have no JDK and no Maven, into target/release. Two builds of one
# commit by one JDK are to be equal, byte by byte, but for the archives of fast starts in the image (ADR 0080).
#
#   release.sh [--built] [--only tar,zip,deb,rpm,image,bundle]
#
# --built: the jars and the remote are there already. What the environment says:
#   RELEASE_BASE          a root file system as a tar, for the image; else one is made of Debian's packages by mmdebstrap
#   RELEASE_MINISIGN_KEY  file of a secret key without a password, RELEASE_GPG_KEY  name of a key: the checksums are signed
#   RELEASE_VERSION       instead of the version of pom.xml, for trials of upgrades
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
export LC_ALL=C TZ=UTC
umask 022

built=
only=tar,zip,deb,rpm,image,bundle
while [ $# -gt 0 ]; do
  case $1 in
    --built) built=yes ;;
    --only) only=$2 && shift ;;
    *) echo "usage: release.sh [--built] [--only tar,zip,deb,rpm,image,bundle]" >&2 && exit 2 ;;
  esac
  shift
done
wants() { case ",$only," in *,"$1",*) return 0 ;; *) return 1 ;; esac; }

say() { printf 'release: %s\n' "$*"; }
fail() { printf 'release: %s\n' "$*" >&2 && exit 1; }
needs() { command -v "$1" >/dev/null || fail "$1 is missing: install $2"; }

# The version stands in pom.xml, the time is that of the commit. A tree without git (a source archive) says them itself.
version=${RELEASE_VERSION:-$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' pom.xml)}
commit=${RELEASE_COMMIT:-$(git rev-parse HEAD 2>/dev/null || echo unknown)}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date -d 2026-11-20 +%s)}
export SOURCE_DATE_EPOCH
if [ "$(uname -s)" != Linux ]; then fail "releases are made on Linux"; fi
case $(uname -m) in
  x86_64) platform=linux-x64 deb_arch=amd64 rpm_arch=x86_64 ;;
  aarch64) platform=linux-arm64 deb_arch=arm64 rpm_arch=aarch64 ;;
  *) fail "no release for $(uname -m)" ;;
esac
jdk=$(./agent --print-jdk)
out=$root/target/release
work=$root/target/release-work
stage=$work/agent-$version

# What the program uses, by jdeps over all its jars (docs/development.md), and zipfs.
modules=java.base,java.desktop,java.management,java.naming,java.net.http,java.security.jgss,java.sql,jdk.httpserver,jdk.jfr,jdk.unsupported,jdk.zipfs

# Everything gets the time of the commit, but what changes with its version only: a layer of it should be the same in the
# next release, and Java's archives know the times of what they were made of.
RARE_TIME=$(date -d "$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' pom.xml)" +%s)
export RARE_TIME
settle() {
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  find "$1" -path "$1/runtime*" -exec touch -h -d "@$RARE_TIME" {} +
  find "$1" -path '*/lib/lib/*' -not -name 'agent-*' -exec touch -h -d "@$RARE_TIME" {} +
}
# pack DIRECTORY NAME...: a tar that depends on names, contents and times alone, to standard output
pack() {
  local directory=$1
  shift
  tar -C "$directory" --sort=name --format=gnu --clamp-mtime --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -c "$@"
}

build() {
  if [ -z "$built" ]; then
    needs mvn maven
    say "building $version"
    # CI: without npm there would be no web app.
    CI=true JAVA_HOME=$jdk mvn -B -ntp -q -P 'release,!format' -Dquick -Dmaven.test.skip=true -Dcheckstyle.skip=true \
      -pl cli,remote -am package
  fi
  [ -f cli/target/agent-cli.jar ] && [ -d remote/target/dist/agent-rs/remote ] || fail "nothing is built; leave --built out"
}

# The directory that the archives, the packages and the image are made of.
make_stage() {
  rm -rf "$work" "$out"
  mkdir -p "$stage/lib/lib" "$stage/agent-rs/remote" "$stage/training" "$stage/docs" "$stage/man" "$stage/completions" "$out"
  install -m 755 agent "$stage/agent"
  cp cli/target/agent-cli.jar "$stage/lib/"
  # Those that the manifest names: an older build may have left others.
  unzip -p cli/target/agent-cli.jar META-INF/MANIFEST.MF | tr -d '\r' | sed -e ':a' -e 'N;$!ba' -e 's/\n //g' |
    sed -n 's/^Class-Path: //p' | tr ' ' '\n' | sed 's:^lib/::' | while read -r jar; do cp "cli/target/lib/$jar" "$stage/lib/lib/"; done
  local latest name
  for latest in remote/target/dist/agent-rs/remote/latest_*; do
    name=agent-remote_$(cat "$latest")_${latest##*/latest_}
    cp "$latest" "remote/target/dist/agent-rs/remote/$name" "remote/target/dist/agent-rs/remote/$name.sha256" "$stage/agent-rs/remote/"
  done
  copied examples "$stage/examples"
  copied cli/src/training "$stage/training"
  cp docs/*.md docs/*.png "$stage/docs/"
  cp -R docs/api "$stage/docs/api"
  cp -R deploy/systemd "$stage/systemd"
  copied deploy/compose "$stage/deploy/compose"
  copied deploy/helm/agent "$stage/deploy/helm/agent"
  cp LICENSE README.md CHANGELOG.md "$stage/"
  printf 'version=%s\ncommit=%s\ncommitted=%s\n' "$version" "$commit" "$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" \
    >"$stage/release.properties"
  "$jdk/bin/java" -XX:TieredStopAtLevel=1 -cp cli/target/agent-cli.jar io.agentservice.cli.ManPages "$stage/man"
  local shell
  for shell in bash zsh fish; do
    "$jdk/bin/java" -XX:TieredStopAtLevel=1 -jar cli/target/agent-cli.jar completion $shell >"$stage/completions/agent.$shell"
  done
  release/licences.sh "$root" "$jdk" "$version" "$stage"
  say "linking a runtime of Java: $(sed -n 's/^JAVA_RUNTIME_VERSION=//p' "$jdk/release")"
  "$jdk/bin/jlink" --add-modules "$modules" --strip-java-debug-attributes --no-header-files --no-man-pages --output "$work/runtime"
  find "$work/runtime" -type f \( -name '*.so' -o -path '*/bin/*' -o -name jexec -o -name jspawnhelper \) -not -name '*.sh' \
    -exec strip --strip-unneeded {} +
  chmod -R u+w,go=rX "$stage" "$work/runtime"
  settle "$stage"
}

# What git has of a directory, nothing that trials have left there.
copied() {
  mkdir -p "$2"
  if git rev-parse --git-dir >/dev/null 2>&1; then
    git ls-files -z "$1" | tar --null -T - -c | tar -x -C "$2" --strip-components="$(echo "$1" | tr / '\n' | wc -l)"
  else
    cp -R "$1/." "$2/"
  fi
}

# What each file is that runs, for `agent verify`: in every form of a release these lie together. A signature of the digest
# of the list (minisign's usual one) could be checked by minisign only.
list_files() {
  (cd "$stage" && find agent lib agent-rs examples training release.properties $([ ! -d runtime ] || echo runtime) \( -type f -o -type l \) \
    -print0 | sort -z | xargs -0 sha256sum --) >"$stage/FILES.sha256"
  if [ -n "${RELEASE_MINISIGN_KEY:-}" ]; then
    needs minisign minisign
    minisign -S -l -s "$RELEASE_MINISIGN_KEY" -m "$stage/FILES.sha256" -t "agent $version" </dev/null >/dev/null
  fi
  settle "$stage"
}

make_zip() {
  needs zip zip
  # Of any system with a JDK, so without what is for this one only.
  (cd "$work" && find "agent-$version" -not -path '*/runtime/*' -print | sort | zip -q -X -D -@ "$out/agent-$version.zip")
}

make_tar() {
  pack "$work" "agent-$version" | gzip -n >"$out/agent-$version-$platform.tar.gz"
}

make_bundle() {
  mkdir -p "$work/bundle/agent-$version-offline"
  cp -l "$out"/* "$work/bundle/agent-$version-offline/"
  cp docs/install.md "$work/bundle/agent-$version-offline/INSTALL.md"
  settle "$work/bundle"
  pack "$work/bundle" "agent-$version-offline" >"$out/agent-$version-$platform-offline.tar"
}

sums() { (cd "$out" && sha256sum -- $(ls | grep -v -e '^SHA256SUMS' -e '^UNSIGNED')) >"$out/SHA256SUMS"; }

sign() {
  rm -f "$out"/SHA256SUMS.* "$out/UNSIGNED"
  if [ -n "${RELEASE_MINISIGN_KEY:-}" ]; then
    needs minisign minisign
    minisign -S -s "$RELEASE_MINISIGN_KEY" -m "$out/SHA256SUMS" -t "agent $version" </dev/null >/dev/null
  fi
  if [ -n "${RELEASE_GPG_KEY:-}" ]; then
    gpg --batch --yes --local-user "$RELEASE_GPG_KEY" --armor --detach-sign --output "$out/SHA256SUMS.asc" "$out/SHA256SUMS"
  fi
  if [ -z "${RELEASE_MINISIGN_KEY:-}${RELEASE_GPG_KEY:-}" ]; then
    echo "Nobody has signed this build: SHA256SUMS tells damage, not who made it." >"$out/UNSIGNED"
    say "unsigned: neither RELEASE_MINISIGN_KEY nor RELEASE_GPG_KEY is set"
  fi
}

needs jq jq
needs unzip unzip
needs strip binutils
build
make_stage
cp "$stage/sbom.cdx.json" "$out/agent-$version.cdx.json"
export root version commit platform deb_arch rpm_arch out work stage
list_files
if wants zip; then make_zip; fi
mv "$work/runtime" "$stage/runtime"
list_files
if wants tar; then make_tar; fi
if wants deb || wants rpm; then release/package.sh "$(wants deb && echo deb)" "$(wants rpm && echo rpm)"; fi
if wants image; then release/image.sh; fi
sums
sign
if wants bundle; then
  make_bundle
  sums
  sign
fi
say "made in ${out#"$root/"}:"
(cd "$out" && du -h --apparent-size -- * | awk '{printf "  %6s  %s\n", $1, $2}')
