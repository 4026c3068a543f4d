#!/usr/bin/env bash
# Called by release.sh: an image for containers as an OCI archive, by tar and gzip alone. Layers, those that change rarely
# first: the system, the runtime and the libraries, the program, the archives of fast starts. The last one is made by the Java
# of the image and never the same twice; the others are.
set -euo pipefail
cd "$root"
image=$work/image
blobs=$image/layout/blobs/sha256
rm -rf "$image"
mkdir -p "$blobs"
uid=10001
# After that of the jars: the launcher takes no archive that is older than its jar.
prepared_time=$((SOURCE_DATE_EPOCH + 60))

# pack DIRECTORY TIME OWNER NAME...
pack() {
  tar -C "$1" --sort=name --format=gnu --mtime="@$2" --owner="$3" --group="$3" --numeric-owner -c "${@:4}"
}

diffs=()
layers=()
# layer FILE: a tar, which becomes a layer
layer() {
  local digest size
  diffs+=("\"sha256:$(sha256sum <"$1" | cut -c1-64)\"")
  gzip -n <"$1" >"$image/layer.gz"
  digest=$(sha256sum <"$image/layer.gz" | cut -c1-64)
  size=$(stat -c %s "$image/layer.gz")
  mv "$image/layer.gz" "$blobs/$digest"
  layers+=("{\"mediaType\":\"application/vnd.oci.image.layer.v1.tar+gzip\",\"digest\":\"sha256:$digest\",\"size\":$size}")
  rm "$1"
}

# blob: standard input as a blob; prints digest and size
blob() {
  cat >"$image/blob"
  local digest
  digest=$(sha256sum <"$image/blob" | cut -c1-64)
  printf '"digest":"sha256:%s","size":%s' "$digest" "$(stat -c %s "$image/blob")"
  mv "$image/blob" "$blobs/$digest"
}

base() {
  if [ -n "${RELEASE_BASE:-}" ]; then
    cp "$RELEASE_BASE" "$image/base.tar"
    return
  fi
  command -v mmdebstrap >/dev/null || { echo "release: mmdebstrap is missing: install it, or set RELEASE_BASE" >&2 && exit 1; }
  # What agents and their workers need; no package manager, no manuals.
  SOURCE_DATE_EPOCH=$RARE_TIME mmdebstrap --quiet --variant=essential --include=git,ca-certificates,libstdc++6,bubblewrap,curl,patch,procps \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    "${RELEASE_SUITE:-bookworm}" "$image/base.tar"
}

base
mkdir -p "$image/user/etc" "$image/user/var/lib/agent"
tar -x -O -f "$image/base.tar" ./etc/passwd >"$image/user/etc/passwd"
tar -x -O -f "$image/base.tar" ./etc/group >"$image/user/etc/group"
echo "agent:x:$uid:$uid:agent:/var/lib/agent:/bin/sh" >>"$image/user/etc/passwd"
echo "agent:x:$uid:" >>"$image/user/etc/group"
mv "$image/base.tar" "$image/system.tar"
place=$image/opt/agent
mkdir -p "$image/opt"
cp -a "$stage" "$place"
rm -rf "$place/man" "$place/completions" "$place/systemd" "$place/deploy"

not_prepared() {
  cat "$place"/prepared/training.*.log >&2
  echo "release: $*" >&2
  exit 1
}

# By the Java of the image at its place in the image: Java does not start from archives of another place.
mkdir -p "$image/inside/dev" "$image/inside/proc" "$image/inside/opt"
tar -x -C "$image/inside" --no-same-owner --exclude='./dev/*' -f "$image/system.tar"
mv "$place" "$image/inside/opt/agent"
release/inside.sh "$image/inside" /opt/agent/agent --prepare
mv "$image/inside/opt/agent" "$place"
for kind in command service; do
  set -- "$place/prepared/$kind"-*.aot
  [ -s "$1" ] || not_prepared "no archive of fast starts was made"
done
grep -q '^finished in' "$place/prepared/training.service.log" || not_prepared "no session ran in the image, so its starts would be slow"
rm -rf "$place"/prepared/training.*.log "$image/prepared"
mkdir -p "$image/prepared/opt/agent"
mv "$place/prepared" "$image/prepared/opt/agent/prepared"
chmod -R go=rX "$image/prepared"

rm -rf "$image/inside"
layer "$image/system.tar"

# Ours are the jars whose names begin so; the runtime and the others change with their versions only.
mkdir -p "$image/rare/opt/agent/lib/lib"
mv "$place/runtime" "$image/rare/opt/agent/"
for jar in "$place"/lib/lib/*.jar; do
  case ${jar##*/} in agent-*) ;; *) mv "$jar" "$image/rare/opt/agent/lib/lib/" ;; esac
done
pack "$image/rare" "$RARE_TIME" 0 opt >"$image/layer.tar"
layer "$image/layer.tar"

{
  pack "$image" "$SOURCE_DATE_EPOCH" 0 opt >"$image/program.tar"
  pack "$image/user" "$SOURCE_DATE_EPOCH" 0 etc >"$image/user.tar"
  pack "$image/user" "$SOURCE_DATE_EPOCH" "$uid" var/lib/agent >"$image/data.tar"
  tar --concatenate --file="$image/program.tar" "$image/user.tar" "$image/data.tar"
  rm "$image/user.tar" "$image/data.tar"
}
layer "$image/program.tar"
pack "$image/prepared" "$prepared_time" 0 opt >"$image/layer.tar"
layer "$image/layer.tar"

comma() { local IFS=, && echo "$*"; }
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)
labels=$(jq -cn --arg version "$version" --arg commit "$commit" --arg created "$created" '{
  "org.opencontainers.image.title": "agent service", "org.opencontainers.image.version": $version,
  "org.opencontainers.image.revision": $commit, "org.opencontainers.image.created": $created}')
config=$(jq -cn --arg created "$created" --arg arch "$deb_arch" --arg user "$uid:$uid" --argjson labels "$labels" \
  --argjson diffs "[$(comma "${diffs[@]}")]" '{created: $created, architecture: $arch, os: "linux",
  config: {User: $user, Entrypoint: ["/opt/agent/agent"], Cmd: ["server"], WorkingDir: "/var/lib/agent",
    Env: ["PATH=/opt/agent:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/var/lib/agent",
      "AGENT_HOME=/var/lib/agent", "AGENT_BIND=0.0.0.0", "LANG=C.UTF-8"],
    ExposedPorts: {"8080/tcp": {}}, Volumes: {"/var/lib/agent": {}, "/tmp": {}}, StopSignal: "SIGTERM", Labels: $labels,
    Healthcheck: {Test: ["CMD", "/opt/agent/agent", "health"], Interval: 10000000000, Timeout: 5000000000, StartPeriod: 60000000000}},
  rootfs: {type: "layers", diff_ids: $diffs}}' | blob)
manifest=$(printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/vnd.oci.image.config.v1+json",%s},"layers":[%s],"annotations":%s}' \
  "$config" "$(comma "${layers[@]}")" "$labels" | blob)
printf '{"imageLayoutVersion":"1.0.0"}' >"$image/layout/oci-layout"
printf '{"schemaVersion":2,"manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json",%s,"platform":{"architecture":"%s","os":"linux"},"annotations":{"org.opencontainers.image.ref.name":"%s"}}]}' \
  "$manifest" "$deb_arch" "agent:$version" >"$image/layout/index.json"
pack "$image/layout" "$SOURCE_DATE_EPOCH" 0 blobs index.json oci-layout >"$out/agent-$version-$platform.oci.tar"
