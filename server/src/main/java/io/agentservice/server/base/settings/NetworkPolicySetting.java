package io.agentservice.server.base.settings;

import io.agentservice.server.base.http.answers.Json;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

final class NetworkPolicySetting {
  private static final Set<String> KINDS = Set.of("hostname", "ipv4", "ipv6");

  private NetworkPolicySetting() {}

  /** What is wrong with it; null when nothing is. */
  static @Nullable String fault(String text) {
    try {
      var policy = Json.MAPPER.readTree(text);
      if (!policy.path("enabled").isBoolean() || !policy.path("allow").isArray()) {
        return "must be an object with enabled (true or false) and allow (a list)";
      }
      if (policy.size() != 2) {
        return "has enabled and allow, and nothing else";
      }
      for (JsonNode item : policy.path("allow")) {
        if (item.size() != 1
            || !KINDS.containsAll(item.propertyNames())
            || !item.values().iterator().next().isString()) {
          return "allows by exactly one text for each item: hostname, ipv4 or ipv6";
        }
      }
      return null;
    } catch (JacksonException _) {
      return "must be JSON";
    }
  }
}
