package io.agentservice.cli.service;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Cleanup;
import java.io.IOException;
import java.util.HashMap;

/** A process that uses the server of the directory it is given, until its standard input ends. */
final class ServerUser {
  private ServerUser() {}

  /** Prints where that server is. */
  @SuppressWarnings("SystemOut") // it speaks to the test by it
  public static void main(String[] args) throws IOException {
    var home = Home.of(java.util.Map.of("AGENT_HOME", args[0]));
    var environment = new HashMap<>(System.getenv());
    environment.put("AGENT_PORT", "0");
    try (var cleanup = new Cleanup()) {
      var server =
          SharedServer.use(
              home, environment, () -> System.out.println("starts"), System.out::println, cleanup);
      System.out.println(server.url() + " " + server.pid());
      System.in.readAllBytes();
    }
    System.exit(0);
  }
}
