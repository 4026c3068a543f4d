package io.agentservice.cli.admin;

import io.agentservice.cli.connection.AdminScope;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Period;
import io.agentservice.client.AgentClient;
import io.agentservice.wire.json.JsonObject;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code agent admin metrics}: figures of a time. */
@Command(
    name = "metrics",
    description = {
      "Shows figures of the account or of an organization, of the last 30 days or another time:",
      "usage (of all kinds), sessions, prs (pull requests) or searches."
    },
    mixinStandardHelpOptions = true)
final class AdminMetrics extends ServiceAction {
  /** Which figures there are. */
  enum Figures {
    USAGE,
    SESSIONS,
    PRS,
    SEARCHES;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "<figures>",
      description = "One of ${COMPLETION-CANDIDATES}")
  @SuppressWarnings("NullAway.Init") // required
  private Figures figures;

  @Mixin private AdminScope scope = new AdminScope();
  @Mixin private Period period = new Period();

  @Override
  protected JsonObject act(AgentClient client) {
    return scope.metrics(client, figures.toString(), period.range());
  }
}
