package io.agentservice.cli.testing;

import io.agentservice.cli.home.Home;
import java.io.IOException;
import java.nio.file.Path;

/** A process that says it is a server of the directory it is given, until it is killed. */
public final class AnnouncedServer {
  private AnnouncedServer() {}

  /** Waits for the end of its standard input. */
  @SuppressWarnings("SystemOut") // it speaks to the test by it
  public static void main(String[] args) throws IOException {
    var server = new Home.Server("http://127.0.0.1:8080", ProcessHandle.current().pid(), "test");
    try (var _ = new Home(Path.of(args[0])).announce(server)) {
      System.out.println("announced");
      System.in.readAllBytes();
    }
  }
}
