#!/bin/sh
# inside.sh ROOT COMMAND...: runs it in that root file system with mounts and processes of its own, which end with it, as in a
# container. INSIDE_ALONE=yes: with a network of its own, too, which is a loopback. INSIDE_READS=DIRECTORY: is /release there.
set -eu
if [ "${INSIDE_BEGUN:-}" != yes ]; then
  set -- --mount --pid --fork --kill-child "$0" "$@"
  if [ "${INSIDE_ALONE:-}" = yes ]; then set -- --net "$@"; fi
  if [ "$(id -u)" -ne 0 ]; then set -- --user --map-root-user "$@"; fi
  INSIDE_BEGUN=yes exec unshare "$@"
fi
root=$1
shift
if [ "${INSIDE_ALONE:-}" = yes ]; then ip link set lo up; fi
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount --rbind /dev dev
if [ -n "${INSIDE_READS:-}" ]; then
  mkdir -p release
  mount --bind -o ro "$INSIDE_READS" release
fi
# Over the machine's own root: else this would be a root within a root, where no user namespace can be made.
mount --move . /
exec chroot . /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"
