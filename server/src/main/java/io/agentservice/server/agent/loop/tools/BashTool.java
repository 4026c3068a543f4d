package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.Part;
import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class BashTool extends Tool {
  static final String TOOL = "bash";

  private static final int DEFAULT_TIMEOUT_SECONDS = 120;
  private static final int MAX_TIMEOUT_SECONDS = 3600;
  private static final String JOB = "job";

  /** How long the first output of a job is waited for, and whether it ends at once. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private static final int COMMAND_CHARACTERS = 1_000;
  private static final Pattern CD = Pattern.compile("\\s*cd\\s+([\\w./@+-]+)\\s*(&&|;|\\n)");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  private static final String DESCRIPTION =
      """
      Runs a command with bash (sh where there is no bash) and returns its output, stdout and stderr together, and its exit code.
      Each call starts in the same working directory with a fresh shell: cd and variables do not last, so chain with && or use
      absolute paths. There is no terminal and no input. Output over 10,000 characters loses its middle.
      """;

  private static final ToolSpec WITHOUT_JOBS =
      spec(
          """
          Programs started in the background with & go on after the call; send their output to a file.
          """,
          "");

  private static final ToolSpec WITH_JOBS =
      spec(
          """
          What is to go on beside your work, such as a server, a watcher or a long build, is started with background: the call returns
          at once, and job_output, job_input, job_stop and wait take it from there. You are told when it ends.
          """,
          """
          ,
          "on_timeout": {
            "type": "string", "enum": ["kill", "background"],
            "description": "background: after timeout_seconds it is not killed but goes on as a job"
          },
          "background": {"type": "boolean", "description": "Start it as a job and return at once"},
          "name": {"type": "string", "description": "Of the job, such as server; job-1, job-2, ... if not given"}
          """);

  private final boolean jobs;

  /** {@code jobs}: whether the machine can have commands in the background. */
  BashTool(boolean jobs) {
    super(jobs ? WITH_JOBS : WITHOUT_JOBS);
    this.jobs = jobs;
  }

  private static ToolSpec spec(String background, String properties) {
    return Schemas.spec(
        TOOL,
        DESCRIPTION + background,
        """
        {
          "type": "object",
          "properties": {
            "command": {"type": "string", "description": "The command, any bash script"},
            "timeout_seconds": {
              "type": "integer", "minimum": 1, "maximum": 3600,
              "description": "After it the command and all it started is killed; 120 if not given"
            }%s
          },
          "required": ["command"]
        }
        """
            .formatted(properties));
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
    return input.flag("background") || movesOn(input) ? job(input, context.jobs()) : null;
  }

  /** Where it goes first, said plainly. */
  @Override
  public @Nullable String place(Input input) {
    var first = CD.matcher(input.text("command"));
    return first.lookingAt() ? first.group(1) : null;
  }

  static boolean movesOn(Input input) {
    var choice = Objects.requireNonNullElse(input.optionalText("on_timeout"), "kill");
    return switch (choice) {
      case "kill" -> false;
      case "background" -> true;
      default -> throw new ToolInputException("on_timeout is kill or background.");
    };
  }

  private JsonNode job(Input input, Jobs known) {
    if (!jobs) {
      throw new ToolInputException("This machine has no jobs: start it with & instead.");
    }
    var running = known.running();
    if (running.size() >= Jobs.MOST_RUNNING) {
      throw new ToolInputException(
          "%d jobs run, and no more may: stop one first.".formatted(running.size()));
    }
    var name = Objects.requireNonNullElseGet(input.optionalText("name"), known::nextName);
    if (!NAME.matcher(name).matches()) {
      throw new ToolInputException(
          "name is up to 40 letters, digits, dots, dashes and underscores.");
    }
    if (running.stream().anyMatch(job -> job.name().equals(name))) {
      throw new ToolInputException(
          "A job %s runs: stop it first, or take another name.".formatted(name));
    }
    return Schemas.JSON.createObjectNode().put(JOB, name);
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    if (call.facts() != null) {
      return begin(call, context, call.facts().path(JOB).asString(""));
    }
    var script = call.input().text("command");
    long timeoutMillis = timeoutSeconds(call.input()) * 1000L;
    return watch(
        call, context, out -> context.machine().exec(call.commandId(), script, timeoutMillis, out));
  }

  @Override
  public Outcome recover(Call call, ToolContext context) {
    if (call.facts() != null) {
      boolean known =
          context.machine().output(call.commandId(), Machine.NO_OUTPUT, 0, Duration.ZERO) != null;
      return known ? run(call, context) : Outcome.unknown("the command");
    }
    return watch(call, context, out -> context.machine().attach(call.commandId(), out));
  }

  private static Outcome watch(
      Call call, ToolContext context, Function<Machine.Output, ToServer.@Nullable Exited> follow) {
    var output = new CommandOutput(context.redactor(), context.live());
    var exited = follow.apply(output);
    output.end();
    return exited == null ? Outcome.unknown("the command") : ended(call, output, exited);
  }

  /** A known id is attached to. */
  private static Outcome begin(Call call, ToolContext context, String job) {
    var input = call.input();
    boolean background = input.flag("background");
    var patience = background ? MOMENT : Duration.ofSeconds(timeoutSeconds(input));
    var script = input.text("command");
    var output = new CommandOutput(context.redactor(), context.live());
    var exited = context.machine().begin(call.commandId(), script, background, patience, output);
    output.end();
    if (exited != null) {
      return ended(call, output, exited);
    }
    var note =
        "%sruns in the background as the job %s; %d bytes of output so far]"
            .formatted(
                background ? "[" : "[not over after %d s: ".formatted(patience.toSeconds()),
                job,
                output.bytes());
    var beginning = script.substring(0, Math.min(COMMAND_CHARACTERS, script.length()));
    return Outcome.with(
        new Outcome.Start(new LoopEvent.JobStarted(job, call.commandId(), beginning, background)),
        body(output) + note);
  }

  private static String body(CommandOutput output) {
    var text = output.forModel();
    return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
  }

  private static Outcome ended(Call call, CommandOutput output, ToServer.Exited exited) {
    var ending = ending(exited, timeoutSeconds(call.input()));
    var command =
        new Outcome.Command(
            exited.outcome() == ToServer.Outcome.EXITED ? exited.exitCode() : null,
            exited.durationMillis(),
            output.cut(),
            output.cut() > 0 ? output.forLog() : null);
    return new Outcome(
        List.of(new Part.Text(body(output) + notKept(exited) + ending)),
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

  static int timeoutSeconds(Input input) {
    var given = input.number("timeout_seconds", 1, MAX_TIMEOUT_SECONDS);
    return given == null ? DEFAULT_TIMEOUT_SECONDS : given;
  }
}
