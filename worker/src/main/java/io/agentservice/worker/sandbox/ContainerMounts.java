package io.agentservice.worker.sandbox;

import io.agentservice.worker.sandbox.rules.Grants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a session in a container sees of this machine's files, as arguments of podman and docker:
 * the system is the image's, and of the machine's files is there what is named. What is named later
 * is instead of what was named before for the same place.
 */
final class ContainerMounts {
  /** Where the image has programs of its own. */
  private static final List<Path> SYSTEM =
      Stream.of("/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/nix").map(Path::of).toList();

  /** The image's, which root reads there. */
  private static final List<Path> PASSWORDS =
      List.of(Path.of("/etc/shadow"), Path.of("/etc/gshadow"));

  private static final Path NOTHING = Path.of("/dev/null");
  private static final String READ_ONLY = ",readonly";

  private final Grants grants;
  private final Place place;
  private final @Nullable Repository repository;

  /** The mount of each place, outer ones and later ones in any order: the engine sorts them. */
  private final Map<Path, String> mounts = new LinkedHashMap<>();

  /** Null: the working directory is in no repository. */
  ContainerMounts(Grants grants, Place place, @Nullable Repository repository) {
    this.grants = grants;
    this.place = place;
    this.repository = repository;
  }

  /**
   * The arguments.
   *
   * @throws IOException with one line when this place can't be shown
   */
  List<String> arguments() throws IOException {
    refuseWhatCantBe();
    writable(place.temporary(), Path.of("/tmp"));
    writable(place.temporary(), Path.of("/var/tmp"));
    writable(place.ownHome(), place.home());
    grants.readable().forEach(this::readOnly);
    var worked = worked();
    var shown = new ArrayList<>(grants.writable());
    shown.addAll(worked);
    shown.forEach(path -> writable(path, path));
    place.hidden().stream()
        .filter(path ->
            Stream.concat(grants.readable().stream(), shown.stream()).anyMatch(path::startsWith))
        .filter(path -> !worked.contains(path))
        .forEach(this::hide);
    for (var own : List.of(place.state(), place.ownHome(), place.temporary())) {
      writable(own, own); // each, so that the session can't move them
    }
    hide(place.layers());
    place.needed().stream()
        .filter(path -> SYSTEM.stream().noneMatch(path::startsWith))
        .forEach(this::readOnly);
    PASSWORDS.forEach(list -> readOnly(NOTHING, list));
    readOnly(place.gitSettings(), Place.GIT_SETTINGS);
    var network = place.network();
    if (network != null) {
      readOnly(network, Place.NETWORK);
    }
    if (repository != null) {
      repository.fixed().forEach(this::readOnly);
      repository.configs().forEach(this::readOnly);
    }
    var arguments = new ArrayList<String>();
    mounts.forEach((_, mount) -> arguments.addAll(List.of("--mount", mount)));
    arguments.addAll(List.of("--workdir", place.work().toString()));
    return arguments;
  }

  private List<Path> worked() {
    var worked = new ArrayList<>(List.of(place.work()));
    if (repository != null) {
      worked.add(repository.top());
      worked.addAll(repository.pinned());
    }
    return worked;
  }

  /** The directories of the session, whose owner it is: a link would show what it leads to. */
  private void refuseWhatCantBe() throws IOException {
    if (place.showsHome(place.work())) {
      throw new IOException(
          "the container would show %s, which the working directory %s holds; start in a directory of the repositories"
              .formatted(place.home(), place.work()));
    }
    for (var own : List.of(place.ownHome(), place.temporary())) {
      if (!Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException("%s is a link: delete it".formatted(own));
      }
    }
    for (var path : List.of(place.work(), place.state(), place.home())) {
      if (path.toString().matches(".*[,\"\\n].*")) {
        throw new IOException(
            "a container can't show '%s': a directory whose name has no comma and no quote can be"
                .formatted(path));
      }
    }
  }

  private void writable(Path from, Path at) {
    add(from, at, "");
  }

  private void readOnly(Path path) {
    readOnly(path, path);
  }

  private void readOnly(Path from, Path at) {
    add(from, at, READ_ONLY);
  }

  private void add(Path from, Path at, String how) {
    if (Files.exists(from)) {
      mounts.put(at, "type=bind,src=%s,dst=%s%s".formatted(from, at, how));
    }
  }

  /** An empty directory, or nothing to read, in its place. */
  private void hide(Path path) {
    if (Files.isDirectory(path)) {
      mounts.put(path, "type=tmpfs,dst=%s,tmpfs-mode=0555".formatted(path));
    } else if (Files.exists(path)) {
      readOnly(NOTHING, path);
    }
  }
}
