package io.agentservice.cli;

import io.agentservice.client.AgentClient;
import io.agentservice.client.ApiException;
import io.agentservice.client.CollectionClient;
import io.agentservice.client.JsonObject;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The roles that people and service users hold, which are given and taken alike. */
final class AdminAssignment {
  private static final int NOT_FOUND = 404;

  /** The column of a list that names the roles held, and where. */
  static final String ROLES = "roles";

  private AdminAssignment() {}

  /** Lists who holds roles. */
  abstract static class Lister extends ServiceAction.Lister {
    @Mixin private AdminScope scope = new AdminScope();

    AdminScope scope() {
      return scope;
    }

    @Override
    @Nullable String cell(JsonObject item, String column) {
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

  /** Lets somebody hold a role, whether he holds another one there or none. */
  abstract static class Assigner extends ServiceAction.OfOne {
    @Option(
        names = "--role",
        paramLabel = "<role_id>",
        required = true,
        description = "The role, as `agent admin role list` shows it")
    @SuppressWarnings("NullAway.Init") // required
    private String role;

    @Mixin private AdminScope scope = new AdminScope();

    abstract CollectionClient of(AdminScope where, AgentClient client);

    @Override
    JsonObject act(AgentClient client) {
      var holders = of(scope, client);
      var body = JsonObject.of("role_id", role);
      try {
        return holders.change(id(), body);
      } catch (ApiException e) {
        if (e.status() != NOT_FOUND || isPersonOfAccount(e)) {
          throw e;
        }
        return holders.createAt(id(), body); // holds none there yet
      }
    }

    /** Who holds an account role since his invitation. */
    private boolean isPersonOfAccount(ApiException refusal) {
      return scope.org() == null && refusal.code().equals("user_not_found");
    }
  }

  /** Takes a role away; of the whole account its holder goes with it. */
  abstract static class Remover extends ServiceAction.OfOne {
    @Mixin private AdminScope scope = new AdminScope();

    abstract CollectionClient of(AdminScope where, AgentClient client);

    @Override
    JsonObject act(AgentClient client) {
      return of(scope, client).delete(id());
    }
  }
}
