package io.agentservice.cli.admin;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agent admin git-permission}: which repositories an organization reaches. */
@Command(
    name = "git-permission",
    description = "Lists and replaces which repositories an organization reaches, and by what.",
    mixinStandardHelpOptions = true,
    subcommands = {AdminGitPermissions.Ls.class, AdminGitPermissions.Replace.class})
final class AdminGitPermissions extends Group {
  private static final String COVERED = "covered";

  /** The columns of a list; the item covers one repository, a group or a beginning of paths. */
  private static final List<String> COLUMNS =
      List.of("git_permission_id", "git_connection_id", "read_only", COVERED);

  private static @Nullable String shown(JsonObject item, String column) {
    if (!column.equals(COVERED)) {
      return item.text(column);
    }
    return item.text("repo_path") != null
        ? item.text("repo_path")
        : item.text("group_prefix") != null
            ? item.text("group_prefix") + "/"
            : item.text("prefix_path") + "*";
  }

  @Command(name = "list", description = "Lists them.", mixinStandardHelpOptions = true)
  static final class Ls extends ServiceAction.Lister {
    @Parameters(index = "0", paramLabel = "<org_id>", description = "Of that organization")
    @SuppressWarnings("NullAway.Init") // required
    private String org;

    @Override
    protected CollectionClient of(AgentClient client) {
      return client.organization(org).gitPermissions();
    }

    @Override
    protected List<String> columns() {
      return COLUMNS;
    }

    @Override
    protected @Nullable String cell(JsonObject item, String column) {
      return shown(item, column);
    }
  }

  @Command(
      name = "replace",
      description = "Puts those of a file in the place of all: {\"permissions\": [...]}.",
      mixinStandardHelpOptions = true)
  static final class Replace extends ServiceAction.OfOne {
    @Parameters(index = "1", paramLabel = "<file>", description = "JSON; - is standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String file;

    @Override
    protected JsonObject act(AgentClient client) {
      var now = client.organization(id()).gitPermissions().replaceAll(Prompts.object(file));
      return JsonObject.of("items", now.stream().map(JsonObject::fields).toList());
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      rows(answer, COLUMNS, AdminGitPermissions::shown, out);
    }
  }
}
