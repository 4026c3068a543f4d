package io.agentservice.cli.admin;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Acus;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.AgentClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent admin org-group}: what organizations may use together. */
@Command(
    name = "org-group",
    description = {
      "Lists and writes groups of organizations and what they may use together in a billing cycle.",
      "The service keeps all groups as one: of two who change them at a time the later one wins."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminOrgGroups.Ls.class,
      AdminOrgGroups.Show.class,
      AdminOrgGroups.Write.class,
      AdminOrgGroups.Replace.class,
      AdminOrgGroups.Delete.class
    })
final class AdminOrgGroups extends Group {
  private static final String GROUPS = "groups";
  private static final String NAME = "name";
  private static final String MOST = "max_cycle_acus";
  private static final String ORGS = "org_ids";

  /** All groups, shown one on a line. */
  abstract static class OfAll extends ServiceAction {
    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      for (var group : answer.objects("items")) {
        out.println(
            String.join(
                "  ",
                Objects.requireNonNullElse(group.text(MOST), "-"),
                group.list(ORGS).size() + " organizations",
                PlainText.line(group.required(NAME))));
      }
    }

    /** Names may be equal once they are plain, so they are no names of fields here. */
    static JsonObject items(JsonObject answer) {
      var groups = answer.object(GROUPS);
      var items =
          groups.fields().keySet().stream().map(name -> named(name, groups).fields()).toList();
      return JsonObject.of("items", items);
    }
  }

  private static JsonObject named(String name, JsonObject groups) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put(NAME, name);
    fields.putAll(groups.object(name).fields());
    return new JsonObject(fields);
  }

  /** All groups, to be changed. */
  private static Map<String, @Nullable Object> groups(AgentClient client) {
    return client.enterprise().orgGroupLimits().get().object(GROUPS).fields();
  }

  private static JsonObject write(AgentClient client, Map<String, @Nullable Object> groups) {
    return client.enterprise().orgGroupLimits().replace(JsonObject.of(GROUPS, groups));
  }

  private static JsonObject existing(String name, Map<String, @Nullable Object> groups) {
    if (!groups.containsKey(name)) {
      throw CommandFailure.failed(
          "there is no group " + name, "agent admin org-group list names them");
    }
    return named(name, new JsonObject(groups));
  }

  @Command(name = "list", description = "Lists the groups.", mixinStandardHelpOptions = true)
  static final class Ls extends OfAll {
    @Override
    protected JsonObject act(AgentClient client) {
      return items(client.enterprise().orgGroupLimits().get());
    }
  }

  @Command(name = "show", description = "Shows a group.", mixinStandardHelpOptions = true)
  static final class Show extends ServiceAction.OfOne {
    @Override
    protected JsonObject act(AgentClient client) {
      return existing(id(), groups(client));
    }
  }

  @Command(
      name = "set",
      description = "Makes a group, or changes what is given of it; the other groups stay.",
      mixinStandardHelpOptions = true)
  static final class Write extends ServiceAction.OfOne {
    @Option(
        names = "--of",
        paramLabel = "<org_id>",
        split = ",",
        description = "All that are in it from now on; several with commas")
    private @Nullable List<String> orgs;

    @Option(
        names = "--acus",
        paramLabel = "<n|none>",
        description = "The most that they may use together in a billing cycle, in ACUs")
    private @Nullable String acus;

    @Override
    protected JsonObject act(AgentClient client) {
      var groups = groups(client);
      var group = new JsonObject(groups).object(id()).fields();
      group.putIfAbsent(ORGS, List.of());
      if (orgs != null) {
        group.put(ORGS, orgs);
      }
      if (acus != null) {
        group.put(MOST, Acus.parse("--acus", acus));
      }
      groups.put(id(), group);
      return named(id(), write(client, groups).object(GROUPS));
    }
  }

  @Command(
      name = "replace",
      description = "Puts the groups of a file in the place of all: {\"groups\": {...}}.",
      mixinStandardHelpOptions = true)
  static final class Replace extends OfAll {
    @Parameters(index = "0", paramLabel = "<file>", description = "JSON; - is standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String file;

    @Override
    protected JsonObject act(AgentClient client) {
      return items(client.enterprise().orgGroupLimits().replace(Prompts.object(file)));
    }
  }

  @Command(
      name = "delete",
      description = "Deletes a group; its organizations stay.",
      mixinStandardHelpOptions = true)
  static final class Delete extends ServiceAction.OfOne {
    @Override
    protected JsonObject act(AgentClient client) {
      var groups = groups(client);
      var was = existing(id(), groups);
      groups.remove(id());
      write(client, groups);
      return was;
    }
  }
}
