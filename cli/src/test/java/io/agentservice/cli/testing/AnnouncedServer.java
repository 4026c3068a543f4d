package io.agentservice.cli.testing;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.ServiceSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A process that says it is a server of the directory it is given, until it is killed. */
public final class AnnouncedServer {
  private AnnouncedServer() {}

  /** What a server of this process says of itself. */
  public static Home.Server at(String url) {
    long pid = ProcessHandle.current().pid();
    return new Home.Server(url, pid, "test", Home.Kind.SERVER, new ServiceSettings(Map.of()));
  }

  /** Waits for the end of its standard input. */
  @SuppressWarnings("SystemOut") // it speaks to the test by it
  public static void main(String[] args) throws IOException {
    var server = at("http://127.0.0.1:8080");
    try (var _ = new Home(Path.of(args[0])).announce(server)) {
      System.out.println("announced");
      System.in.readAllBytes();
    }
  }
}
