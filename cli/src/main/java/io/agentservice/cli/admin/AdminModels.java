package io.agentservice.cli.admin;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code agent admin model}: models of all organizations, with the keys that are kept with them.
 */
@Command(
    name = "model",
    description = {
      "Lists, shows and writes the models of all organizations.",
      "Those of one organization: agent model."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminModels.Ls.class,
      AdminModels.Show.class,
      AdminModels.Create.class,
      AdminModels.Update.class,
      AdminModels.Delete.class
    })
final class AdminModels extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return client.enterprise().models();
  }

  @Override
  protected List<String> columns() {
    return List.of("model_id", "provider", "provider_model", "key_count", "name");
  }

  @Command(
      name = "list",
      description = "Lists models, never their keys.",
      mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(name = "show", description = "Shows a model.", mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(
      name = "create",
      description = {
        "Registers a model of a file with a JSON object, or of standard input.",
        "Its keys are no arguments: everybody on this machine could read them then."
      },
      mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(
        index = "0",
        paramLabel = "<file>",
        description = "Holds what the service takes; - is standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String file;

    @Override
    protected JsonObject act(AgentClient client) {
      return client.enterprise().models().create(Prompts.object(file), null);
    }
  }

  @Command(
      name = "update",
      description = "Changes what the file says of a model; the rest stays.",
      mixinStandardHelpOptions = true)
  static final class Update extends ServiceAction.OfOne {
    @Parameters(
        index = "1",
        paramLabel = "<file>",
        description = "Holds what the service takes; - is standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String file;

    @Override
    protected JsonObject act(AgentClient client) {
      return client.enterprise().models().change(id(), Prompts.object(file));
    }
  }

  @Command(name = "delete", description = "Deletes a model.", mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
