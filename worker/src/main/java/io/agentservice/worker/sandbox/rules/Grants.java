package io.agentservice.worker.sandbox.rules;

import io.agentservice.worker.network.pasta.Loopback;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the operator lets all sessions have.
 *
 * @param readable directories that they see besides
 * @param writable directories that they share
 * @param caches in the user's home, which they read, and write in a layer of their own
 * @param limits of each
 * @param loopback what they reach of the machine's
 */
public record Grants(
    List<Path> readable,
    List<Path> writable,
    List<String> caches,
    Limits limits,
    Loopback loopback) {
  /** Packages and what was compiled of them; none of these holds a credential. */
  private static final List<String> STANDARD_CACHES =
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

  public static final Grants NONE =
      new Grants(List.of(), List.of(), STANDARD_CACHES, Limits.DEFAULT, Loopback.NOTHING);

  /** What {@code --sandbox-caches} takes for none. */
  private static final String NO_CACHES = "none";

  /** The caches that an operator names, from the home; the standard ones when he doesn't. */
  public static List<String> caches(@Nullable String words) {
    if (words == null || words.isBlank()) {
      return STANDARD_CACHES;
    }
    return words.strip().equals(NO_CACHES)
        ? List.of()
        : Stream.of(words.split(File.pathSeparator))
            .map(String::strip)
            .filter(word -> !word.isEmpty())
            .toList();
  }

  public Grants {
    readable = List.copyOf(readable);
    writable = List.copyOf(writable);
    caches = List.copyOf(caches);
  }
}
