package io.agentservice.cli.admin.access;

import io.agentservice.cli.connection.AdminScope;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent admin member}: people and their roles. */
@Command(
    name = "member",
    description = "Lists, shows and invites people, gives them roles and takes these away.",
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminMembers.Ls.class,
      AdminHolders.Show.class,
      AdminMembers.Invite.class,
      AdminHolders.Assign.class,
      AdminHolders.Remove.class
    })
public final class AdminMembers extends AdminHolders {
  @Override
  CollectionClient of(AdminScope where, AgentClient client) {
    return where.users(client);
  }

  @Command(
      name = "list",
      description = "Lists people and their roles.",
      mixinStandardHelpOptions = true)
  static final class Ls extends AdminHolders.Lister {
    @Option(names = "--email", paramLabel = "<address>", description = "Who has that address")
    private @Nullable String email;

    @Override
    protected Query filters() {
      return Query.of("email", email);
    }

    @Override
    protected List<String> columns() {
      return List.of("user_id", ROLES, "email", "name");
    }
  }

  @Command(
      name = "invite",
      description = "Invites people by their addresses; who is there already stays as he is.",
      mixinStandardHelpOptions = true)
  static final class Invite extends ServiceAction {
    @Parameters(paramLabel = "<address>", arity = "1..*", description = "Their addresses")
    @SuppressWarnings("NullAway.Init") // required
    private List<String> emails;

    @Option(
        names = "--role",
        paramLabel = "<role_id>",
        defaultValue = "account_member",
        description = "Their role in the account (default: account_member)")
    @SuppressWarnings("NullAway.Init") // has a default
    private String role;

    @Override
    protected JsonObject act(AgentClient client) {
      var invited =
          client
              .enterprise()
              .users()
              .createAll(JsonObject.of("emails", emails, "enterprise_role_id", role));
      return JsonObject.of("items", invited.stream().map(JsonObject::fields).toList());
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      rows(answer, List.of("user_id", "email"), JsonObject::text, out);
    }
  }
}
