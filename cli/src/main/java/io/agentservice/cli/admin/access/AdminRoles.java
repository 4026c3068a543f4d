package io.agentservice.cli.admin.access;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent admin role}: built-in roles and one's own. */
@Command(
    name = "role",
    description = "Lists, shows, makes, changes and deletes roles.",
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminRoles.Ls.class,
      AdminRoles.Show.class,
      AdminRoles.Create.class,
      AdminRoles.Update.class,
      AdminRoles.Delete.class
    })
public final class AdminRoles extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return client.enterprise().roles();
  }

  @Override
  protected List<String> columns() {
    return List.of("role_id", "role_type", "role_name");
  }

  @Command(name = "list", description = "Lists roles.", mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(name = "show", description = "Shows a role.", mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(name = "create", description = "Makes a role.", mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<name>", description = "Its name")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Option(
        names = "--type",
        paramLabel = "<org|enterprise>",
        defaultValue = "org",
        description = "Held in organizations (default), or in the account")
    @SuppressWarnings("NullAway.Init") // has a default
    private String type;

    @Option(
        names = "--permission",
        paramLabel = "<name>",
        split = ",",
        required = true,
        description = "What it may do, e.g. ManageOrgSecrets; several with commas")
    @SuppressWarnings("NullAway.Init") // required
    private List<String> permissions;

    @Override
    protected JsonObject act(AgentClient client) {
      var body = JsonObject.of("role_name", name, "role_type", type, "permissions", permissions);
      return client.enterprise().roles().create(body, null);
    }
  }

  @Command(
      name = "update",
      description = "Changes what is given of a role of one's own; holders feel it at once.",
      mixinStandardHelpOptions = true)
  static final class Update extends ServiceAction.OfOne {
    @Option(names = "--name", paramLabel = "<name>", description = "New name")
    private @Nullable String name;

    @Option(
        names = "--permission",
        paramLabel = "<name>",
        split = ",",
        description = "All that it may do from now on; several with commas")
    private @Nullable List<String> permissions;

    @Override
    protected JsonObject act(AgentClient client) {
      var body = JsonObject.of("role_name", name, "permissions", permissions);
      return client.enterprise().roles().change(id(), body);
    }
  }

  @Command(
      name = "delete",
      description = "Deletes a role that nobody holds.",
      mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
