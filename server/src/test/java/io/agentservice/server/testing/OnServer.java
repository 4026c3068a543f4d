package io.agentservice.server.testing;

import io.agentservice.server.base.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests against one server of their class; they keep apart by organizations. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnServer {
  protected TestServer server;

  /** Settings of the server beyond those of every test. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  /** Where the server reaches its database, for example through a proxy. */
  protected String databaseAddress(String jdbcUrl) {
    return jdbcUrl;
  }

  /** Reads the server's settings, of which a test may declare more. */
  protected Settings read(Map<String, String> values) {
    return Settings.read(values);
  }

  @BeforeAll
  void startServer() {
    server = TestServer.start(settings(), this::databaseAddress, this::read);
  }

  @AfterAll
  void stopServer() {
    if (server != null) {
      server.close();
    }
  }
}
