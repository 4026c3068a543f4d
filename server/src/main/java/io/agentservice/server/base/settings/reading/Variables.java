package io.agentservice.server.base.settings.reading;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code values} as given, for the models' providers; {@code secrets} by name, masked in all texts.
 */
public record Variables(Map<String, String> values, Map<String, String> secrets) {
  public Variables {
    values = Map.copyOf(values);
    secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
  }

  @Override
  public String toString() {
    return "Variables[]";
  }
}
