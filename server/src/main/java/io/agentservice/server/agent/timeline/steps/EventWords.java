package io.agentservice.server.agent.timeline.steps;

import io.agentservice.server.agent.loop.history.Repositories;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.McpStanding;
import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.wire.text.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** How events are said to people. */
public final class EventWords {
  private EventWords() {}

  public static String millis(long millis) {
    return millis < 10_000
        ? "%.1f s".formatted(millis / 1000.0)
        : TimeText.of(Duration.ofMillis(millis));
  }

  /** Why nothing happens, and when it will; without a wait it goes by another key. */
  static String modelAway(LoopEvent.ModelAway away) {
    if (away.waitMillis() == 0) {
      return "Model asked again at once: " + away.reason();
    }
    String of = away.mostTries() == null ? "" : " of " + away.mostTries();
    String end =
        away.leftMillis() == null ? "" : ", giving up in " + millis(Math.max(0, away.leftMillis()));
    return "Model away: %s; try %d%s in %s%s"
        .formatted(away.reason(), away.nextTry(), of, millis(away.waitMillis()), end);
  }

  /** Which model is asked from here on, and why. */
  static String of(LoopEvent.ModelChanged changed) {
    String now = "Asks %s from here on".formatted(changed.model());
    return changed.reason() == null ? now : "%s: %s".formatted(now, changed.reason());
  }

  /** What has become of an MCP server. */
  static String of(LoopEvent.McpServer server) {
    return server.standing() == McpStanding.UNAVAILABLE
        ? "The MCP server %s is left out: %s".formatted(server.server(), server.reason())
        : "MCP server %s: %s"
            .formatted(
                server.server(),
                server.tools().isEmpty()
                    ? "no tools"
                    : server.tools().stream().map(McpTool::tool).collect(Collectors.joining(", ")));
  }

  /** What has become of a repository. */
  static String repository(LoopEvent.RepositoryEvent event) {
    return switch (event) {
      case LoopEvent.RepositoryCheckout begun ->
          "Checks out %s of %s".formatted(begun.repository(), begun.address());
      case LoopEvent.RepositoryReady ready -> Repositories.words(ready);
      case LoopEvent.RepositoryUnavailable failed -> failed.reason();
      case LoopEvent.RepositorySkipped skipped -> skipped.reason();
    };
  }

  /** What was changed, in figures. */
  static String changes(LoopEvent.WorkChanged changed) {
    var words =
        new StringBuilder(
            "Changed %s: %,d %s, +%,d −%,d."
                .formatted(
                    changed.directory(),
                    changed.files(),
                    changed.files() == 1 ? "file" : "files",
                    changed.insertions(),
                    changed.deletions()));
    changed.notes().forEach(note -> words.append(' ').append(note).append('.'));
    return words.toString();
  }

  /** How a job has ended. */
  static String job(LoopEvent.JobEnded ended) {
    String after = ended.durationMillis() > 0 ? " after " + millis(ended.durationMillis()) : "";
    return "The job %s %s%s".formatted(ended.job(), Jobs.how(ended), after);
  }

  /** What a person has said to a request for approval. */
  static String answered(LoopEvent.ApprovalAnswered answered) {
    String who = answered.username() == null ? "" : " by " + answered.username();
    String reason = answered.reason() == null ? "" : ": " + answered.reason();
    return switch (answered.answer()) {
      case APPROVED -> "Approved" + who + reason;
      case APPROVED_FOR_SESSION -> "Approved for the session" + who + reason;
      case REFUSED -> "Refused" + who + reason;
      case WITHDRAWN -> "The approval is not needed any more";
    };
  }

  /** Which machine is there, and where on it. */
  static String attached(LoopEvent.MachineAttached machine) {
    return "%s: %s, in %s, %s"
        .formatted(
            machine.resumed() ? "Another machine took over" : "Machine connected",
            machine.platform(),
            machine.cwd(),
            machine.walls() == null ? "no wall around it" : "walled in");
  }

  /** How long the agent waits without a machine. */
  static String released(LoopEvent.Released released) {
    return "The agent waits%s until %s at most, and gives its machine back"
        .formatted(
            switch (released.waitFor()) {
              case "message" -> " for you";
              case "child" -> " for the sessions that it has started";
              default -> "";
            },
            TimeText.of(Instant.parse(released.until())));
  }

  /** Whether work has come along to a new machine. */
  static String restored(LoopEvent.WorkRestored restored) {
    return restored.failure() == null
        ? "Brought the work in %s from the machine before".formatted(restored.directory())
        : "The work in %s could not be brought to this machine: %s"
            .formatted(restored.directory(), restored.failure());
  }

  /** Status and detail, e.g. {@code running: waiting for user}. */
  public static String status(String status, String detail) {
    return detail.isEmpty() ? status : status + ": " + detail.replace('_', ' ');
  }

  /** What the model goes on with. */
  static String of(LoopEvent.Summarized summary) {
    return "The model goes on with a summary of its work: " + summary.summary();
  }

  /** What keeps a session in, in one sentence for each kind of trial. */
  static String of(LoopEvent.Isolation isolation) {
    var reason = isolation.reason();
    if (reason != null && isolation.trials().isEmpty()) {
      return reason;
    }
    var possible = new ArrayList<String>();
    var impossible = new ArrayList<String>();
    isolation.trials().forEach(trial -> (trial.works() ? possible : impossible).add(trial.what()));
    return "%sTried behind the walls. Possible: %s. Impossible: %s"
        .formatted(
            reason == null ? "" : "Walled in, but " + reason + ". ",
            listed(possible),
            listed(impossible));
  }

  /** Which files the agent goes by from here on. */
  static String of(LoopEvent.GuidanceEvent read) {
    return switch (read) {
      case LoopEvent.InstructionsRead(var files, var skills) -> {
        var found = new ArrayList<String>();
        files.forEach(file -> found.add(named(file.path(), file.trusted())));
        skills.forEach(skill -> found.add("skill " + named(skill.name(), skill.trusted())));
        yield "Instructions: " + String.join(", ", found);
      }
      case LoopEvent.SkillRead(var skill, _) ->
          "Reads the skill " + named(skill.name(), skill.trusted());
    };
  }

  private static String named(String name, boolean trusted) {
    return trusted ? name : name + " (of a repository without a permission)";
  }

  /** What was refused, and how often. */
  static String of(LoopEvent.NetworkDenied denied) {
    return "The network policy refused %s:%d%s: %s"
        .formatted(
            denied.host(),
            denied.port(),
            denied.tries() > 1 ? " (%d tries)".formatted(denied.tries()) : "",
            denied.reason());
  }

  /** Why nothing happens, and what comes next. */
  static String stall(JsonNode data) {
    return "%s %s"
        .formatted(data.path("text").asString(""), data.path("next").asString(""))
        .strip();
  }

  private static String listed(List<String> words) {
    return words.isEmpty() ? "nothing" : String.join(", ", words);
  }
}
