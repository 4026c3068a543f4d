package io.agentservice.cli.organization;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent member}: the people of an organization, for its own administrators. */
@Command(
    name = "member",
    description = {
      "Lists and shows the people of an organization, adds them, gives them other roles and removes them.",
      "For who administers the organization; inviting into the account: agent admin member."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      MemberCommand.Ls.class,
      MemberCommand.Show.class,
      MemberCommand.Add.class,
      MemberCommand.Assign.class,
      MemberCommand.Remove.class
    })
public final class MemberCommand extends CollectionGroup {
  private static final String ROLES = "roles";
  private static final int NOT_FOUND = 404;

  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return asking.organization(client).ownUsers();
  }

  @Override
  protected List<String> columns() {
    return List.of("user_id", ROLES, "email", "name");
  }

  @Command(
      name = "list",
      description = "Lists people and their roles.",
      mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {
    @Option(names = "--email", paramLabel = "<address>", description = "Who has that address")
    private @Nullable String email;

    @Override
    protected Query filters() {
      return Query.of("email", email);
    }

    @Override
    protected @Nullable String cell(JsonObject item, String column) {
      return column.equals(ROLES) ? roles(item) : super.cell(item, column);
    }

    private static String roles(JsonObject person) {
      return person.objects("role_assignments").stream()
          .map(held -> Objects.requireNonNullElse(held.object("role").text("role_id"), "?"))
          .collect(Collectors.joining(","));
    }
  }

  @Command(
      name = "show",
      description = "Shows one, with roles by groups too.",
      mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(
      name = "add",
      description = "Adds somebody who is in the account already, by the address.",
      mixinStandardHelpOptions = true)
  static final class Add extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<address>", description = "The whole address")
    @SuppressWarnings("NullAway.Init") // required
    private String email;

    @Option(
        names = "--role",
        paramLabel = "<role_id>",
        defaultValue = "org_member",
        description = "The role in the organization (default: org_member)")
    @SuppressWarnings("NullAway.Init") // has a default
    private String role;

    @Override
    protected JsonObject act(AgentClient client) {
      return organization(client)
          .ownUsers()
          .create(JsonObject.of("email", email, "role_id", role), null);
    }
  }

  @Command(
      name = "assign",
      description = "Gives a role, in the place of the one held.",
      mixinStandardHelpOptions = true)
  static final class Assign extends ServiceAction.OfOne {
    @Option(names = "--role", paramLabel = "<role_id>", required = true, description = "The role")
    @SuppressWarnings("NullAway.Init") // required
    private String role;

    @Override
    protected JsonObject act(AgentClient client) {
      var people = organization(client).ownUsers();
      var body = JsonObject.of("role_id", role);
      try {
        return people.change(id(), body);
      } catch (ApiException e) {
        if (e.status() != NOT_FOUND) {
          throw e;
        }
        return people.createAt(id(), body); // holds none there yet
      }
    }
  }

  @Command(
      name = "remove",
      description = "Takes the role in the organization away; the person stays in the account.",
      mixinStandardHelpOptions = true)
  static final class Remove extends CollectionGroup.Delete {}
}
