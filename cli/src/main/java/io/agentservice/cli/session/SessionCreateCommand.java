package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.service.Models;
import io.agentservice.cli.session.mcp.McpConfigFile;
import io.agentservice.cli.terminal.Acus;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.wire.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent session create}. */
@Command(
    name = "create",
    description = "Creates a session and shows it.",
    mixinStandardHelpOptions = true)
final class SessionCreateCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(
      paramLabel = "<prompt>",
      description = "What the agent is to do; - reads it from standard input")
  private String prompt;

  @Option(names = "--title", paramLabel = "<title>", description = "Title for people")
  private @Nullable String title;

  @Option(names = "--tag", paramLabel = "<tag>", description = "Tag; may be repeated")
  private List<String> tags = new ArrayList<>();

  @Option(
      names = "--platform",
      paramLabel = "<platform>",
      description = "linux, macos, windows or the name of an outpost")
  private @Nullable String platform;

  @Option(names = "--model", paramLabel = "<model>", description = "As in AGENT_MODEL")
  private @Nullable String model;

  @Option(names = "--max-acus", paramLabel = "<n>", description = "Most that it may cost, in ACU")
  private @Nullable BigDecimal maxAcus;

  @Option(
      names = "--approvals",
      paramLabel = "<mode>",
      description = "What people are to approve: never, risky or always")
  private @Nullable String approvals;

  @Option(
      names = "--mcp-config",
      paramLabel = "<file>",
      description = "MCP servers of this session alone, as in .mcp.json of editors")
  private @Nullable String mcpConfig;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionCreateCommand() {}

  @Override
  public Integer call() {
    var servers = McpConfigFile.read(mcpConfig, System.getenv());
    var body =
        JsonObject.of(
            "prompt",
            Prompts.read("prompt", prompt),
            "title",
            title,
            "tags",
            tags.isEmpty() ? null : tags,
            "platform",
            platform,
            "model",
            model == null ? null : Models.absolute(model),
            "max_acu_limit",
            Acus.whole(maxAcus, output),
            "approvals",
            approvals,
            "session_secrets",
            servers.secrets(),
            "mcp_servers",
            servers.servers());
    var session = connection.call(sessions -> sessions.create(body, null));
    SessionText.print(output, session);
    return 0;
  }
}
