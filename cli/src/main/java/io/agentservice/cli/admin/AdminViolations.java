package io.agentservice.cli.admin;

import io.agentservice.cli.connection.AdminScope;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.Period;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent admin violation}: what broke guardrails. */
@Command(
    name = "violation",
    description = "Lists what broke guardrails.",
    mixinStandardHelpOptions = true,
    subcommands = AdminViolations.Ls.class)
final class AdminViolations extends Group {

  @Command(
      name = "list",
      description = "Lists violations, newest first.",
      mixinStandardHelpOptions = true)
  static final class Ls extends ServiceAction.Lister {
    private static final String TIME = "created_at";

    @Mixin private AdminScope scope = new AdminScope();
    @Mixin private Period period = new Period();

    @Option(names = "--session", paramLabel = "<session_id>", description = "In that session")
    private @Nullable String session;

    @Option(names = "--guardrail", paramLabel = "<id>", description = "Of that guardrail")
    private @Nullable String guardrail;

    @Option(names = "--oldest-first", description = "The other way round")
    private boolean oldestFirst;

    @Override
    protected CollectionClient of(AgentClient client) {
      return scope.guardrailViolations(client);
    }

    @Override
    protected Query filters() {
      return period
          .query()
          .and("session_id", session)
          .and("guardrail_id", guardrail)
          .and("order", oldestFirst ? "asc" : null);
    }

    @Override
    protected List<String> columns() {
      return List.of(
          "violation_id", TIME, "action_taken", "guardrail_id", "session_id", "user_message");
    }

    @Override
    protected @Nullable String cell(JsonObject item, String column) {
      return column.equals(TIME) ? Period.shown(item.number(column, 0)) : super.cell(item, column);
    }
  }
}
