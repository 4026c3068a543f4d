package io.agentservice.cli.admin;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Acus;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent admin org}: the account's organizations. */
@Command(
    name = "org",
    description = "Lists, shows, makes, changes and deletes organizations.",
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminOrganizations.Ls.class,
      AdminOrganizations.Show.class,
      AdminOrganizations.Create.class,
      AdminOrganizations.Update.class,
      AdminOrganizations.Delete.class
    })
final class AdminOrganizations extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return client.enterprise().organizations();
  }

  @Override
  protected List<String> columns() {
    return List.of("org_id", "max_session_acu_limit", "max_cycle_acu_limit", "name");
  }

  /** What its sessions may use. */
  static final class Limits {
    @Option(
        names = "--session-acus",
        paramLabel = "<n|none>",
        description = "The most that one of its sessions may use, in ACUs")
    private @Nullable String session;

    @Option(
        names = "--cycle-acus",
        paramLabel = "<n|none>",
        description = "The most that its sessions may use in a billing cycle, in ACUs")
    private @Nullable String cycle;

    /** With what was given; {@code none} is null, which lifts a limit. */
    JsonObject with(JsonObject body) {
      var fields = new LinkedHashMap<String, @Nullable Object>(body.fields());
      put(fields, "max_session_acu_limit", "--session-acus", session);
      put(fields, "max_cycle_acu_limit", "--cycle-acus", cycle);
      return new JsonObject(fields);
    }

    private static void put(
        Map<String, @Nullable Object> fields, String name, String option, @Nullable String given) {
      if (given != null) {
        fields.put(name, Acus.parse(option, given));
      }
    }
  }

  @Command(
      name = "list",
      description = "Lists organizations, newest first.",
      mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(name = "show", description = "Shows an organization.", mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(name = "create", description = "Makes an organization.", mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<name>", description = "Its name")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Mixin private Limits limits = new Limits();

    @Override
    protected JsonObject act(AgentClient client) {
      var body = limits.with(JsonObject.of("name", name));
      return client.enterprise().organizations().create(body, null);
    }
  }

  @Command(
      name = "update",
      description = "Changes what is given of an organization; the rest stays.",
      mixinStandardHelpOptions = true)
  static final class Update extends ServiceAction.OfOne {
    @Option(names = "--name", paramLabel = "<name>", description = "New name")
    private @Nullable String name;

    @Mixin private Limits limits = new Limits();

    @Override
    protected JsonObject act(AgentClient client) {
      var body = limits.with(JsonObject.of("name", name));
      return client.enterprise().organizations().change(id(), body);
    }
  }

  @Command(
      name = "delete",
      description = "Deletes an organization: its sessions end, its keys are refused.",
      mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
