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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent knowledge}: what agents should know, and when. */
@Command(
    name = "knowledge",
    description = "Lists, shows and writes an organization's notes for agents.",
    mixinStandardHelpOptions = true,
    subcommands = {
      KnowledgeCommand.Ls.class,
      KnowledgeCommand.Show.class,
      KnowledgeCommand.Create.class,
      KnowledgeCommand.Update.class,
      KnowledgeCommand.Delete.class
    })
public final class KnowledgeCommand extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return asking.organization(client).notes();
  }

  @Override
  protected List<String> columns() {
    return List.of("note_id", "folder_path", "name");
  }

  /** What of a note can be said on a command line. */
  static final class Fields {
    @Option(
        names = "--trigger",
        paramLabel = "<text>",
        description = "When an agent should read it, in words")
    private @Nullable String trigger;

    @Option(names = "--folder", paramLabel = "<folder_id>", description = "Folder to put it into")
    private @Nullable String folder;

    @Option(
        names = "--repo",
        paramLabel = "<owner/repo>",
        description = "Read without asking in sessions on that repository; all for every session")
    private @Nullable String repo;

    @Option(
        names = "--enabled",
        paramLabel = "<true|false>",
        arity = "1",
        description = "Whether agents see it")
    private @Nullable Boolean enabled;

    /** The body of a request; what is null is not sent. */
    JsonObject body(String name, String body, String otherwise) {
      return JsonObject.of(
          "name", name,
          "body", body,
          "trigger", Objects.requireNonNullElse(trigger, otherwise),
          "folder_id", folder,
          "pinned_repo", repo,
          "is_enabled", enabled);
    }
  }

  @Command(name = "list", description = "Lists notes.", mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(name = "show", description = "Shows a note.", mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(name = "create", description = "Writes a note.", mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<name>", description = "Its name")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Parameters(
        index = "1",
        paramLabel = "<text>",
        description = "What agents should know; - reads it from standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String text;

    @Mixin private Fields fields = new Fields();

    @Override
    protected JsonObject act(AgentClient client) {
      var body = fields.body(name, Prompts.read("text", text), "");
      return organization(client).notes().create(body, null);
    }
  }

  @Command(
      name = "update",
      description = "Changes what is given of a note; the rest stays.",
      mixinStandardHelpOptions = true)
  static final class Update extends ServiceAction.OfOne {
    @Option(names = "--name", paramLabel = "<name>", description = "New name")
    private @Nullable String name;

    @Option(
        names = "--text",
        paramLabel = "<text>",
        description = "New text; - reads it from standard input")
    private @Nullable String text;

    @Mixin private Fields fields = new Fields();

    @Override
    protected JsonObject act(AgentClient client) {
      var notes = organization(client).notes();
      var now = notes.get(id());
      return notes.replace(
          id(),
          fields.body(
              Objects.requireNonNullElse(name, now.required("name")),
              text == null ? now.required("body") : Prompts.read("text", text),
              now.required("trigger")));
    }
  }

  @Command(name = "delete", description = "Deletes a note.", mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
