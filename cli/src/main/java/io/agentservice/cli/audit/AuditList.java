package io.agentservice.cli.audit;

import io.agentservice.cli.connection.AdminScope;
import io.agentservice.cli.connection.ServiceAction;
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

/** {@code agent audit list}: what was done, and by whom. */
@Command(
    name = "list",
    description = "Lists audit records, newest first.",
    mixinStandardHelpOptions = true)
final class AuditList extends ServiceAction.Lister {
  private static final String WHO = "who";

  @Mixin private AdminScope scope = new AdminScope();
  @Mixin private Period period = new Period();

  @Option(names = "--action", paramLabel = "<name>", description = "e.g. create_session")
  private @Nullable String action;

  @Option(names = "--user", paramLabel = "<user_id>", description = "Done by that person")
  private @Nullable String user;

  @Option(
      names = "--service-user",
      paramLabel = "<service_user_id>",
      description = "Done by that service user")
  private @Nullable String serviceUser;

  @Option(names = "--oldest-first", description = "The other way round")
  private boolean oldestFirst;

  @Override
  protected CollectionClient of(AgentClient client) {
    return scope.auditLogs(client);
  }

  @Override
  protected Query filters() {
    return period
        .query()
        .and("action", action)
        .and("user_id", user)
        .and("service_user_id", serviceUser)
        .and("order", oldestFirst ? "asc" : null);
  }

  @Override
  protected List<String> columns() {
    return List.of("created_at", "action", WHO, "org_id", "audit_log_id");
  }

  @Override
  protected @Nullable String cell(JsonObject item, String column) {
    return switch (column) {
      case "created_at" -> Period.shown(item.number(column, 0));
      case WHO ->
          item.text("user_id") != null ? item.text("user_id") : item.text("service_user_id");
      default -> super.cell(item, column);
    };
  }
}
