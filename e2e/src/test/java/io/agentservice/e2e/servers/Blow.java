package io.agentservice.e2e.servers;

import java.util.List;

/**
 * What was done to the servers, and when; times are milliseconds since 1970.
 *
 * @param begin the fault
 * @param end all is in order again
 * @param downs servers that can't be expected to serve, each for how long
 */
public record Blow(Scenario scenario, long begin, long end, List<Down> downs) {
  /** One server's part of it. */
  public record Down(int server, long from, long to) {}

  /** Whether the server was expected to serve all the time between. */
  public boolean spares(int server, long from, long to) {
    return downs.stream()
        .noneMatch(down -> down.server() == server && down.from() < to && down.to() > from);
  }

  /** From when on a session can be driven again. */
  long curable() {
    return scenario.hitsAll() ? end : begin;
  }
}
