package io.agentservice.cli.organization;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent secret}: what sessions get and nobody reads again. */
@Command(
    name = "secret",
    description = "Lists, makes and deletes an organization's secrets.",
    mixinStandardHelpOptions = true,
    subcommands = {SecretCommand.Ls.class, SecretCommand.Create.class, SecretCommand.Delete.class})
public final class SecretCommand extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return asking.organization(client).secrets();
  }

  @Override
  protected List<String> columns() {
    return List.of("secret_id", "secret_type", "key", "note");
  }

  @Command(
      name = "list",
      description = "Lists secrets, never their values.",
      mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(
      name = "create",
      description = {
        "Makes a secret of the value that it reads from standard input; at a terminal it asks.",
        "The value is no argument: everybody on this machine could read it then."
      },
      mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(
        index = "0",
        paramLabel = "<key>",
        description = "Its name, which is that of the environment variable")
    @SuppressWarnings("NullAway.Init") // required
    private String key;

    @Option(
        names = "--type",
        paramLabel = "<type>",
        description = "key-value (default), cookie or totp")
    private @Nullable String type;

    @Option(names = "--note", paramLabel = "<text>", description = "What it is for")
    private @Nullable String note;

    @Option(
        names = "--not-sensitive",
        description = "Show the value in messages, events and logs of sessions")
    private boolean open;

    @Override
    protected JsonObject act(AgentClient client) {
      var secrets = organization(client).secrets();
      var body =
          JsonObject.of(
              "key", key,
              "value", Prompts.hidden("value"),
              "type", type,
              "note", note,
              "is_sensitive", open ? false : null);
      return secrets.create(body, null);
    }
  }

  @Command(name = "delete", description = "Deletes a secret.", mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
