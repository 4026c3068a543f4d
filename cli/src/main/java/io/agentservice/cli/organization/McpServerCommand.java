package io.agentservice.cli.organization;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent mcp-server}: programs whose tools the agent may use. */
@Command(
    name = "mcp-server",
    description =
        "Lists, shows and writes the MCP servers whose tools an organization's agents have.",
    mixinStandardHelpOptions = true,
    subcommands = {
      McpServerCommand.Ls.class,
      McpServerCommand.Show.class,
      McpServerCommand.Create.class,
      McpServerCommand.Update.class,
      McpServerCommand.Delete.class
    })
public final class McpServerCommand extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return asking.organization(client).mcpServers();
  }

  @Override
  protected List<String> columns() {
    return List.of("mcp_server_id", "transport", "is_enabled", "name");
  }

  /** What of one can be said on a command line. */
  static final class Fields {
    @Option(names = "--url", paramLabel = "<url>", description = "Where it is asked over HTTP")
    private @Nullable String url;

    @Option(
        names = "--header",
        paramLabel = "<name>=[<prefix> ]<secret>",
        description =
            "A header whose value is a secret of the organization, e.g. 'Authorization=Bearer LINEAR_TOKEN'; may be repeated")
    private @Nullable List<String> headers;

    @Option(
        names = "--oauth-client-id",
        paramLabel = "<id>",
        description =
            "By which the service gets tokens for itself, by client credentials; with --oauth-client-secret")
    private @Nullable String clientId;

    @Option(
        names = "--oauth-client-secret",
        paramLabel = "<secret>",
        description = "The secret of the organization that goes with it, by its key")
    private @Nullable String clientSecret;

    @Option(
        names = "--oauth-token-url",
        paramLabel = "<url>",
        description = "Where tokens are to be had; default: where the server says")
    private @Nullable String tokenUrl;

    @Option(
        names = "--oauth-scope",
        paramLabel = "<scope>",
        description = "What is asked for, words with a space between them")
    private @Nullable String scope;

    @Option(
        names = "--command",
        paramLabel = "<program>",
        description = "The program that is started on the session's machine")
    private @Nullable String command;

    @Option(names = "--arg", paramLabel = "<arg>", description = "Its argument; may be repeated")
    private @Nullable List<String> args;

    @Option(
        names = "--secret",
        paramLabel = "<key>",
        description = "A secret that the program gets as a variable; may be repeated")
    private @Nullable List<String> environment;

    @Option(
        names = "--tool",
        paramLabel = "<tool>",
        description = "A tool that may be used, no other then; may be repeated")
    private @Nullable List<String> tools;

    @Option(
        names = "--enabled",
        paramLabel = "<true|false>",
        arity = "1",
        description = "Whether sessions have its tools")
    private @Nullable Boolean enabled;

    /** The body of a request; what is null is not sent. */
    JsonObject body(@Nullable String name, @Nullable String transport) {
      return JsonObject.of(
          "name", name,
          "transport", transport,
          "url", url,
          "headers", headers == null ? null : headers.stream().map(Fields::header).toList(),
          "oauth", oauth(),
          "command", command,
          "args", args,
          "environment", environment,
          "allowed_tools", tools,
          "is_enabled", enabled);
    }

    /** Null when nothing is said of it; the service says what is missing. */
    private @Nullable JsonObject oauth() {
      return clientId == null && clientSecret == null && tokenUrl == null && scope == null
          ? null
          : JsonObject.of(
              "client_id",
              clientId,
              "client_secret",
              clientSecret,
              "token_url",
              tokenUrl,
              "scope",
              scope);
    }

    /** The prefix ends with the last space. */
    private static JsonObject header(String text) {
      int at = text.indexOf('=');
      String name = at < 0 ? text : text.substring(0, at);
      String value = at < 0 ? "" : text.substring(at + 1);
      int space = value.lastIndexOf(' ') + 1;
      return JsonObject.of(
          "name",
          name,
          "prefix",
          space == 0 ? null : value.substring(0, space),
          "secret",
          value.substring(space));
    }
  }

  @Command(name = "list", description = "Lists MCP servers.", mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(name = "show", description = "Shows an MCP server.", mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(
      name = "create",
      description = "Adds an MCP server; say --url or --command.",
      mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(
        index = "0",
        paramLabel = "<name>",
        description = "Its tools are called mcp__<name>__<tool>")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Mixin private Fields fields = new Fields();

    @Override
    protected JsonObject act(AgentClient client) {
      String transport = fields.command == null ? "http" : "stdio";
      return organization(client).mcpServers().create(fields.body(name, transport), null);
    }
  }

  @Command(
      name = "update",
      description = "Changes what is given of an MCP server; the rest stays.",
      mixinStandardHelpOptions = true)
  static final class Update extends ServiceAction.OfOne {
    @Option(names = "--name", paramLabel = "<name>", description = "New name")
    private @Nullable String name;

    @Mixin private Fields fields = new Fields();

    @Override
    protected JsonObject act(AgentClient client) {
      return organization(client).mcpServers().change(id(), fields.body(name, null));
    }
  }

  @Command(name = "delete", description = "Deletes an MCP server.", mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
