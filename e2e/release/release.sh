#!/usr/bin/env bash
# What a release is to those who get it: installs it where there is no JDK and no network, runs a demo there, upgrades, removes,
# and looks at what is left. Needs root, mmdebstrap, and a release in target/release (`make release`); for the image podman, runc.
#
#   e2e/release/release.sh                 all of it
#   e2e/release/release.sh --like DIR      also compares the release with that of another build of the same commit in DIR
#
# RELEASE_PARTS="look tarball deb upgrade rpm image": some of it; "upgrade" is of the packages among them, which it makes once more.
# RELEASE_BASE names a root file system as for `make release`, instead of one that is made.
# RELEASE_NETWORK=host where containers can't have a network of their own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
like=
if [ "${1:-}" = --like ]; then like=$2; fi

out=$root/target/release
begun=$SECONDS
step() { printf '\n--> %s (after %d s)\n' "$*" $((SECONDS - begun)); }
fail() { printf '\n--> FAILED: %s\n' "$*" >&2 && exit 1; }
one() { if [ $# -eq 1 ] && [ -f "$1" ]; then echo "$1"; else fail "not one file: $*"; fi; }
parts=" ${RELEASE_PARTS:-look tarball deb upgrade rpm image} "
wants() { case $parts in *" $1 "*) return 0 ;; *) return 1 ;; esac; }

place=$(mktemp -d /tmp/agent-release.XXXXXX)
pod=(podman --root "$place/storage" --runroot "$place/run" --runtime runc)
bounds=(--ulimit nofile=1024:1024 --ulimit nproc=1024:1024)
# Without a network where containers can have one of their own, else beside the machine's.
alone=--network=${RELEASE_NETWORK:-none}
cleanup() {
  if wants image; then
    "${pod[@]}" rm -f -a -t 5 >/dev/null 2>&1 || true
    "${pod[@]}" rmi -f -a >/dev/null 2>&1 || true
    umount "$place/storage/overlay" 2>/dev/null || true
  fi
  rm -rf "$place"
}
trap cleanup EXIT

at_most() { # FILE MB
  local size=$(($(stat -c %s "$1") / 1000000))
  printf '%s: %d MB\n' "${1##*/}" "$size"
  [ "$size" -le "$2" ] || fail "${1##*/} has $size MB, more than $2"
}

# RELEASE_SECONDS: how long an installation with its first session may take, on a machine that has nothing else to do.
# RELEASE_READY_MS: how long a start of the image with an existing database may, there.
in_time() { [ "$1" -le "${RELEASE_SECONDS:-600}" ] || fail "more than $RELEASE_SECONDS s"; }

# That Java takes the class of our program from the archive, not from the jar.
USES_ARCHIVE='
uses_archive() { # COMMAND OF THE LAUNCHER, WORDS...
  AGENT_JAVA_OPTS="-Xlog:class+load:file=/tmp/classes.log" "$@" >/dev/null || return 1
  grep -q "io.agentservice.cli.Main source: shared objects file" /tmp/classes.log
}'

# --- what was made -------------------------------------------------------------------------------------------------

compare() {
  step "two builds of one commit are equal"
  local file other
  for file in "$out"/*.tar.gz "$out"/*.zip "$out"/*.deb "$out"/*.rpm "$out"/*.cdx.json; do
    other=$like/target/release/${file##*/}
    cmp "$file" "$other" || fail "${file##*/} differs between two builds"
    echo "${file##*/}: equal"
  done
}

