package io.agentservice.server.agent.insights;

import io.agentservice.server.agent.loop.log.Course;
import io.agentservice.server.agent.loop.log.Course.Moment;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.engine.sessions.parts.Analysis;
import io.agentservice.server.engine.sessions.parts.Analysis.ActionItem;
import io.agentservice.server.engine.sessions.parts.Analysis.Issue;
import io.agentservice.server.engine.sessions.parts.Analysis.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An analysis without a model: turns and failures as steps, failed commands as issues. */
final class LogAnalyst {
  private static final int MOST_STEPS = 100;
  private static final int MOST_ISSUES = 20;
  private static final int CHARACTERS = 300;
  private static final Pattern NOT_THERE =
      Pattern.compile("command not found|No such file or directory|not recognized as|not found$");

  private final List<Step> steps = new ArrayList<>();

  /** By the command; of one that failed again the first. */
  private final Map<String, Failed> failed = new LinkedHashMap<>();

  private record Failed(String id, Moment.Command command, boolean last, boolean mended) {}

  private LogAnalyst() {}

  static Analysis analyze(Course course) {
    var analyst = new LogAnalyst();
    course.moments().forEach(analyst::read);
    return new Analysis(
        analyst.actionItems(),
        Classifier.classify(course),
        analyst.issues(),
        null,
        null,
        List.copyOf(analyst.steps));
  }

  private void read(Moment moment) {
    switch (moment) {
      case Moment.Message(String from, String text, _) ->
          step("Message of " + from, text, "blue", null);
      case Moment.Command command -> read(command);
      case Moment.End(LoopEvent.TurnEnd end) -> {
        boolean bad = !(end instanceof LoopEvent.Finished || end instanceof LoopEvent.Waiting);
        failed.replaceAll(
            (_, f) -> new Failed(f.id(), f.command(), bad && !f.mended(), f.mended()));
        step(title(end), Course.words(end), color(end), null);
      }
      case Moment.Said _, Moment.Edit _ -> {}
    }
  }

  private void read(Moment.Command command) {
    if (!command.failed()) {
      failed.computeIfPresent(
          command.script(), (_, before) -> new Failed(before.id(), before.command(), false, true));
    } else if (failed.containsKey(command.script()) || failed.size() < MOST_ISSUES) {
      String id =
          failed
              .computeIfAbsent(
                  command.script(),
                  _ -> new Failed("issue-" + (failed.size() + 1), command, false, false))
              .id();
      step("Command failed", command.script(), "yellow", id);
    }
  }

  private void step(String title, String description, String color, @Nullable String issue) {
    if (steps.size() < MOST_STEPS) {
      steps.add(new Step(title, Course.cut(description, CHARACTERS), color, issue));
    }
  }

  private static String title(LoopEvent.TurnEnd end) {
    return switch (end) {
      case LoopEvent.Finished _ -> "Task done";
      case LoopEvent.Waiting _ -> "Waiting for a person";
      case LoopEvent.Interrupted _ -> "Interrupted";
      case LoopEvent.LimitReached _ -> "Stopped at a limit";
      case LoopEvent.Suspended _ -> "Stopped by a failure";
      case LoopEvent.Failure _ -> "Failed";
    };
  }

  private static String color(LoopEvent.TurnEnd end) {
    return switch (end) {
      case LoopEvent.Finished _ -> "green";
      case LoopEvent.Waiting _, LoopEvent.Interrupted _, LoopEvent.LimitReached _ -> "yellow";
      case LoopEvent.Suspended _, LoopEvent.Failure _ -> "red";
    };
  }

  private List<Issue> issues() {
    return failed.values().stream()
        .map(f ->
            new Issue(
                f.id(),
                Course.cut(
                    "%s: %s".formatted(f.command().script(), f.command().lastLine()), CHARACTERS),
                f.mended() ? "low" : f.last() ? "high" : "medium",
                isMissing(f) ? "missing_tool" : "failed_command"))
        .toList();
  }

  private List<ActionItem> actionItems() {
    return failed.values().stream()
        .filter(f -> !f.mended())
        .map(f ->
            new ActionItem(
                Course.cut(
                    (isMissing(f) ? "Set the machine up for: " : "Find out why this fails: ")
                        + f.command().script(),
                    CHARACTERS),
                f.id(),
                isMissing(f) ? "machine_setup" : "other"))
        .toList();
  }

  private static boolean isMissing(Failed f) {
    return NOT_THERE.matcher(f.command().lastLine()).find();
  }
}
