package io.agentservice.worker.network;

import io.agentservice.worker.network.policy.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What was refused in a session, and how often; any thread. */
final class Denials {
  /** A program may try any number of names. */
  private static final int MOST = 500;

  private final Map<Denial, Long> tries = new LinkedHashMap<>();

  private record Denial(String host, int port, String reason) {}

  synchronized void add(Refusal refusal) {
    var denial = new Denial(refusal.host(), refusal.port(), refusal.reason());
    if (tries.containsKey(denial) || tries.size() < MOST) {
      tries.merge(denial, 1L, Long::sum);
    }
  }

  /** A line for each: tries, port, host, reason, with tabs between. */
  synchronized String lines() {
    return tries.entrySet().stream()
        .map(entry ->
            "%d\t%d\t%s\t%s\n"
                .formatted(
                    entry.getValue(),
                    entry.getKey().port(),
                    entry.getKey().host(),
                    entry.getKey().reason()))
        .collect(Collectors.joining());
  }
}
