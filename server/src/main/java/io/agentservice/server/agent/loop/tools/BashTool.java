package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.Part;
import io.agentservice.llm.ToolSpec;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class BashTool implements Tool {
  private static final int DEFAULT_TIMEOUT_SECONDS = 120;
  private static final int MAX_TIMEOUT_SECONDS = 3600;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "bash",
          """
          Runs a command with bash (sh where there is no bash) and returns its output, stdout and stderr together, and its exit code.
          Each call starts in the same working directory with a fresh shell: cd and variables do not last, so chain with && or use
          absolute paths. There is no terminal and no input. Output over 10,000 characters loses its middle. Programs started in the
          background with & go on after the call; send their output to a file.
          """,
          """
          {
            "type": "object",
            "properties": {
              "command": {"type": "string", "description": "The command, any bash script"},
              "timeout_seconds": {
                "type": "integer", "minimum": 1, "maximum": 3600,
                "description": "After it the command and all it started is killed; 120 if not given"
              }
            },
            "required": ["command"]
          }
          """);

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public boolean journaled() {
    return true;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    if (input.words("command").indexOf('\0') >= 0) {
      throw new ToolInputException("A command can't contain the character NUL.");
    }
    timeoutSeconds(input);
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var script = call.input().text("command");
    long timeoutMillis = timeoutSeconds(call.input()) * 1000L;
    return watch(
        call, context, out -> context.machine().exec(call.commandId(), script, timeoutMillis, out));
  }

  @Override
  public Outcome recover(Call call, ToolContext context) {
    return watch(call, context, out -> context.machine().attach(call.commandId(), out));
  }

  private static Outcome watch(
      Call call, ToolContext context, Function<Machine.Output, ToServer.@Nullable Exited> follow) {
    var output = new CommandOutput(context.redactor(), context.live());
    var exited = follow.apply(output);
    output.end();
    if (exited == null) {
      return Outcome.unknown("the command");
    }
    var ending = ending(exited, timeoutSeconds(call.input()));
    var text = output.forModel();
    var body = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    var command =
        new Outcome.Command(
            exited.outcome() == ToServer.Outcome.EXITED ? exited.exitCode() : null,
            exited.durationMillis(),
            output.cut(),
            output.cut() > 0 ? output.forLog() : null);
    return new Outcome(
        List.of(new Part.Text(body + notKept(exited) + ending)),
        exited.outcome() != ToServer.Outcome.EXITED,
        command,
        null);
  }

  /** What is missing at the end, and why; empty when nothing is. */
  static String notKept(ToServer.Exited exited) {
    if (!exited.truncated()) {
      return "";
    }
    var reason = exited.fault() == null ? "" : " on the machine: " + exited.fault();
    return "[output beyond %,d bytes was not kept%s]\n".formatted(exited.outputBytes(), reason);
  }

  private static String ending(ToServer.Exited exited, int timeoutSeconds) {
    return switch (exited.outcome()) {
      case EXITED ->
          exited.exitCode() == null
              ? "[exit code not known]"
              : "[exit code " + exited.exitCode() + "]";
      case TIMED_OUT ->
          "[timed out after " + timeoutSeconds + " s: it and all it started was killed]";
      case KILLED -> "[killed]";
      case NOT_STARTED -> "[not started]";
      case LOST ->
          "[outcome unknown: the machine stopped while this ran; check how far it came before you"
              + " run it again]";
    };
  }

  private static int timeoutSeconds(Input input) {
    var given = input.number("timeout_seconds", 1, MAX_TIMEOUT_SECONDS);
    return given == null ? DEFAULT_TIMEOUT_SECONDS : given;
  }
}
