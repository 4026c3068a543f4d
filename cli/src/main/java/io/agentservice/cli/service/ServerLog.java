package io.agentservice.cli.service;

import java.nio.file.Path;
import java.util.Objects;

/** Where the log of a server inside this process goes. */
public final class ServerLog {
  private ServerLog() {}

  /**
   * To the end of a file, since another process may write to it, too: for commands that show a
   * session, which the log would interrupt. To be called before anything logs, and nothing before
   * {@code logback} reads its configuration does.
   */
  public static void toFile(Path file) {
    var configuration =
        Objects.requireNonNull(ServerLog.class.getResource("logback-file.xml"), "logback-file.xml");
    System.setProperty("agent.log.file", file.toString());
    System.setProperty("logback.configurationFile", configuration.toString());
  }
}
