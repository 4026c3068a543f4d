package io.agentservice.cli.admin.access;

import io.agentservice.cli.connection.AdminScope;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Those who hold roles, which all are given and taken alike: people, service users, groups. */
abstract class AdminHolders extends Group {
  private static final int NOT_FOUND = 404;

  /** The column of a list that names the roles held, and where. */
  static final String ROLES = "roles";

  /** Those in a place. */
  abstract CollectionClient of(AdminScope where, AgentClient client);

  /** Lists them. */
  abstract static class Lister extends ServiceAction.Lister {
    @Mixin private AdminScope scope = new AdminScope();

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private AdminHolders holders;

    @Override
    protected CollectionClient of(AgentClient client) {
      return holders.of(scope, client);
    }

    @Override
    protected @Nullable String cell(JsonObject item, String column) {
      return column.equals(ROLES) ? roles(item) : super.cell(item, column);
    }

    private static String roles(JsonObject holder) {
      return holder.objects("role_assignments").stream()
          .map(held -> {
            String role = Objects.requireNonNullElse(held.object("role").text("role_id"), "?");
            return held.text("org_id") == null ? role : role + "@" + held.text("org_id");
          })
          .collect(Collectors.joining(","));
    }
  }

  @Command(
      name = "show",
      description = "Shows one, with all roles.",
      mixinStandardHelpOptions = true)
  static final class Show extends ServiceAction.Shower {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private AdminHolders holders;

    @Override
    protected CollectionClient of(AgentClient client) {
      return holders.of(new AdminScope(), client);
    }
  }

  /** Does something with one of them in a place. */
  abstract static class OfOne extends ServiceAction.OfOne {
    @Mixin private AdminScope scope = new AdminScope();

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private AdminHolders holders;

    CollectionClient there(AgentClient client) {
      return holders.of(scope, client);
    }

    boolean inWholeAccount() {
      return scope.org() == null;
    }
  }

  @Command(
      name = "assign",
      description = "Gives a role, in the place of the one held there.",
      mixinStandardHelpOptions = true)
  static final class Assign extends OfOne {
    @Option(
        names = "--role",
        paramLabel = "<role_id>",
        required = true,
        description = "The role, as `agent admin role list` shows it")
    @SuppressWarnings("NullAway.Init") // required
    private String role;

    @Override
    protected JsonObject act(AgentClient client) {
      var there = there(client);
      var body = JsonObject.of("role_id", role);
      try {
        return there.change(id(), body);
      } catch (ApiException e) {
        if (e.status() != NOT_FOUND || isPersonOfAccount(e)) {
          throw e;
        }
        return there.createAt(id(), body); // holds none there yet
      }
    }

    /** Who holds an account role since his invitation. */
    private boolean isPersonOfAccount(ApiException refusal) {
      return inWholeAccount() && refusal.code().equals("user_not_found");
    }
  }

  @Command(
      name = "remove",
      description = {
        "Takes the role in an organization away; without --of those of all places,",
        "and a person or a service user goes, with all keys."
      },
      mixinStandardHelpOptions = true)
  static final class Remove extends OfOne {
    @Override
    protected JsonObject act(AgentClient client) {
      return there(client).delete(id());
    }
  }
}