look() {
  step "sizes, checksums, signature, package"
  at_most "$(one "$out"/agent-*-linux-*.tar.gz)" 150
  if wants image; then at_most "$(one "$out"/agent-*.oci.tar)" 350; fi
  (cd "$out" && sha256sum --quiet -c SHA256SUMS)
  if [ ! -f "$out/UNSIGNED" ]; then ls "$out"/SHA256SUMS.* >/dev/null || fail "neither signed nor called unsigned"; fi
  jq -e '.bomFormat == "CycloneDX" and (.components | length > 100)' "$out"/agent-*.cdx.json >/dev/null || fail "no whole SBOM"
  if wants deb && wants rpm; then compare_packages; fi
  local page
  for page in "$root"/target/release-work/agent-*/man/*.1; do
    if command -v man >/dev/null && [ -n "$(man --warnings -l "$page" 2>&1 >/dev/null)" ]; then fail "$page is no manual page"; fi
  done
}

compare_packages() {
  local deb rpm
  deb=$(one "$out"/agent-service_*.deb) rpm=$(one "$out"/agent-service-*.rpm)
  if command -v lintian >/dev/null; then
    if lintian --fail-on error --tag-display-limit 0 "$deb" 2>/dev/null | grep '^E:'; then fail "lintian finds errors"; fi
  fi
  diff <(dpkg-deb -c "$deb" | awk '{print $6}' | sed -n 's:^\.\(/usr/lib/agent/.*[^/]\)$:\1:p' | sort) \
    <(rpm -qpl "$rpm" 2>/dev/null | grep '^/usr/lib/agent/' | while read -r f; do [ -z "$f" ] || echo "$f"; done | sort |
      grep -vxF -f <(rpm -qp --qf '[%{FILEMODES:perms} %{FILENAMES}\n]' "$rpm" 2>/dev/null | sed -n 's/^d[^ ]* //p')) ||
    fail "deb and rpm hold other files"
}

# --- where there is no JDK -----------------------------------------------------------------------------------------

make_bare() {
  step "a root file system of Debian's packages"
  if [ -n "${RELEASE_BASE:-}" ]; then
    cp "$RELEASE_BASE" "$place/bare.tar"
    return
  fi
  local packages=git,ca-certificates,libstdc++6
  if wants rpm; then packages=$packages,rpm; fi
  mmdebstrap --quiet --variant=essential --include=$packages bookworm "$place/bare.tar"
}

# inside NAME SCRIPT: in a root file system, without a network; whatever it leaves running ends with it
inside() { INSIDE_ALONE=yes INSIDE_READS=$out release/inside.sh "$place/$1" sh -eu -c "$2"; }
start_bare() { mkdir "$place/$1" && tar -x -C "$place/$1" --exclude='./dev/*' -f "$place/bare.tar"; }

try_tarball() {
  step "the tarball: unpack, demo"
  local tarball started
  tarball=$(one "$out"/agent-*-linux-*.tar.gz)
  start_bare tarball
  inside tarball '! command -v java'
  started=$SECONDS
  inside tarball "cd /opt && tar -xzf /release/${tarball##*/} && mv agent-* agent && cd / && timeout 300 /opt/agent/agent demo" \
    >"$place/demo" 2>&1 || { tail -n 40 "$place/demo" && fail "the demo of the tarball"; }
  tail -n 3 "$place/demo"
  echo "from the file to the end of the first session: $((SECONDS - started)) s"
  in_time $((SECONDS - started))
  inside tarball "$USES_ARCHIVE
    /opt/agent/agent version --json | grep '\"commit\":\"'
    /opt/agent/agent --prepare
    /opt/agent/agent verify --installation
    cp /opt/agent/lib/agent-cli.jar /opt/agent/lib/other.jar
    if /opt/agent/agent verify --installation; then echo 'a foreign file is not seen'; exit 1; fi
    rm /opt/agent/lib/other.jar
    uses_archive /opt/agent/agent version || { echo 'the archive is not used'; exit 1; }
    [ -d /opt/agent/prepared/home ]"
  rm -rf "${place:?}/tarball"
}

# What systemd would be told.
SYSTEMCTL='#!/bin/sh
echo "$*" >>/tmp/systemctl
case $* in
  *list-units*agent-worker@*) if [ ! -e /tmp/drained ]; then echo "agent-worker@1.service loaded active running worker"; fi ;;
esac
case $* in *list-units*agent-server.service*) echo "agent-server.service loaded active running server" ;; esac
case $* in reload*) touch /tmp/drained ;; esac'

listing="find / -xdev \\( -path /proc -o -path /sys -o -path /tmp -o -path /root -o -path /var/lib/dpkg -o -path /var/lib/rpm -o -path /run -o -path /release \\) -prune -o -print | sort"

