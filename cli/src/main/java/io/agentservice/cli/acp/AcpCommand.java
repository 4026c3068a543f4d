package io.agentservice.cli.acp;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.terminal.Acus;
import io.agentservice.cli.terminal.Output;
import io.agentservice.wire.settings.GivenSettings;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent acp}: an editor drives sessions, each of which works in the editor's directory. */
@Command(
    name = "acp",
    description = {
      "Serves the Agent Client Protocol on standard input and output: an editor drives sessions.",
      "Each works in the editor's directory, as with agent run, until the input ends; then it sleeps."
    },
    mixinStandardHelpOptions = true)
public final class AcpCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Option(
      names = "--model",
      paramLabel = "<model>",
      description = "e.g. anthropic:NAME, openai:NAME, replay:FILE; as in AGENT_MODEL")
  private @Nullable String model;

  @Option(
      names = "--max-acus",
      paramLabel = "<n>",
      description = "Most that each session may cost, in ACU")
  private @Nullable BigDecimal maxAcus;

  @Option(
      names = "--approvals",
      paramLabel = "<mode>",
      description = "What the editor asks you about before it is done: never, risky or always")
  private @Nullable String approvals;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  AcpCommand() {}

  @Override
  public Integer call() {
    var limits = new EditorSession.Limits(Acus.whole(maxAcus, output), approvals);
    var home = Home.of(GivenSettings.of(System.getenv()));
    var editor = new Editor(output.out());
    var in = System.in;
    System.setOut(System.err); // whoever prints in this process must not end up among the messages
    try (var cleanup = new Cleanup();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var parts = Cleanup.part();
      cleanup.later(parts::close);
      var link = new Link(connection, home, model, output, parts);
      try (var agent = new AcpAgent(link, editor, limits, threads)) {
        cleanup.later(agent::close);
        new Conversation(in, editor, agent, threads).read();
      }
    } catch (IOException _) {
      return 1; // nobody speaks to us any more
    }
    return 0;
  }
}
