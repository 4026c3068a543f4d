package io.agentservice.server.base.outside;

import io.agentservice.server.base.http.answers.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The sessions' network policy, for what the service asks on their behalf: by name, as behind the
 * walls. Where the policy allows addresses, only the very one is taken for a name.
 */
public final class AllowedHosts {
  private final boolean enabled;
  private final List<Pattern> names = new ArrayList<>();

  /** {@code policy}: JSON, as in the setting. */
  public AllowedHosts(String policy) {
    var json = Json.MAPPER.readTree(policy);
    enabled = json.path("enabled").booleanValue(false);
    for (JsonNode item : json.path("allow")) {
      item.valueStream().forEach(text -> names.add(pattern(text.asString(""))));
    }
  }

  private static Pattern pattern(String glob) {
    var text = glob.strip().toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    return Pattern.compile(
        Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  public boolean allows(String host) {
    String name = host.toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "").replaceFirst("\\.$", "");
    return !enabled || names.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }
}
