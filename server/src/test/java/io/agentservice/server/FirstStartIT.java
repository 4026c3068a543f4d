package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.settings.Settings;
import io.agentservice.server.settings.SettingsException;
import io.agentservice.server.testing.TestDatabase;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstStartIT {
  @TempDir private Path first;
  @TempDir private Path second;

  private static Settings settings(TestDatabase database, Path home) {
    return Settings.read(
        Map.of(
            "AGENT_HOME", home.toString(),
            "AGENT_PORT", "0",
            "AGENT_DATABASE_URL", database.jdbcUrl()));
  }

  @Test
  void aServerWithTheKeyFileOfAnotherInstallationDoesNotStart() {
    try (var database = TestDatabase.create()) {
      App.start(settings(database, first)).close();
      App.start(settings(database, first)).close();

      assertThatThrownBy(() -> App.start(settings(database, second)))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining(second.resolve("master.key").toString())
          .hasMessageContaining("is not the key file of this database");
    }
  }
}
