package io.agentservice.server.agent.replay;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.approvals.OutwardCommands;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent.JobEnded;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.mcp.McpAccess;
import io.agentservice.server.agent.loop.mcp.McpClients;
import io.agentservice.server.agent.loop.mcp.McpLimits;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.agent.loop.tools.ChildSessions;
import io.agentservice.server.agent.loop.tools.FinishTool;
import io.agentservice.server.agent.loop.tools.Input;
import io.agentservice.server.agent.loop.tools.Lookups;
import io.agentservice.server.agent.loop.tools.Outcome;
import io.agentservice.server.agent.loop.tools.Skills;
import io.agentservice.server.agent.loop.tools.Tool;
import io.agentservice.server.agent.loop.tools.ToolContext;
import io.agentservice.server.agent.loop.tools.ToolInputException;
import io.agentservice.server.agent.loop.tools.Toolbox;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The agent's tools on a machine, for calls that were made before. One thread. */
public final class ReplayedTools {
  /** Tools that ask nothing but the machine. */
  private static final Set<String> OF_THE_MACHINE =
      Set.of(
          "bash",
          "job_output",
          "job_input",
          "job_stop",
          "job_list",
          "edit",
          "view",
          "search",
          "list",
          "wait");

  /** Whoever replays does not wait longer for nothing. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private static final McpLimits NO_TIME = new McpLimits(Duration.ZERO, Duration.ZERO);

  private final Machine machine;
  private final @Nullable Pattern recordedPlace;
  private final Toolbox tools;
  private final Jobs jobs = new Jobs();
  private final ToolContext context;

  /**
   * On a machine that is connected.
   *
   * @param recordedPlace the working directory then, which stands in calls; null: not known
   */
  public ReplayedTools(Machine machine, @Nullable String recordedPlace, InstantSource clock) {
    this.machine = machine;
    this.recordedPlace = recordedPlace == null ? null : place(recordedPlace);
    var servers = new McpServers();
    this.tools =
        new Toolbox(
            new FinishTool(null, false, false),
            machine.hello().capabilities(),
            Map.of(),
            List.of(),
            Lookups.NONE,
            false,
            () -> servers);
    this.context =
        new ToolContext(
            machine,
            Redactor.NONE,
            new NoFiles(),
            _ -> {
              throw new ToolInputException("A replay has no code host.");
            },
            jobs,
            ChildSessions.NONE,
            Skills.NONE,
            new ReplayWaits(clock),
            new McpClients(machine, McpAccess.NONE, Redactor.NONE, NO_TIME),
            _ -> {});
  }

  /** A directory where it stands in a text by itself or as the beginning of a path; else null. */
  public static @Nullable Pattern place(String directory) {
    return directory.length() < 2
        ? null
        : Pattern.compile("(?<![\\w./-])" + Pattern.quote(directory) + "(?![\\w-]|\\.\\w)");
  }

  /**
   * Why a call is not to be carried out again; null when it is.
   *
   * @param input the JSON of an object
   */
  public static @Nullable String taken(String tool, String input) {
    if (!OF_THE_MACHINE.contains(tool)) {
      return "it is not about the machine alone";
    }
    var given = read(input);
    return switch (tool) {
      case "bash" -> outward(given.path("command").asString(""));
      case "job_input" -> outward(given.path("text").asString(""));
      case "wait" -> forOthers(given);
      default -> null;
    };
  }

  private static @Nullable String forOthers(ObjectNode wait) {
    if (wait.has("session") || wait.path("message").asBoolean(false)) {
      return "it waits for others";
    }
    boolean machine = wait.has("job") || wait.has("port");
    return !machine && wait.path("seconds").asLong(0) > LONGEST_PAUSE.toSeconds()
        ? "it only waits, and for long"
        : null;
  }

  private static @Nullable String outward(String command) {
    var rules = OutwardCommands.in(command);
    return rules.isEmpty() ? null : "it changes something elsewhere: " + String.join(", ", rules);
  }

  /**
   * Carries a call out. Throws {@link io.agentservice.server.engine.machine.MachineLostException}
   * when the machine is gone.
   */
  public CallResult run(String name, String given) {
    var tool = tools.find(name);
    if (tool == null) {
      return CallResult.of(Outcome.error(tools.missing(name)));
    }
    lookForEnds();
    var input = new Input(here(read(given)));
    String id = Id.create(EventId.class).value();
    Outcome outcome;
    try {
      var facts = tool.prepare(input, context);
      outcome = tool.run(new Tool.Call(id, input, facts), context);
    } catch (ToolInputException e) {
      outcome = e.outcome();
    }
    if (outcome.effect() instanceof Outcome.Start(var job)) {
      jobs.add(job);
    } else if (tool.journaled()) {
      machine.forget(List.of(id));
    }
    return CallResult.of(outcome);
  }

  private ObjectNode here(ObjectNode input) {
    var then = recordedPlace;
    if (then == null) {
      return input;
    }
    var now = Matcher.quoteReplacement(machine.hello().cwd());
    return (ObjectNode) LoopEvents.mapStrings(input, text -> then.matcher(text).replaceAll(now));
  }

  /** As the loop notices between calls which jobs are over. */
  private void lookForEnds() {
    for (var job : jobs.running()) {
      var progress = machine.output(job.commandId(), Machine.NO_OUTPUT, 0, Duration.ZERO);
      var end = progress == null ? null : progress.end();
      if (end != null) {
        jobs.add(
            new JobEnded(
                job.name(),
                job.commandId(),
                end.outcome().name().toLowerCase(Locale.ROOT),
                end.exitCode(),
                end.durationMillis(),
                end.outputBytes(),
                ""));
      }
    }
  }

  private static ObjectNode read(String input) {
    try {
      JsonNode read = Json.MAPPER.readTree(input);
      if (read instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException _) {
      // The same message serves.
    }
    throw new IllegalArgumentException("the input of a call is no JSON object");
  }
}
