#!/usr/bin/env bash
# Sessions in containers (docs/isolation.md): makes an image of Debian's packages, with podman of a place of its own, and runs what
# a session can do there, and the lists of ways out. Needs root, podman, runc, mmdebstrap.
#
# CONTAINERS_BASE: the root file system of the image as a tar file, else one is made. Words are for Maven.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

place=$(mktemp -d /tmp/agent-containers.XXXXXX)
# Within the bounds that containers may have on small machines, without systemd.
cat >"$place/containers.conf" <<END
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
END
cat >"$place/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$place/storage"
runroot = "$place/run"
END
export CONTAINERS_CONF=$place/containers.conf CONTAINERS_STORAGE_CONF=$place/storage.conf
cleanup() {
  podman rm -f -a -t 2 >/dev/null 2>&1 || true
  umount "$place/storage/overlay" 2>/dev/null || true
  rm -rf "$place"
}
trap cleanup EXIT
trap 'exit 143' INT TERM

base=${CONTAINERS_BASE:-$place/base.tar}
if [ ! -f "$base" ]; then
  mmdebstrap --quiet --variant=essential --include=git,ca-certificates,perl,curl,procps,util-linux bookworm "$base"
fi
podman import --quiet "$base" agent-tools:latest
export AGENT_TEST_IMAGE=localhost/agent-tools:latest

some=(-Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false)
mvn -B -ntp verify -Pcrashes -Dtest.groups=long -pl e2e -am -Dtest=ContainerTest \
  -Dit.test='EscapesE2ET#*Container*,EgressE2ET#*Container*' "${some[@]}" "$@"
# A test that is skipped is no news: here the image is there.
for of in worker/target/surefire-reports/TEST-*.ContainerTest.xml e2e/target/failsafe-reports/TEST-*.E{scapes,gress}E2ET.xml; do
  grep -q '<testsuite [^>]*skipped="0"' "$of" || { echo "$of: tests were skipped" >&2 && exit 1; }
done
left=$(podman ps -a -q)
[ -z "$left" ] || { echo "containers were left: $left" >&2 && exit 1; }
