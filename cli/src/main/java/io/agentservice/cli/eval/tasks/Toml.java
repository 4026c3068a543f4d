package io.agentservice.cli.eval.tasks;

import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.dataformat.toml.TomlMapper;

/** TOML as what it would be in JSON. */
final class Toml {
  private static final TomlMapper MAPPER = new TomlMapper();

  private Toml() {}

  static JsonObject parse(String text) {
    try {
      return JsonObject.ofMap(MAPPER.readValue(text, Map.class));
    } catch (JacksonException e) {
      throw new JsonException(String.valueOf(e.getOriginalMessage()));
    }
  }
}
