package io.agentservice.cli.organization;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent playbook}: instructions that sessions follow. */
@Command(
    name = "playbook",
    description = "Lists, shows and writes an organization's playbooks.",
    mixinStandardHelpOptions = true,
    subcommands = {
      PlaybookCommand.Ls.class,
      PlaybookCommand.Show.class,
      PlaybookCommand.Create.class,
      PlaybookCommand.Update.class,
      PlaybookCommand.Delete.class
    })
public final class PlaybookCommand extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return asking.organization(client).playbooks();
  }

  @Override
  protected List<String> columns() {
    return List.of("playbook_id", "macro", "title");
  }

  @Command(name = "list", description = "Lists playbooks.", mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(name = "show", description = "Shows a playbook.", mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(name = "create", description = "Writes a playbook.", mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<title>", description = "Its title")
    @SuppressWarnings("NullAway.Init") // required
    private String title;

    @Parameters(
        index = "1",
        paramLabel = "<text>",
        description = "What the agent is to do; - reads it from standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String text;

    @Option(
        names = "--macro",
        paramLabel = "<macro>",
        description = "By which people call it, e.g. !release")
    private @Nullable String macro;

    @Override
    protected JsonObject act(AgentClient client) {
      var body = JsonObject.of("title", title, "body", Prompts.read("text", text), "macro", macro);
      return organization(client).playbooks().create(body, null);
    }
  }

  @Command(
      name = "update",
      description = "Changes what is given of a playbook; the rest stays.",
      mixinStandardHelpOptions = true)
  static final class Update extends ServiceAction.OfOne {
    @Option(names = "--title", paramLabel = "<title>", description = "New title")
    private @Nullable String title;

    @Option(
        names = "--text",
        paramLabel = "<text>",
        description = "New text; - reads it from standard input")
    private @Nullable String text;

    @Option(names = "--macro", paramLabel = "<macro>", description = "New macro")
    private @Nullable String macro;

    @Override
    protected JsonObject act(AgentClient client) {
      var playbooks = organization(client).playbooks();
      var now = playbooks.get(id());
      return playbooks.replace(
          id(),
          JsonObject.of(
              "title",
              Objects.requireNonNullElse(title, now.required("title")),
              "body",
              text == null ? now.required("body") : Prompts.read("text", text),
              "macro",
              macro));
    }
  }

  @Command(name = "delete", description = "Deletes a playbook.", mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
