package io.agentservice.server.contract.fuzz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Values of the answers so far by the name of their field, so that later requests speak of things
 * that exist.
 */
final class Harvest {
  private static final int KEPT_OF_EACH = 12;

  /** What no answer says before somebody has written it. */
  private static final Map<String, List<String>> KNOWN =
      Map.of(
          "cron_schedule", List.of("0 9 * * *", "*/5 1-3 * 2 MON"),
          "timezone", List.of("Europe/Berlin", "UTC"),
          "scheduled_at", List.of("2031-01-01T09:00:00Z"),
          "email", List.of("someone@example.org"),
          "emails", List.of("someone@example.org"),
          "permissions", List.of("ManageOrgSecrets", "ViewOrgSessions"),
          "role_id", List.of("org_member", "org_admin", "account_member", "account_admin"),
          "repos", List.of("owner/name"),
          "acceptor_id", List.of("worker-1"));

  private final Map<String, List<String>> values = new HashMap<>();
  private final Set<String> spared = new HashSet<>();

  /** What must never be the subject of a request, such as the caller himself. */
  void spare(String value) {
    spared.add(value);
  }

  /** Forgets what was answered: from now on it is about another organization. */
  void clear() {
    values.clear();
  }

  /** Puts a value there as if it had been answered. */
  void add(String name, String value) {
    var all = values.computeIfAbsent(name, _ -> new ArrayList<>());
    if (value.length() > 200 || spared.contains(value) || all.contains(value)) {
      return;
    }
    if (all.size() == KEPT_OF_EACH) {
      all.removeFirst();
    }
    all.add(value);
  }

  /** Keeps the texts of an answer. */
  void add(JsonNode answer) {
    answer
        .properties()
        .forEach(field -> {
          if (field.getValue().isString()) {
            add(field.getKey(), field.getValue().stringValue());
          }
        });
    answer.forEach(this::add);
  }

  /** A text for a field of that name; null when none was seen. */
  String pick(String name, Random random) {
    var all = values.getOrDefault(name, List.of());
    var known = KNOWN.getOrDefault(name, List.of());
    int count = all.size() + known.size();
    if (count == 0) {
      return null;
    }
    int i = random.nextInt(count);
    return i < all.size() ? all.get(i) : known.get(i - all.size());
  }
}
