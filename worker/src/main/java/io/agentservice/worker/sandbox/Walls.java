package io.agentservice.worker.sandbox;

import io.agentservice.worker.sandbox.rules.Grants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session sees of this machine's files, as bubblewrap's arguments. All that is not named is
 * absent; what is named later lies over what is named before.
 */
final class Walls {
  private static final Path ROOT = Path.of("/");

  /** The system's programs and settings. */
  private static final List<String> SYSTEM =
      List.of("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc", "opt", "nix", "sys");

  /** The kernel lets whoever is root outside write these, whatever namespace he is in. */
  private static final List<String> SETTINGS_OF_THE_KERNEL =
      List.of("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi");

  /** Of these whoever is root outside could read the kernel's memory, keys and timers. */
  private static final List<String> INSIDE_OF_THE_KERNEL =
      List.of(
          "/proc/kcore",
          "/proc/keys",
          "/proc/kpagecgroup",
          "/proc/kpagecount",
          "/proc/kpageflags",
          "/proc/sched_debug",
          "/proc/timer_list",
          "/sys/firmware",
          "/sys/kernel/debug",
          "/sys/kernel/security",
          "/sys/kernel/tracing");

  /** Of these a worker that is root could read what no other user can. */
  private static final List<String> SECRETS_OF_THE_SYSTEM =
      List.of(
          "/etc/agent",
          "/etc/gshadow",
          "/etc/gshadow-",
          "/etc/kubernetes",
          "/etc/rancher",
          "/etc/shadow",
          "/etc/shadow-",
          "/etc/ssh",
          "/etc/ssl/private",
          "/etc/sudoers",
          "/etc/sudoers.d",
          "/etc/wireguard");

  /** Of {@code /dev/shm}, which is memory. */
  private static final String SHARED_MEMORY = Integer.toString(1 << 30);

  private final Grants grants;
  private final Place place;
  private final @Nullable Mounts mounts;
  private final @Nullable Repository repository;
  private final List<String> arguments = new ArrayList<>();

  /** Directories of our own making: in memory, so nothing is written there. */
  private final List<Path> made = new ArrayList<>(List.of(ROOT, Path.of("/dev")));

  /**
   * Null mounts: nothing is mounted before bubblewrap.
   *
   * @param repository around the working directory
   */
  Walls(Grants grants, Place place, @Nullable Repository repository, @Nullable Mounts mounts) {
    this.grants = grants;
    this.place = place;
    this.repository = repository;
    this.mounts = mounts;
  }

  List<String> arguments() throws IOException {
    refuseWhatShowsAll(place.work());
    refuseLinks(place.ownHome(), place.temporary());
    showSystem();
    add("--bind", place.temporary(), Path.of("/tmp"));
    add("--bind", place.temporary(), Path.of("/var/tmp"));
    showHome();
    grants.readable().forEach(this::readOnly);
    grants.writable().forEach(this::writable);
    var worked = new ArrayList<>(List.of(place.work()));
    if (repository != null) {
      worked.addFirst(repository.top());
      worked.addAll(repository.pinned());
    }
    worked.forEach(this::writable);
    outermost(place.hidden()).forEach(this::hide);
    worked.stream().filter(this::isHidden).forEach(this::writable);
    writable(place.state());
    List.of(place.ownHome(), place.temporary()).forEach(this::writable); // so they can't be moved
    hide(place.layers());
    place.needed().forEach(this::readOnly);
    add("--ro-bind", place.gitSettings(), Place.GIT_SETTINGS);
    var network = place.network();
    if (network != null) {
      add("--ro-bind", network, Place.NETWORK);
    }
    if (repository != null) {
      repository.fixed().forEach(this::readOnly);
      showConfigs(repository.configs());
    }
    made.removeAll(worked);
    made.forEach(path -> arguments.addAll(List.of("--remount-ro", path.toString())));
    arguments.addAll(List.of("--chdir", place.work().toString()));
    return arguments;
  }

  private void add(String word, Path from, Path at) {
    arguments.addAll(List.of(word, from.toString(), at.toString()));
  }

  private void readOnly(Path path) {
    add("--ro-bind-try", path, path);
  }

  private void writable(Path path) {
    add("--bind-try", path, path);
  }

  private void showSystem() throws IOException {
    for (var name : SYSTEM) {
      var path = ROOT.resolve(name);
      if (Files.isSymbolicLink(path)) {
        add("--symlink", Files.readSymbolicLink(path), path);
      } else if (Files.isDirectory(path)) {
        readOnly(path);
      }
    }
    for (var secret : SECRETS_OF_THE_SYSTEM) {
      hide(Path.of(secret));
    }
    showResolver();
    arguments.addAll(List.of("--dev", "/dev", "--proc", "/proc", "--dir", "/run"));
    arguments.addAll(List.of("--perms", "1777", "--size", SHARED_MEMORY, "--tmpfs", "/dev/shm"));
    for (var name : SETTINGS_OF_THE_KERNEL) {
      readOnly(Path.of("/proc", name));
    }
    for (var inside : INSIDE_OF_THE_KERNEL) {
      hide(Path.of(inside));
    }
  }

  /** A file that may be a link to a place that is not shown (systemd's resolver). */
  private void showResolver() throws IOException {
    var own = place.resolver();
    if (Files.exists(Place.RESOLVER) && (own != null || Files.isSymbolicLink(Place.RESOLVER))) {
      var shown = Place.RESOLVER.toRealPath();
      add("--ro-bind", own == null ? shown : own, shown);
    }
  }

  private void showHome() {
    add("--bind", place.ownHome(), place.home());
    HomeTools.in(place.home(), place.path()).forEach(this::readOnly);
    var layers = mounts == null ? null : mounts.layers();
    if (layers != null) {
      layers.all().forEach(layer -> add("--bind-try", layer.merged(), layer.cache()));
    }
  }

  /** The session's own, which cover them already, or they are read-only. */
  private void showConfigs(List<Path> files) {
    var own = mounts == null ? List.<Mounts.Configuration>of() : mounts.configs();
    own.forEach(config -> add("--bind", config.own(), config.within()));
    files.stream()
        .filter(file -> own.stream().noneMatch(config -> config.file().equals(file)))
        .forEach(this::readOnly);
  }

  /** An empty directory or file in its place, if it is there. */
  private void hide(Path path) {
    if (Files.isDirectory(path)) {
      arguments.addAll(List.of("--tmpfs", path.toString()));
      made.add(path);
    } else if (Files.exists(path)) {
      add("--ro-bind", Path.of("/dev/null"), path);
    }
  }

  /** What lies in another one of them is hidden with that. */
  private static List<Path> outermost(List<Path> hidden) {
    return hidden.stream()
        .distinct()
        .filter(path -> hidden.stream().allMatch(o -> o.equals(path) || !path.startsWith(o)))
        .toList();
  }

  /** The working directory may lie in a directory of the worker's. */
  private boolean isHidden(Path path) {
    return place.hidden().stream().anyMatch(path::startsWith);
  }

  private void refuseWhatShowsAll(Path work) throws IOException {
    if (showsAll(work)) {
      throw new IOException(
          "the sandbox can't keep sessions out of %s, which the working directory %s holds; start in a directory of the repositories"
              .formatted(place.home(), work));
    }
  }

  /** A session that could make one would see what it leads to. */
  private static void refuseLinks(Path... own) throws IOException {
    for (var directory : own) {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException("%s is a link: delete it".formatted(directory));
      }
    }
  }

  private boolean showsAll(Path directory) {
    return place.showsHome(directory);
  }
}
