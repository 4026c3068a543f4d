package io.agentservice.remote.base;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Plain lines on stderr, without secrets, environment values, command lines or file contents. */
public final class Log {
  private Log() {}

  public static void info(String line) {
    write("info", line);
  }

  public static void warn(String line) {
    write("warn", line);
  }

  public static void error(String line) {
    write("error", line);
  }

  private static void write(String level, String line) {
    System.err.println(
        Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + level + " agent-remote: " + line);
  }
}
