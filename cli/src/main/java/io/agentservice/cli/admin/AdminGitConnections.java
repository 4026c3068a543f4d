package io.agentservice.cli.admin;

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

/** {@code agent admin git-connection}: hosts of repositories, with the tokens that open them. */
@Command(
    name = "git-connection",
    description = {
      "Lists, makes and deletes connections to hosts of git repositories.",
      "Which organization reaches what by one: agent admin git-permission."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminGitConnections.Ls.class,
      AdminGitConnections.Create.class,
      AdminGitConnections.Delete.class
    })
final class AdminGitConnections extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return client.enterprise().gitConnections();
  }

  @Override
  protected List<String> columns() {
    return List.of("git_connection_id", "git_provider_type", "host", "name");
  }

  @Command(
      name = "list",
      description = "Lists connections, never their tokens.",
      mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(
      name = "create",
      description = {
        "Makes a connection with the token of a file or of standard input; at a terminal it asks.",
        "The token is no argument: everybody on this machine could read it then."
      },
      mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(
        index = "0",
        paramLabel = "<type>",
        description = "github_token, github_individual_token, gitlab_token or bitbucket_token")
    @SuppressWarnings("NullAway.Init") // required
    private String type;

    @Parameters(index = "1", paramLabel = "<host>", description = "e.g. github.com")
    @SuppressWarnings("NullAway.Init") // required
    private String host;

    @Option(names = "--name", paramLabel = "<name>", description = "Its name")
    private @Nullable String name;

    @Option(
        names = "--token-file",
        paramLabel = "<file>",
        description = "Holds the token; default: standard input")
    private @Nullable String tokenFile;

    @Override
    protected JsonObject act(AgentClient client) {
      String token = Prompts.hidden("token", tokenFile);
      var body =
          JsonObject.of("git_provider_type", type, "host", host, "name", name, "token", token);
      return client.enterprise().gitConnections().create(body, null);
    }
  }

  @Command(
      name = "delete",
      description = "Deletes a connection that no permission needs.",
      mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
