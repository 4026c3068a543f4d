package io.agentservice.server.base.openapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A file of the specification. */
final class SpecificationFile {
  private SpecificationFile() {}

  static Map<String, Object> load(URI file) {
    try (var in = SpecificationFile.class.getClassLoader().getResourceAsStream(file.getPath())) {
      if (in == null) {
        throw new IllegalStateException("The specification has no file " + file);
      }
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    } catch (IOException e) {
      throw new UncheckedIOException("Can't read " + file, e);
    }
  }

  @SuppressWarnings("unchecked") // keys in the specification are texts
  static Map<String, Object> object(@Nullable Object node) {
    return (Map<String, Object>) Objects.requireNonNull(node);
  }
}
