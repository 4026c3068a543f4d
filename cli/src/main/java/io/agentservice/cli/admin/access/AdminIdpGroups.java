package io.agentservice.cli.admin.access;

import io.agentservice.cli.connection.AdminScope;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agent admin idp-group}: groups of the identity provider, and their roles. */
@Command(
    name = "idp-group",
    description = {
      "Lists, shows and registers groups of the identity provider, gives them roles and takes these away.",
      "Who is in a group has its roles; names are letter by letter as the provider says them."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminIdpGroups.Ls.class,
      AdminIdpGroups.Registered.class,
      AdminHolders.Show.class,
      AdminIdpGroups.Register.class,
      AdminHolders.Assign.class,
      AdminHolders.Remove.class,
      AdminIdpGroups.Delete.class
    })
public final class AdminIdpGroups extends AdminHolders {
  private static final String NAME = "idp_group_name";

  @Override
  CollectionClient of(AdminScope where, AgentClient client) {
    return where.idpGroups(client);
  }

  @Command(
      name = "list",
      description = "Lists groups that hold roles, and these.",
      mixinStandardHelpOptions = true)
  static final class Ls extends AdminHolders.Lister {
    @Override
    protected List<String> columns() {
      return List.of(NAME, ROLES);
    }
  }

  @Command(
      name = "registered",
      description = "Lists all groups that are known here.",
      mixinStandardHelpOptions = true)
  static final class Registered extends ServiceAction.Lister {
    @Override
    protected CollectionClient of(AgentClient client) {
      return client.enterprise().registeredIdpGroups();
    }

    @Override
    protected List<String> columns() {
      return List.of(NAME);
    }
  }

  @Command(
      name = "register",
      description = "Makes groups known; those that are stay as they are.",
      mixinStandardHelpOptions = true)
  static final class Register extends ServiceAction {
    @Parameters(paramLabel = "<name>", arity = "1..*", description = "Their names")
    @SuppressWarnings("NullAway.Init") // required
    private List<String> names;

    @Override
    protected JsonObject act(AgentClient client) {
      var registered =
          client
              .enterprise()
              .registeredIdpGroups()
              .createAll(JsonObject.of("idp_group_names", names));
      return JsonObject.of("items", registered.stream().map(JsonObject::fields).toList());
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      rows(answer, List.of(NAME), JsonObject::text, out);
    }
  }

  @Command(
      name = "delete",
      description = "Forgets a group that holds no role and that nobody is in.",
      mixinStandardHelpOptions = true)
  static final class Delete extends ServiceAction.Deleter {
    @Override
    protected CollectionClient of(AgentClient client) {
      return client.enterprise().registeredIdpGroups();
    }
  }
}