# try_package NAME INSTALL UPGRADE REMOVE
try_package() {
  local name=$1 install=$2 upgrade=$3 remove=$4
  start_bare "$name"
  if wants upgrade; then cp -r "$place/old" "$place/$name/old"; fi
  inside "$name" "$listing" >"$place/before"
  local started=$SECONDS
  inside "$name" "$install && timeout 300 agent demo" >"$place/demo" 2>&1 || { tail -n 40 "$place/demo" && fail "the demo of the $name"; }
  tail -n 3 "$place/demo"
  echo "from the $name to the end of the first session: $((SECONDS - started)) s"
  in_time $((SECONDS - started))
  inside "$name" "$USES_ARCHIVE
    uses_archive agent version || { echo 'the archive is not used'; exit 1; }
    mkdir -p /var/lib/agent && echo data >/var/lib/agent/data && echo AGENT_PORT=9 >>/etc/agent/agent.env"
  if wants upgrade; then try_upgrade "$name" "$upgrade"; fi
  inside "$name" "$remove
    [ ! -e /usr/lib/agent ] && [ ! -e /usr/bin/agent ]"
  inside "$name" "$listing" >"$place/after"
  comm -13 "$place/before" "$place/after" | grep -v '^/var/log/\|/__pycache__\|^/var/cache/ldconfig' >"$place/left" || true
  printf 'left of the %s:\n%s\n' "$name" "$(cat "$place/left")"
  diff <(printf '/var/lib/agent\n/var/lib/agent/data\n') "$place/left" || fail "something else than data is left of the $name"
  rm -rf "${place:?}/$name"
}

# try_upgrade NAME COMMAND: with a systemd that only writes down what it is told
try_upgrade() {
  inside "$1" "$USES_ARCHIVE
    mkdir -p /run/systemd/system && printf '%s\n' '$SYSTEMCTL' >/usr/bin/systemctl && chmod +x /usr/bin/systemctl
    $2
    uses_archive agent version || { echo 'the archive is not used after the upgrade'; exit 1; }
    grep -q AGENT_PORT=9 /etc/agent/agent.env
    sed -n 's/^\(reload\|stop\|start\)/\1/p' /tmp/systemctl | tr '\n' ' ' >/tmp/told
    cat /tmp/told && echo
    grep -q '^reload agent-worker@1.service stop agent-worker@1.service stop agent-server.service start agent-server.service start agent-worker@1.service' /tmp/told || { echo 'another order'; exit 1; }
    rm /usr/bin/systemctl && rmdir /run/systemd/system"
}

make_older() {
  local version kinds=
  version=$(sed -n 's/^version=//p' "$root"/target/release-work/agent-*/release.properties)
  if wants deb; then kinds=deb; fi
  if wants rpm; then kinds="$kinds rpm"; fi
  (
    work=$root/target/release-work stage=$(echo "$root"/target/release-work/agent-*) out=$place/old version=0.0.1 root=$root
    case $(uname -m) in aarch64) deb_arch=arm64 rpm_arch=aarch64 ;; *) deb_arch=amd64 rpm_arch=x86_64 ;; esac
    SOURCE_DATE_EPOCH=$(stat -c %Y "$stage/release.properties")
    export work stage out version root deb_arch rpm_arch SOURCE_DATE_EPOCH
    # shellcheck disable=SC2086 # words
    mkdir -p "$out" && release/package.sh $kinds
  )
  echo "0.0.1 before $version"
}

# Where the package is that is installed first.
first_of() { if wants upgrade; then echo /old; else echo /release; fi; }

try_deb() {
  step "the deb: install, demo, remove, purge"
  try_package deb "dpkg -i $(first_of)/agent-service_*.deb" "dpkg -i /release/agent-service_*.deb" \
    "dpkg -r agent-service && [ -f /etc/agent/agent.env ] && [ -f /var/lib/agent/data ] && dpkg -P agent-service"
}

try_rpm() {
  step "the rpm: the same"
  try_package rpm "rpm -i --nodeps $(first_of)/agent-service-*.rpm" "rpm -U --nodeps /release/agent-service-*.rpm" \
    "rpm -e --nodeps agent-service && rm -f /etc/agent/agent.env.rpmsave && { rmdir /etc/agent || true; }"
}

# --- the image -----------------------------------------------------------------------------------------------------

