package io.agentservice.cli.service;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Output;
import io.agentservice.postgres.EmbeddedPostgresException;
import io.agentservice.server.base.db.NewerSchemaException;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.start.migration.Migration;
import io.agentservice.wire.settings.GivenSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent migrate}: what a start does to the database, without a start. */
@Command(
    name = "migrate",
    description = {
      "Brings the database of a server up to date, as the next start would.",
      "With --dry-run says what that would do: statements, locks, and how much each reads or writes.",
      "Exit code 1 when a start would refuse the database."
    },
    mixinStandardHelpOptions = true)
public final class MigrateCommand implements Callable<Integer> {
  @Option(
      names = "--dry-run",
      description = "Change nothing, and say what would be done to which table")
  private boolean dryRun;

  @Option(
      names = "--home",
      paramLabel = "<directory>",
      description = "Data directory (AGENT_HOME, ~/.agent)")
  private @Nullable String home;

  @Mixin private Output output;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  MigrateCommand() {}

  @Override
  public Integer call() {
    var settings = settings();
    try {
      var plan = Migration.plan(settings);
      if (!dryRun && plan.obstacle() == null) {
        Migration.run(settings);
      }
      var text = new PlanText(plan, dryRun);
      output.result(text.json(), (_, out) -> text.lines().forEach(out::println));
      if (plan.obstacle() != null) {
        output.tell(
            CommandFailure.failed(
                "a start would refuse this database: " + plan.obstacle(),
                "start the release that it belongs to, or restore a backup"));
        return ExitCode.SOFTWARE;
      }
      return ExitCode.OK;
    } catch (DatabaseUnavailableException | NewerSchemaException | EmbeddedPostgresException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()), null);
    }
  }

  private Settings settings() {
    Map<String, String> given = new HashMap<>(GivenSettings.of(System.getenv()));
    if (home != null) {
      given.put("AGENT_HOME", home);
    }
    // What a server logs of its tables is no news here.
    System.setProperty("AGENT_LOG_LEVEL", given.getOrDefault("AGENT_LOG_LEVEL", "WARN"));
    return Settings.read(Service.settings(Home.of(given), given));
  }
}
