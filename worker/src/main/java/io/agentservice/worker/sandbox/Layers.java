package io.agentservice.worker.sandbox;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The user's caches of packages as a session sees them: what it reads is the user's, what it writes
 * lies over that in a layer of its own. The kernel's overlay does it ({@link Mounts}).
 */
record Layers(List<Layer> all) {

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
    return found.isEmpty() ? null : new Layers(List.copyOf(found));
  }

  /** These have a meaning in the options of a mount. */
  private static boolean isNameable(Path... paths) {
    return Stream.of(paths).noneMatch(path -> path.toString().matches(".*[,:\\\\].*"));
  }
}
