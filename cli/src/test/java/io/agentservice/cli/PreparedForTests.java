package io.agentservice.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What first starts copy instead of making it, as those of {@code ./agent} do: the programs of
 * PostgreSQL and a database with all tables.
 */
public final class PreparedForTests {
  private static final String VARIABLE = "AGENT_PREPARED_HOME";

  private static Path home;

  private PreparedForTests() {}

  /** The directory, made by the first who asks for it. */
  private static synchronized Path home() {
    if (home == null) {
      var made = Path.of("target", "test-prepared", "home").toAbsolutePath();
      try {
        PreparedHome.make(made);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      home = made;
    }
    return home;
  }

  /** The settings of a server that begins with it. */
  public static Map<String, String> with(Map<String, String> settings) {
    var all = new HashMap<>(settings);
    all.putIfAbsent(VARIABLE, home().toString());
    return all;
  }
}
