#!/usr/bin/env bash
# Called by release.sh: package.sh [deb] [rpm], both of one directory.
set -euo pipefail
cd "$root"
sources=$root/release/package
tree=$work/package
# 1.0-SNAPSHOT is older than 1.0 to both: ~ sorts before the end.
package_version=${version/-/\~}

make_tree() {
  rm -rf "$tree"
  local lib=$tree/usr/lib/agent doc=$tree/usr/share/doc/agent-service
  mkdir -p "$lib" "$doc" "$tree/usr/bin" "$tree/lib/systemd/system" "$tree/etc/agent" "$tree/var/cache/agent" \
    "$tree/usr/share/man/man1" "$tree/usr/share/bash-completion/completions" "$tree/usr/share/zsh/vendor-completions" \
    "$tree/usr/share/fish/vendor_completions.d"
  cp -a "$stage/agent" "$stage/lib" "$stage/agent-rs" "$stage/examples" "$stage/training" "$stage/runtime" \
    "$stage/release.properties" "$stage"/FILES.sha256* "$lib/"
  install -m 755 "$sources/units" "$lib/units"
  ln -s ../lib/agent/agent "$tree/usr/bin/agent"
  ln -s /var/cache/agent "$lib/prepared" # what is prepared here is no file of the package
  cp -a "$stage/docs" "$stage/README.md" "$stage/sbom.cdx.json" "$doc/"
  cp -a "$stage/THIRD-PARTY.txt" "$doc/third-party.txt"
  cp "$sources/copyright" "$doc/copyright"
  gzip -n -9 <"$stage/CHANGELOG.md" >"$doc/changelog.gz"
  for page in "$stage"/man/*.1; do gzip -n -9 <"$page" >"$tree/usr/share/man/man1/${page##*/}.gz"; done
  cp "$stage/completions/agent.bash" "$tree/usr/share/bash-completion/completions/agent"
  cp "$stage/completions/agent.zsh" "$tree/usr/share/zsh/vendor-completions/_agent"
  cp "$stage/completions/agent.fish" "$tree/usr/share/fish/vendor_completions.d/agent.fish"
  local unit
  for unit in "$stage"/systemd/*.service; do
    sed -e 's:/opt/agent/agent:/usr/bin/agent:' -e "s:file\:/opt/agent/docs:file\:/usr/share/doc/agent-service/docs:" "$unit" \
      >"$tree/lib/systemd/system/${unit##*/}"
  done
  cp "$stage"/systemd/agent-worker@.service.d/drain.conf "$doc/agent-worker-drain.conf"
  install -m 600 "$sources/agent.env" "$sources/worker.env" "$tree/etc/agent/"
  chmod -R go=rX "$tree/usr" "$tree/lib" "$tree/var"
  find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

make_deb() {
  local deb=$work/deb
  rm -rf "$deb"
  cp -a "$tree" "$deb"
  mkdir "$deb/DEBIAN"
  {
    sed -e "s/@VERSION@/$package_version/" -e "s/@ARCH@/$deb_arch/" "$sources/control"
  } | awk -v size="$(du -sk --apparent-size "$tree" | cut -f1)" '/^Description:/ { print "Installed-Size: " size } { print }' >"$deb/DEBIAN/control"
  printf '/etc/agent/agent.env\n/etc/agent/worker.env\n' >"$deb/DEBIAN/conffiles"
  install -m 755 "$sources/postinst" "$sources/prerm" "$sources/postrm" "$deb/DEBIAN/"
  mkdir -p "$deb/usr/share/lintian/overrides"
  cp "$sources/lintian-overrides" "$deb/usr/share/lintian/overrides/agent-service"
  chmod 644 "$deb/usr/share/lintian/overrides/agent-service"
  (cd "$deb" && find usr lib -type f -print0 | sort -z | xargs -0 md5sum) >"$deb/DEBIAN/md5sums"
  find "$deb" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zgzip -z6 --build "$deb" "$out/agent-service_${package_version}_${deb_arch}.deb" >/dev/null
}

make_rpm() {
  local top=$work/rpm
  rm -rf "$top"
  mkdir -p "$top"
  # Directories that are the system's belong to nobody here.
  {
    sed -e "s/@VERSION@/$package_version/" "$sources/agent.spec"
    (cd "$tree" && find usr/lib/agent usr/share/doc/agent-service -type d | sort | sed 's:.*:%dir "/&":' &&
      find usr lib \( -type f -o -type l \) | sort | sed 's:.*:"/&":')
    printf '%%dir /var/cache/agent\n%%dir %%attr(0755,root,root) /etc/agent\n'
    printf '%%config(noreplace) %%attr(0600,root,root) /etc/agent/%s\n' agent.env worker.env
  } >"$top/agent.spec"
  rpmbuild -bb --quiet --target "$rpm_arch-linux" --define "_topdir $top" --define "_buildhost release" --define "tree $tree" \
    --define "use_source_date_epoch_as_buildtime 1" --define "clamp_mtime_to_source_date_epoch 1" \
    --define "_binary_payload w6.gzdio" --define "_build_id_links none" --define "_rpmdir $top" --define "_dbpath $top/db" \
    "$top/agent.spec" >"$top/log" 2>&1 || { cat "$top/log" >&2 && exit 1; }
  cp "$top/$rpm_arch"/*.rpm "$out/"
}

make_tree
for kind in "$@"; do
  case $kind in
    deb) make_deb ;;
    rpm)
      command -v rpmbuild >/dev/null || { echo "release: rpmbuild is missing: install rpm" >&2 && exit 1; }
      make_rpm
      ;;
  esac
done
