package io.agentservice.cli.admin.access;

import io.agentservice.cli.connection.AdminScope;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent admin service-user}: programs that have keys, and their roles. */
@Command(
    name = "service-user",
    description = {
      "Lists, shows and makes service users, gives them roles and takes these away.",
      "Their further keys: agent token --service-user."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminServiceUsers.Ls.class,
      AdminHolders.Show.class,
      AdminServiceUsers.Create.class,
      AdminHolders.Assign.class,
      AdminHolders.Remove.class
    })
public final class AdminServiceUsers extends AdminHolders {
  @Override
  CollectionClient of(AdminScope where, AgentClient client) {
    return where.serviceUsers(client);
  }

  @Command(
      name = "list",
      description = "Lists service users and their roles.",
      mixinStandardHelpOptions = true)
  static final class Ls extends AdminHolders.Lister {
    @Option(
        names = "--inactive",
        description = "Also those that were deleted or have no key that is good")
    private boolean inactive;

    @Override
    protected Query filters() {
      return Query.of("include_inactive", inactive ? true : null);
    }

    @Override
    protected List<String> columns() {
      return List.of("service_user_id", ROLES, "name");
    }
  }

  @Command(
      name = "create",
      description = "Makes a service user and shows the token of its first key, once.",
      mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<name>", description = "Its name")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Option(
        names = "--role",
        paramLabel = "<role_id>",
        required = true,
        description = "Its role, of organizations with --of, else of the account")
    @SuppressWarnings("NullAway.Init") // required
    private String role;

    @Option(
        names = "--days",
        paramLabel = "<n>",
        defaultValue = "365",
        description = "How many days its first key is good, 1 to 365 (default: 365)")
    private int days;

    @Mixin private AdminScope scope = new AdminScope();

    @Override
    protected JsonObject act(AgentClient client) {
      var body =
          JsonObject.of(
              "name", name,
              "role_id", role,
              "ttl_seconds", Duration.ofDays(days).toSeconds());
      return scope.newServiceUsers(client).create(body, null);
    }
  }
}
