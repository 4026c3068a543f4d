package io.agentservice.server.base.background;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Periodic work of a feature. It must be safe on several nodes at once, and whatever it leaves
 * undone is done the next time: when it fails, that is logged once, and it is tried again at its
 * pace until it succeeds.
 *
 * @param name of its thread, by which log and readiness probe tell of it; no two have the same
 * @param pace from the end of one run to the beginning of the next
 * @param nodes which of them do it
 * @param longest for how long a run may take; while one takes longer, the node is not ready
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
    /** Long work asks {@code goesOn} between its steps, and ends when the server stops. */
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

  /** One that the leader does alone. */
  public static Chore byLeader(String name, Duration pace, Work work) {
    return new Chore(name, pace, Nodes.LEADER, LONGEST, new Doorbell(), work);
  }

  /** One that the leader does alone, and that is short. */
  public static Chore byLeader(String name, Duration pace, Runnable work) {
    return byLeader(name, pace, _ -> work.run());
  }

  /** The same, with more time for a run: its amount of work has no bound. */
  public Chore taking(Duration atMost) {
    return new Chore(name, pace, nodes, atMost, bell, work);
  }

  /** The same, which is told to end a run after so long: what is left is done by the next ones. */
  public Chore inRunsOf(Duration most) {
    Work bounded =
        goesOn -> {
          long began = System.nanoTime();
          work.run(() -> goesOn.getAsBoolean() && System.nanoTime() - began < most.toNanos());
        };
    return new Chore(name, pace, nodes, longest, bell, bounded);
  }

  /** The same, begun by the bell of somebody who makes work for it. */
  public Chore begunBy(Doorbell other) {
    return new Chore(name, pace, nodes, longest, other, work);
  }
}
