package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

public enum OptionalFeature {
  ORG_GROUP_LIMITS,
  SESSION_TAGS,
  GUARDRAILS,
  INDEXING,
  LEGACY;

  /** Instead of all names. */
  private static final String NONE = "none";

  /** As it is written in the setting, e.g. {@code session-tags}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Set<OptionalFeature> read(SettingReader r) {
    var on =
        r.parsed(
            "AGENT_FEATURES",
            OptionalFeature::parse,
            words(),
            "What is served; the routes of a name left out answer 404 feature_disabled. none: nothing of it");
    return on == null ? Set.of(values()) : on;
  }

  private static String words() {
    return Arrays.stream(values()).map(OptionalFeature::word).collect(Collectors.joining(","));
  }

  private static Set<OptionalFeature> parse(String text) {
    var on = EnumSet.noneOf(OptionalFeature.class);
    if (text.strip().equals(NONE)) {
      return on;
    }
    for (String word : text.split(",", -1)) {
      on.add(
          Arrays.stream(values())
              .filter(feature -> feature.word().equals(word.strip()))
              .findFirst()
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "takes names of %s, or %s".formatted(words(), NONE))));
    }
    return Set.copyOf(on);
  }
}
