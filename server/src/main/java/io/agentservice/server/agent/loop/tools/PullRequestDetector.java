package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.engine.pullrequests.PullRequest;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds pull requests (sessions.md 9) in outputs of commands and reports of tasks. */
public final class PullRequestDetector {
  private static final String REST_OF_COMMAND = "[^\\n;|&]*";

  /** Command lines of the usual hosts, and their HTTP interfaces. */
  private static final Pattern OPENS =
      Pattern.compile(
          "\\bgh\\s+pr\\s+(create|new)\\b|\\bglab\\s+mr\\s+(create|new|for)\\b|\\bhub\\s+pull-request\\b"
              + "|\\baz\\s+repos\\s+pr\\s+create\\b|\\btea\\s+(pr|pulls?)\\s+create\\b"
              + "|\\bgt\\s+(stack\\s+)?submit\\b|merge_request\\.create");

  /** A request that makes something there, with any of the usual programs: all of these. */
  private static final List<Pattern> OPENS_BY_HTTP =
      List.of(
          Pattern.compile("\\b(curl|wget|gh\\s+api|glab\\s+api)\\b"),
          Pattern.compile("/(pulls|merge_requests|pull-?requests)\\b"),
          Pattern.compile(
              "\\bPOST\\b|\\s(-d|-f|-F|--data\\S*|--json|--field|--raw-field|--input|--post-\\S+)\\b"));

  private static final Pattern PUSHES =
      Pattern.compile("\\b(git|jj)\\b" + REST_OF_COMMAND + "\\bpush\\b");

  private PullRequestDetector() {}

  public static List<LoopEvent.PullRequestFound> in(Part.ToolUse use, Outcome outcome) {
    if (outcome.effect() instanceof Outcome.End(LoopEvent.Finished finished)) {
      return in(finished);
    }
    if (outcome.effect() instanceof Outcome.PullRequest(String url)) {
      return found(url, false);
    }
    if (outcome.command() == null) {
      return List.of();
    }
    String script = use.input().path("command").asString("");
    boolean opens =
        OPENS.matcher(script).find()
            || OPENS_BY_HTTP.stream().allMatch(part -> part.matcher(script).find());
    boolean pushes = PUSHES.matcher(script).find();
    return opens || pushes ? found(output(outcome), !opens) : List.of();
  }

  public static List<LoopEvent.PullRequestFound> in(LoopEvent.Finished finished) {
    return found(finished.summary() + " " + Objects.toString(finished.structuredOutput()), false);
  }

  private static List<LoopEvent.PullRequestFound> found(String text, boolean takenOver) {
    return PullRequest.addressesIn(text).stream()
        .map(url -> new LoopEvent.PullRequestFound(url, takenOver))
        .toList();
  }

  /** All that is kept of it, not only what the model sees. */
  private static String output(Outcome outcome) {
    var command = outcome.command();
    return command != null && command.output() != null
        ? command.output()
        : outcome.content().stream()
            .filter(Part.Text.class::isInstance)
            .map(part -> ((Part.Text) part).text())
            .collect(Collectors.joining("\n"));
  }
}
