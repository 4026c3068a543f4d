package io.agentservice.server.web.app;

import io.agentservice.server.base.http.answers.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the build of the web app has left on the class path.
 *
 * @param entries the files that the shell names: {@code script}, {@code style}, those of terminals
 *     and desktops
 * @param files sizes by name; each name carries a digest of its content
 */
record Built(Map<String, String> entries, Map<String, Sizes> files) {
  private static final String DIRECTORY = "/io/agentservice/web/";

  /** Bytes as they are, and packed. */
  record Sizes(long plain, long br, long gz) {}

  /** Empty where it was built without npm. */
  static Optional<Built> find() {
    try (var in = Built.class.getResourceAsStream(DIRECTORY + "manifest.json")) {
      return in == null ? Optional.empty() : Optional.of(Json.MAPPER.readValue(in, Built.class));
    } catch (IOException e) {
      throw new IllegalStateException("can't read the web app's manifest", e);
    }
  }

  String entry(String kind) {
    return Objects.requireNonNull(entries.get(kind));
  }

  @Nullable Sizes sizes(String name) {
    return files.get(name);
  }

  /** {@code ending} is that of a packed form, or empty. */
  static InputStream open(String name, String ending) {
    return Objects.requireNonNull(
        Built.class.getResourceAsStream(DIRECTORY + "files/" + name + ending), name);
  }
}
