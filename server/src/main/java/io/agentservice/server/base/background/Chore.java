package io.agentservice.server.base.background;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Periodic work of a feature, safe on several nodes at once. A failure is logged once and tried
 * again at its pace.
 *
 * @param name of its thread, unique, for log and readiness probe
 * @param pace from a run's end to the next one's beginning
 * @param longest a longer run makes the node unready
 * @param bell begins the next run before its time
 */
public record Chore(
    String name, Duration pace, Nodes nodes, Duration longest, Doorbell bell, Work work) {
  /** A run on a busy database is done long before. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** Which nodes do a chore. */
  public enum Nodes {
    /** What concerns the node itself, or is urgent. */
    EVERY,
    /** What one node is enough for; see {@link Leadership}. */
    LEADER
  }

  /** One run. */
  @FunctionalInterface
  public interface Work {
    /**
     * Long work asks {@code goesOn} between its steps, and ends when the server stops or half of
     * its time is over: what is left is done by the next runs.
     */
    void run(BooleanSupplier goesOn);
  }

  /** One that every node does. */
  public static Chore everywhere(String name, Duration pace, Work work) {
    return new Chore(name, pace, Nodes.EVERY, LONGEST, new Doorbell(), work);
  }

  /** One that every node does, and that is short. */
  public static Chore everywhere(String name, Duration pace, Runnable work) {
    return everywhere(name, pace, _ -> work.run());
  }

  public static Chore byLeader(String name, Duration pace, Work work) {
    return new Chore(name, pace, Nodes.LEADER, LONGEST, new Doorbell(), work);
  }

  public static Chore byLeader(String name, Duration pace, Runnable work) {
    return byLeader(name, pace, _ -> work.run());
  }

  /** The same, with more time for a run. */
  public Chore taking(Duration atMost) {
    return new Chore(name, pace, nodes, atMost, bell, work);
  }

  /** The same, begun early by this bell. */
  public Chore begunBy(Doorbell other) {
    return new Chore(name, pace, nodes, longest, other, work);
  }
}
