package io.agentservice.worker.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The user's caches of packages as a session sees them: what it reads is the user's, what it writes
 * lies over that in a layer of its own. The kernel's overlay does it, in a mount namespace of its
 * own around bubblewrap, which can't before 0.10.
 *
 * @param directory where the session's own layers are; hidden from it
 */
record Layers(Path directory, List<Layer> all) {

  /** Packages and what was compiled of them; none of these holds a credential. */
  static final List<String> STANDARD =
      List.of(
          ".m2/repository",
          ".m2/wrapper",
          ".gradle/caches",
          ".gradle/wrapper",
          ".ivy2/cache",
          ".cargo/registry",
          ".cargo/git",
          ".npm/_cacache",
          ".local/share/pnpm/store",
          ".nuget/packages",
          "go/pkg/mod",
          ".cache/bazelisk",
          ".cache/composer",
          ".cache/coursier",
          ".cache/go-build",
          ".cache/ms-playwright",
          ".cache/pip",
          ".cache/pnpm",
          ".cache/pre-commit",
          ".cache/puppeteer",
          ".cache/uv",
          ".cache/yarn");

  /** Mounts each pair of cache and layer; one that can't be is an empty cache. */
  private static final String MOUNT =
      """
      while [ "$1" != -- ]; do
        mkdir -p "$2/upper" "$2/work" "$2/merged"
        mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work,userxattr" "$2/merged"
        shift 2
      done 2>/dev/null
      shift; exec "$@"\
      """;

  /** One cache. */
  record Layer(Path cache, Path layer) {
    /** Both, as the session sees them. */
    Path merged() {
      return layer.resolve("merged");
    }
  }

  /** Those that are there; null when none is, or the user has no home but the session's own. */
  static @Nullable Layers of(List<String> caches, Place place) {
    if (place.home().equals(place.ownHome())) {
      return null;
    }
    var directory = place.layers();
    var found = new ArrayList<Layer>();
    for (var name : caches) {
      var cache = place.home().resolve(name).normalize();
      if (Files.isDirectory(cache, LinkOption.NOFOLLOW_LINKS) && isNameable(cache, directory)) {
        var own = name.replace('/', '-').replaceFirst("^-", "");
        found.add(new Layer(cache, directory.resolve(own)));
      }
    }
    return found.isEmpty() ? null : new Layers(directory, List.copyOf(found));
  }

  /** These have a meaning in the options of a mount. */
  private static boolean isNameable(Path... paths) {
    return Stream.of(paths).noneMatch(path -> path.toString().matches(".*[,:\\\\].*"));
  }

  /** Words before bubblewrap, which runs as root of a user namespace of its own then. */
  List<String> prefix() {
    var words =
        new ArrayList<>(
            List.of("unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c"));
    words.addAll(List.of(MOUNT, "sh"));
    for (var layer : all) {
      words.addAll(List.of(layer.cache().toString(), layer.layer().toString()));
    }
    words.add("--");
    return words;
  }

  /** Who the session is within: whom the directory belongs to. */
  List<String> user() throws IOException {
    return List.of(
        "--uid",
        Files.getAttribute(directory, "unix:uid").toString(),
        "--gid",
        Files.getAttribute(directory, "unix:gid").toString());
  }
}
