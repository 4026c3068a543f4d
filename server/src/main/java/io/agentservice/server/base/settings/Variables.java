package io.agentservice.server.base.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The variables that the settings were read from.
 *
 * @param values as given, for the providers of models
 * @param secrets by name, those values that are masked wherever the server writes a text; in the
 *     order in which they were declared
 */
public record Variables(Map<String, String> values, Map<String, String> secrets) {
  public Variables {
    values = Map.copyOf(values);
    secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
  }

  /** Never shows a value. */
  @Override
  public String toString() {
    return "Variables[]";
  }
}