try_image() {
  step "the image: a demo, with a file system that can't be written to"
  local name
  name=$("${pod[@]}" pull -q "oci-archive:$(one "$out"/agent-*.oci.tar)")
  local sealed=(--read-only --tmpfs /tmp:exec --cap-drop=all --security-opt=no-new-privileges "${bounds[@]}")
  "${pod[@]}" volume create data >/dev/null
  timeout 300 "${pod[@]}" run --rm "${sealed[@]}" "$alone" -v data:/var/lib/agent "$name" demo >"$place/demo" 2>&1 ||
    { tail -n 40 "$place/demo" && fail "the demo of the image"; }
  tail -n 3 "$place/demo"

  step "the image: server, and a worker in another container"
  local key=agt_trial_of_the_release_0123456789
  "${pod[@]}" run -d --name server "${sealed[@]}" "$alone" -v data:/var/lib/agent -e AGENT_BOOTSTRAP_TOKEN=$key -e AGENT_PORT=18080 \
    -e AGENT_MODEL=replay:/opt/agent/training/transcript.json "$name" >/dev/null
  ready server || { "${pod[@]}" logs server | tail -n 20 && fail "the server in a container does not get ready"; }
  "${pod[@]}" exec server sh -c 'id -u' | grep -qx 10001 || fail "it runs as another user"
  "${pod[@]}" exec server sh -c 'touch /opt/agent/x' 2>/dev/null && fail "its files can be written to"
  local client=(-e "AGENT_API_KEY=$key" -e "AGENT_OUTPOSTS_TOKEN=$key" -e AGENT_API_URL=http://127.0.0.1:18080)
  "${pod[@]}" exec "${client[@]}" server agent worker outpost create trial >/dev/null
  "${pod[@]}" run -d --name worker "${sealed[@]}" --network=container:server --tmpfs /var/lib/agent:mode=1777,exec "${client[@]}" \
    "$name" worker start --outpost=trial >/dev/null
  "${pod[@]}" exec "${client[@]}" server agent session create --platform trial --json "mend it" >"$place/session" ||
    fail "no session: $(cat "$place/session")"
  local id state
  id=$(jq -r '.session_id' "$place/session")
  for _ in $(seq 90); do
    state=$("${pod[@]}" exec "${client[@]}" server agent session get "$id" --json | jq -r '.status_detail // .status')
    case $state in finished | waiting_for_user | suspended | exit | error) break ;; esac
    sleep 1
  done
  "${pod[@]}" exec "${client[@]}" server agent session events "$id" --json >"$place/events" || true
  echo "session $id: $state, $(wc -l <"$place/events") events"
  grep -q tool_result "$place/events" || { "${pod[@]}" logs worker | tail -n 20 && fail "the worker in another container did nothing"; }

  step "the image: a start with an existing database"
  "${pod[@]}" stop -t 60 worker >/dev/null
  "${pod[@]}" stop -t 60 server >/dev/null
  local started
  started=$(date +%s%N)
  "${pod[@]}" start server >/dev/null
  "${pod[@]}" exec server timeout 60 sh -c 'until curl -fs -o /dev/null http://127.0.0.1:18080/readyz; do sleep 0.02; done' ||
    fail "the second start does not get ready"
  local took=$((($(date +%s%N) - started) / 1000000))
  echo "ready after $took ms, the start of the container among them"
  [ "$took" -le "${RELEASE_READY_MS:-20000}" ] || fail "more than $RELEASE_READY_MS ms"
  "${pod[@]}" exec server sh -c "tr '\\0' '\\n' </proc/1/cmdline" | grep -q AOTCache=/opt/agent/prepared/service ||
    fail "the server of the image runs without its archive"
  "${pod[@]}" exec server sh -euc "$USES_ARCHIVE
    uses_archive agent version" || fail "the archive of the image is not used"
}

# ready CONTAINER: by the command that is there for it
ready() {
  for _ in $(seq 300); do
    if "${pod[@]}" exec "$1" agent health >/dev/null 2>&1; then return 0; fi
    sleep 0.1
  done
  return 1
}

if [ -n "$like" ]; then compare; fi
for part in $parts; do
  case $part in look | tarball | deb | upgrade | rpm | image) ;; *) fail "no part: $part" ;; esac
done
if wants look; then look; fi
if wants tarball || wants deb || wants rpm; then make_bare; fi
if wants tarball; then try_tarball; fi
if wants upgrade; then make_older; fi
if wants deb; then try_deb; fi
if wants rpm; then try_rpm; fi
if wants image; then try_image; fi
step "the release is sound"
