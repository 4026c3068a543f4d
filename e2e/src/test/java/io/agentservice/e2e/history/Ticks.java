package io.agentservice.e2e.history;

/** Microseconds since 1970 as the machine knew it at the start; from there on monotonic. */
final class Ticks {
  static final long SECOND = 1_000_000;
  static final long NEVER = Long.MAX_VALUE;
  private static final long WALL = System.currentTimeMillis() * 1000;
  private static final long START = System.nanoTime();

  private Ticks() {}

  static long now() {
    return WALL + (System.nanoTime() - START) / 1000;
  }
}
