package io.agentservice.e2e.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How much of it: a little in every build, all of it in a long run ({@code make chaos}).
 *
 * <p>{@code chaos.scenarios} (names, or ALL), {@code chaos.fault.seconds} (the most that a fault
 * lasts), {@code chaos.silence.seconds} (of the gateway) and {@code chaos.seed}.
 */
public final class Trouble {
  /** Enough to have the threshold of every wait passed. */
  private static final int SHORT_SECONDS = 6;

  private final List<Scenario> scenarios;
  private final Random random;
  private final long seed;

  /** As the properties say. */
  public Trouble() {
    var names = System.getProperty("chaos.scenarios", "KILL,FREEZE");
    scenarios =
        names.equals("ALL")
            ? List.of(Scenario.values())
            : Arrays.stream(names.split(",")).map(Scenario::valueOf).toList();
    seed = Long.getLong("chaos.seed", System.nanoTime());
    random = new Random(seed);
  }

  public List<Scenario> scenarios() {
    return scenarios;
  }

  public long seed() {
    return seed;
  }

  /** Settings of the servers, beside those given. */
  public static Map<String, String> settings(String name, String value) {
    return Map.of(
        name,
        value,
        "AGENT_MAX_DELIVERIES",
        "0",
        "AGENT_IDLE_SECONDS",
        "0",
        "AGENT_GATEWAY_SILENCE_SECONDS",
        Integer.toString(Integer.getInteger("chaos.silence.seconds", 3)));
  }

  /** Does it to the servers; all is in order again when this returns. */
  public Blow strike(Scenario scenario, Cluster cluster) throws IOException, InterruptedException {
    var most = Duration.ofSeconds(Integer.getInteger("chaos.fault.seconds", SHORT_SECONDS));
    var lasts = scenario.lasts();
    System.out.println("chaos: " + scenario.title());
    return scenario.strike(cluster, random, lasts.compareTo(most) < 0 ? lasts : most);
  }
}
