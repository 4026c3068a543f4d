package io.agentservice.server.agent.timeline.steps;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.CallEndings;
import io.agentservice.server.agent.loop.log.LoopEvent.ToolIntent;
import io.agentservice.server.agent.loop.log.LoopEvent.ToolResult;
import io.agentservice.server.agent.timeline.steps.Step.Facts;
import io.agentservice.server.agent.timeline.steps.Step.Kind;
import io.agentservice.server.agent.timeline.steps.Step.PlanItem;
import io.agentservice.server.agent.timeline.steps.Step.Status;
import io.agentservice.server.base.events.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Steps of the agent's calls. */
final class CallSteps {
  /** What these do is an event of its own. */
  private static final Set<String> SPEAKING = Set.of("message", "ask", "finish");

  /** Of these a person sees at the call itself what came of it. */
  private static final Set<Kind> TOLD_BY_THE_CALL = Set.of(Kind.EDIT, Kind.PLAN);

  private CallSteps() {}

  /** Whether a call is a step before its result is known. */
  static boolean isShown(Part.ToolUse use) {
    return !SPEAKING.contains(use.name());
  }

  /** One that the model has asked for with the event. */
  static Step asked(Event event, String id, Part.ToolUse use) {
    var kind = kind(use);
    return new Step(
        id,
        event.seq(),
        event.seq(),
        event.seq(),
        kind,
        Status.RUNNING,
        event.createdAt(),
        null,
        Texts.line(title(kind, use)),
        body(kind, use),
        facts(kind, use));
  }

  /** It is carried out from here on. */
  static Step begun(Step step, ToolIntent intent, long seq) {
    var facts = intent.facts();
    return step.kind() == Kind.CHILD && facts != null
        ? step.with(
            Status.RUNNING, step.facts().starting(facts.path("session_id").asString(null)), seq)
        : step.become(Status.RUNNING, seq);
  }

  static Step ended(Step step, ToolResult result, long seq) {
    boolean told = !result.error() && TOLD_BY_THE_CALL.contains(step.kind());
    var images =
        result.content().stream()
            .filter(Part.Image.class::isInstance)
            .map(Part.Image.class::cast)
            .toList();
    var facts = step.facts().with(result.exitCode(), told ? null : output(result), images);
    facts = result.error() ? facts.starting(null) : facts;
    Long took = result.durationMillis() > 0 ? Long.valueOf(result.durationMillis()) : null;
    return step.took(status(result), took, facts, seq);
  }

  private static Status status(ToolResult result) {
    if (CallEndings.isInterrupted(result.content())) {
      return Status.INTERRUPTED;
    }
    if (CallEndings.isUnknown(result.content())) {
      return Status.UNKNOWN;
    }
    Integer exit = result.exitCode();
    return result.error() || (exit != null && exit != 0) ? Status.FAILED : Status.OK;
  }

  /** The exit code is a fact of its own. */
  private static @Nullable String output(ToolResult result) {
    String whole = result.output();
    String text = whole == null ? Texts.of(result.content()) : whole;
    String ending = "[exit code " + result.exitCode() + "]";
    String output =
        text.endsWith(ending) ? text.substring(0, text.length() - ending.length()) : text;
    return output.isBlank() ? null : output;
  }

  private static Kind kind(Part.ToolUse use) {
    return switch (use.name()) {
      case "bash" -> Kind.COMMAND;
      case "edit" -> Kind.EDIT;
      case "view" -> Kind.VIEW;
      case "browser" -> Kind.BROWSER;
      case "plan" -> Kind.PLAN;
      case "start_session" -> Kind.CHILD;
      default -> Kind.TOOL;
    };
  }

  private static String title(Kind kind, Part.ToolUse use) {
    return switch (kind) {
      case COMMAND -> text(use, "command");
      case EDIT, VIEW -> text(use, "path");
      case BROWSER -> joined(use, "action", "url", "selector", "text", "key", "path");
      case PLAN -> planned(plan(use));
      case CHILD -> joined(use, "name", "title", "prompt");
      default -> use.name() + first(use);
    };
  }

  private static String planned(List<PlanItem> plan) {
    long done = plan.stream().filter(item -> item.status().equals("done")).count();
    return "Plan, %d of %d done".formatted(done, plan.size());
  }

  /** In the order in which actions are told apart best. */
  private static String joined(Part.ToolUse use, String... names) {
    return Stream.of(names)
        .map(name -> text(use, name))
        .filter(value -> !value.isEmpty())
        .collect(Collectors.joining(" \u00b7 "));
  }

  private static String first(Part.ToolUse use) {
    return use.input()
        .valueStream()
        .filter(value -> value.isString() && !value.stringValue().isBlank())
        .map(value -> " " + value.stringValue())
        .findFirst()
        .orElse("");
  }

  private static @Nullable String body(Kind kind, Part.ToolUse use) {
    return switch (kind) {
      case COMMAND -> text(use, "command");
      case CHILD -> text(use, "prompt");
      case TOOL -> use.input().isEmpty() ? null : use.input().toString();
      default -> null;
    };
  }

  private static Facts facts(Kind kind, Part.ToolUse use) {
    return switch (kind) {
      case EDIT -> Facts.of(new Step.Diff(text(use, "path"), rows(use)));
      case PLAN -> Facts.of(plan(use));
      default -> Facts.NONE;
    };
  }

  private static List<String> rows(Part.ToolUse use) {
    var input = use.input();
    var rows = new ArrayList<String>();
    if (input.has("patch")) {
      return Texts.rows(text(use, "patch"));
    }
    for (var edit : input.path("edits").isArray() ? input.path("edits") : List.of(input)) {
      if (!rows.isEmpty()) {
        rows.add(Texts.GAP);
      }
      rows.addAll(
          Texts.change(edit.path("old_text").asString(""), edit.path("new_text").asString("")));
    }
    return rows;
  }

  private static List<PlanItem> plan(Part.ToolUse use) {
    return use.input()
        .path("items")
        .valueStream()
        .map(item -> new PlanItem(item.path("text").asString(""), planStatus(item)))
        .toList();
  }

  private static String planStatus(JsonNode item) {
    String status = item.path("status").asString("");
    return status.equals("doing") || status.equals("done") ? status : "open";
  }

  private static String text(Part.ToolUse use, String name) {
    return use.input().path(name).asString("");
  }
}
