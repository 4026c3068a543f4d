package io.agentservice.worker.settings;

import io.agentservice.wire.settings.GivenSettings;
import java.util.HashMap;
import java.util.Map;

/** {@code DEVIN_*} variables count where {@code AGENT_*} is not set (completions.md 2). */
public final class VariableAliases {
  private static final String OURS = "AGENT_";
  private static final String OTHER = "DEVIN_";

  private VariableAliases() {}

  /** What this process is set up with, by its variables and the files that these name. */
  public static Map<String, String> given() {
    return of(GivenSettings.of(System.getenv()));
  }

  /** The variables, and each {@code DEVIN_*} as {@code AGENT_*} unless that is set. */
  public static Map<String, String> of(Map<String, String> environment) {
    var all = new HashMap<>(environment);
    environment.forEach((name, value) -> {
      if (name.startsWith(OTHER) && !value.isBlank()) {
        var ours = OURS + name.substring(OTHER.length());
        all.merge(ours, value, (set, given) -> set.isBlank() ? given : set);
      }
    });
    return Map.copyOf(all);
  }

  /** Both names of a variable, for a person. */
  public static String both(String variable) {
    return variable + ", " + OTHER + variable.substring(OURS.length());
  }
}
