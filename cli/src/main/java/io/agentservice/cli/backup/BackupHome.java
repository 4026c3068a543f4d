package io.agentservice.cli.backup;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.Service;
import io.agentservice.postgres.EmbeddedPostgresException;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.start.backup.BackupException;
import io.agentservice.wire.settings.GivenSettings;
import java.util.HashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The data directory that is meant, with the settings of its server. */
final class BackupHome {
  @Option(
      names = "--home",
      paramLabel = "<directory>",
      description = "Data directory (AGENT_HOME, ~/.agent)")
  private @Nullable String home;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  BackupHome() {}

  <T> T run(Function<Settings, T> work) {
    var given = new HashMap<>(GivenSettings.of(System.getenv()));
    if (home != null) {
      given.put("AGENT_HOME", home);
    }
    // What a server logs of its keys and tables is no news here.
    System.setProperty("AGENT_LOG_LEVEL", given.getOrDefault("AGENT_LOG_LEVEL", "WARN"));
    try {
      return work.apply(Settings.read(Service.settings(Home.of(given), given)));
    } catch (BackupException | EmbeddedPostgresException e) {
      var message = String.valueOf(e.getMessage());
      int end = message.lastIndexOf("; ");
      throw end < 0
          ? CommandFailure.failed(message, null)
          : CommandFailure.failed(message.substring(0, end), message.substring(end + 2));
    }
  }
}
