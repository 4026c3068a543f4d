package io.agentservice.server.web.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** The Markdown of the source tree, as the build has packed it. Paths are from the tree's root. */
final class Sources {
  private static final String PLACE = "sources/";

  private Sources() {}

  static boolean has(String path) {
    return Sources.class.getResource(PLACE + path) != null;
  }

  /** One that is there. */
  static String text(String path) {
    return read(PLACE + path);
  }

  /** A file of the site that is not made of a document. */
  static String file(String name) {
    return read(name);
  }

  /**
   * Where a link in a document leads: {@code ../api/self.md} in {@code docs/web.md} to {@code
   * api/self.md}. Empty when it leads out of the tree.
   */
  static String follow(String from, String link) {
    var to = Path.of("/" + from).resolveSibling(link).normalize().toString().substring(1);
    return to.isEmpty() || to.endsWith(".md") ? to : to + "/README.md";
  }

  private static String read(String resource) {
    try (var in = Sources.class.getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
