package io.agentservice.server.agent.timeline.steps;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.timeline.steps.Step.Cost;
import io.agentservice.server.agent.timeline.steps.Step.Facts;
import io.agentservice.server.agent.timeline.steps.Step.Kind;
import io.agentservice.server.agent.timeline.steps.Step.Status;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.http.answers.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Folds a session's log into steps, event by event; a later step replaces the one of the same id.
 * It may begin with any turn: no step is told of by two turns. For one thread.
 */
public final class Timeline {
  private static final String BEGINS_TURN = "model_turn";

  /** What a running session does, its other steps tell. */
  private static final String RUNNING = "running";

  /** By the model's id of the call. */
  private final Map<String, Open> calls = new LinkedHashMap<>();

  /** By the repository. */
  private final Map<String, Checkout> checkouts = new LinkedHashMap<>();

  /** By the id by which they are answered. */
  private final Map<String, Step> approvals = new LinkedHashMap<>();

  private long turn;

  /** Of the last answer of the model, until a step has it. */
  private @Nullable Cost cost;

  private record Open(Step step, boolean shown) {}

  private record Checkout(String commandId, Step step) {}

  /** Whether a turn begins with the event: calls of the turn before are over. */
  public static boolean beginsTurn(Event event) {
    return event.type().equals(BEGINS_TURN);
  }

  /** What the event adds or replaces, in order; often nothing. */
  public List<Step> add(Event event) {
    if (turn == 0 || beginsTurn(event)) {
      turn = event.seq();
    }
    LoopEvent known;
    try {
      known = LoopEvents.read(event.type(), event.data());
    } catch (IllegalArgumentException e) {
      return List.of(problem(event, "An entry that this version can't read"));
    }
    return known == null ? other(event) : steps(event, known);
  }

  /** The step of a call or a checkout that runs; null when the log has no such one. */
  public @Nullable String stepOf(String id) {
    var open = calls.get(id);
    return open != null
        ? open.step().id()
        : checkouts.values().stream()
            .filter(begun -> begun.commandId().equals(id))
            .map(begun -> begun.step().id())
            .findFirst()
            .orElse(null);
  }

  private List<Step> other(Event event) {
    return switch (event.type()) {
      case "status" -> status(event, Json.MAPPER.readTree(event.data()));
      case "network_policy" ->
          List.of(state(event, Json.MAPPER.readTree(event.data()).path("text").asString("")));
      case "stall" -> List.of(state(event, EventWords.stall(Json.MAPPER.readTree(event.data()))));
      default -> List.of();
    };
  }

  /** What was going on when the session ended is not going on any more. */
  private List<Step> status(Event event, JsonNode data) {
    String status = data.path("status").asString("");
    var steps = new ArrayList<Step>();
    String detail = data.path("status_detail").asString("");
    if (!status.equals(RUNNING) || detail.isEmpty()) {
      steps.add(state(event, EventWords.status(status, detail)));
    }
    if (status.equals("exit") || status.equals("error")) {
      steps.addAll(cutOff(event));
    }
    return steps;
  }

  private List<Step> steps(Event event, LoopEvent known) {
    return switch (known) {
      case LoopEvent.MachineAttached machine -> List.of(state(event, EventWords.attached(machine)));
      case LoopEvent.Isolation isolation -> List.of(state(event, EventWords.of(isolation)));
      case LoopEvent.NetworkDenied denied -> List.of(problem(event, EventWords.of(denied)));
      case LoopEvent.UserMessage message -> List.of(message(event, message));
      case LoopEvent.AgentMessage(_, String text) -> List.of(spoken(event, Kind.SAID, text));
      case LoopEvent.ModelTurn answer -> turn(event, answer);
      case LoopEvent.ModelAway away -> List.of(problem(event, EventWords.modelAway(away)));
      case LoopEvent.ModelChanged changed -> List.of(note(event, EventWords.of(changed)));
      case LoopEvent.Shortened _ ->
          List.of(note(event, "Old messages are shown to the model in short from here on"));
      case LoopEvent.Summarized summary -> List.of(note(event, EventWords.of(summary)));
      case LoopEvent.ToolIntent intent -> begun(event, intent);
      case LoopEvent.ToolResult result -> ended(event, result);
      case LoopEvent.PullRequestFound(String url, boolean takenOver) ->
          List.of(note(event, (takenOver ? "Pushed to " : "Pull request: ") + url));
      case LoopEvent.RepositoryEvent repository -> List.of(repository(event, repository));
      case LoopEvent.WorkEvent work -> work(event, work);
      case LoopEvent.JobEvent job -> List.of(job(event, job));
      case LoopEvent.GuidanceEvent read -> List.of(note(event, EventWords.of(read)));
      case LoopEvent.McpServer server -> mcp(event, server);
      case LoopEvent.Released released -> List.of(state(event, EventWords.released(released)));
      case LoopEvent.Divergence(String text) ->
          List.of(problem(event, "Differs from the transcript: " + text));
      case LoopEvent.GuardrailHit hit -> List.of(guardrail(event, hit));
      case LoopEvent.GuardrailJudged _, LoopEvent.OutputNoted _, LoopEvent.ModelInterrupted _ ->
          List.of();
      case LoopEvent.ApprovalRequested asked -> List.of(approval(event, asked));
      case LoopEvent.ApprovalAnswered answered -> answered(event, answered);
      case LoopEvent.Nudge nudge -> List.of(note(event, nudge.text()));
      case LoopEvent.TurnEnd end -> end(event, end);
    };
  }

  private List<Step> mcp(Event event, LoopEvent.McpServer server) {
    return switch (server.standing()) {
      case STARTING -> List.of();
      case READY -> List.of(note(event, EventWords.of(server)));
      case UNAVAILABLE -> List.of(problem(event, EventWords.of(server)));
    };
  }

  private List<Step> end(Event event, LoopEvent.TurnEnd end) {
    var steps = new ArrayList<>(cutOff(event));
    switch (end) {
      case LoopEvent.Interrupted _ ->
          steps.add(step(event, Kind.STATE, Status.INTERRUPTED, "The agent was interrupted"));
      case LoopEvent.Waiting waiting -> {
        String message = waiting.message();
        if (message != null && !message.isBlank()) {
          steps.add(spoken(event, Kind.QUESTION, message));
        }
      }
      case LoopEvent.Finished(String summary, JsonNode output) -> {
        var finished = spoken(event, Kind.FINISHED, summary);
        String text = output == null ? null : output.toPrettyString();
        steps.add(
            finished.with(Status.OK, finished.facts().with(null, text, List.of()), event.seq()));
      }
      case LoopEvent.LimitReached limit -> steps.add(problem(event, limit.reason()));
      case LoopEvent.Suspended asleep -> steps.add(problem(event, asleep.reason()));
      case LoopEvent.Failure failure -> steps.add(problem(event, failure.reason()));
    }
    return steps;
  }

  /** Calls without a result stay without one, and nobody is asked any more. */
  private List<Step> cutOff(Event event) {
    var steps = new ArrayList<Step>();
    calls.values().stream()
        .filter(Open::shown)
        .forEach(open -> steps.add(open.step().become(Status.INTERRUPTED, event.seq())));
    approvals.values().forEach(step -> steps.add(step.become(Status.INTERRUPTED, event.seq())));
    calls.clear();
    approvals.clear();
    return steps;
  }

  private List<Step> turn(Event event, LoopEvent.ModelTurn answer) {
    calls.clear();
    cost = new Cost(answer.model(), answer.usage(), answer.dollars(), answer.durationMillis());
    var steps = new ArrayList<Step>();
    for (int i = 0; i < answer.parts().size(); i++) {
      String id = id(event) + "-" + i;
      switch (answer.parts().get(i)) {
        case Part.Text(String text) -> {
          if (!text.isBlank()) {
            var said = speaking(event, id, Kind.SAID, text, Facts.NONE);
            steps.add(said.took(Status.OK, answer.durationMillis(), said.facts(), event.seq()));
          }
        }
        case Part.Thinking(String text, _) -> {
          if (!text.isBlank()) {
            steps.add(speaking(event, id, Kind.THOUGHT, text, Facts.NONE));
          }
        }
        case Part.ToolUse use -> {
          boolean shown = CallSteps.isShown(use);
          var asked = CallSteps.asked(event, id, use);
          asked = shown ? charged(asked) : asked;
          calls.put(use.id(), new Open(asked, shown));
          if (shown) {
            steps.add(asked);
          }
        }
        case Part.Image _, Part.RedactedThinking _, Part.ToolResult _ -> {}
      }
    }
    return steps;
  }

  private List<Step> begun(Event event, LoopEvent.ToolIntent intent) {
    var open = calls.get(intent.callId());
    if (open == null) {
      return List.of();
    }
    var step = CallSteps.begun(open.step(), intent, event.seq());
    calls.put(intent.callId(), new Open(step, open.shown()));
    return open.shown() ? List.of(step) : List.of();
  }

  /** What speaks has a step of its own, unless it could not. */
  private List<Step> ended(Event event, LoopEvent.ToolResult result) {
    var open = calls.remove(result.callId()); // its input may be large, and there are many
    if (open == null || !(open.shown() || result.error())) {
      return List.of();
    }
    var step = CallSteps.ended(open.step(), result, event.seq());
    return List.of(open.shown() ? step : charged(step));
  }

  /** What has come of a checkout takes the place of the step that tells of its beginning. */
  private Step repository(Event event, LoopEvent.RepositoryEvent repository) {
    String text = EventWords.repository(repository);
    var begun = checkouts.remove(repository.repository());
    if (repository instanceof LoopEvent.RepositoryCheckout now) {
      var running = step(event, Kind.STATE, Status.RUNNING, text);
      checkouts.put(now.repository(), new Checkout(now.commandId(), running));
      return running;
    }
    var told =
        repository instanceof LoopEvent.RepositoryUnavailable
            ? problem(event, text)
            : state(event, text);
    return begun == null ? told : told.inPlaceOf(begun.step());
  }

  private List<Step> work(Event event, LoopEvent.WorkEvent work) {
    return switch (work) {
      case LoopEvent.WorkBegun _, LoopEvent.WorkSaved _ -> List.of();
      case LoopEvent.WorkRestored restored -> {
        String text = EventWords.restored(restored);
        yield List.of(restored.failure() == null ? state(event, text) : problem(event, text));
      }
      case LoopEvent.WorkUnknown(String reason) -> List.of(problem(event, reason));
      case LoopEvent.WorkChanged changed -> {
        String url = changed.url();
        yield List.of(note(event, EventWords.changes(changed) + (url == null ? "" : "\n" + url)));
      }
    };
  }

  private Step job(Event event, LoopEvent.JobEvent job) {
    return switch (job) {
      case LoopEvent.JobStarted started ->
          note(
              event,
              "The job %s runs in the background: %s".formatted(started.job(), started.command()));
      case LoopEvent.JobEnded ended -> {
        boolean well = Objects.equals(ended.exitCode(), 0) || ended.outcome().equals("killed");
        String text = EventWords.job(ended);
        var step = well ? note(event, text) : problem(event, text);
        var facts =
            step.facts()
                .with(ended.exitCode(), ended.tail().isBlank() ? null : ended.tail(), List.of());
        yield step.took(step.status(), ended.durationMillis(), facts, event.seq());
      }
    };
  }

  private Step guardrail(Event event, LoopEvent.GuardrailHit hit) {
    String text =
        "Guardrail %s (%s): %s".formatted(hit.guardrailName(), hit.action(), hit.reasoning());
    return hit.withholds() ? problem(event, text) : note(event, text);
  }

  private Step approval(Event event, LoopEvent.ApprovalRequested asked) {
    String call = CallText.of(asked.tool(), asked.input());
    String unclear =
        asked.unclear() == null ? "" : ". What it runs is not clear: " + asked.unclear();
    String why =
        "%s asks by the rule %s%s"
            .formatted(asked.tool(), String.join(", ", asked.rules()), unclear);
    var step =
        charged(
            new Step(
                id(event),
                event.seq(),
                event.seq(),
                turn,
                Kind.APPROVAL,
                Status.RUNNING,
                event.createdAt(),
                null,
                Texts.line(why),
                call,
                Facts.NONE));
    approvals.put(asked.approvalId(), step);
    return step;
  }

  private List<Step> answered(Event event, LoopEvent.ApprovalAnswered answered) {
    var steps = new ArrayList<Step>();
    var asked = approvals.remove(answered.approvalId());
    if (asked != null) {
      var status =
          switch (answered.answer()) {
            case APPROVED, APPROVED_FOR_SESSION -> Status.OK;
            case REFUSED -> Status.FAILED;
            case WITHDRAWN -> Status.INTERRUPTED;
          };
      steps.add(asked.with(status, asked.facts().answeredBy(answered.username()), event.seq()));
    }
    steps.add(note(event, EventWords.answered(answered)));
    return steps;
  }

  private Step message(Event event, LoopEvent.UserMessage message) {
    String name = Objects.requireNonNullElse(message.username(), "User");
    var behind = new Step.Message(message.eventId(), message.files(), message.links());
    return speaking(event, id(event), Kind.MESSAGE, message.text(), Facts.by(name, behind));
  }

  private Step spoken(Event event, Kind kind, String text) {
    return speaking(event, id(event), kind, text, Facts.NONE);
  }

  private Step speaking(Event event, String id, Kind kind, String text, Facts facts) {
    var step =
        new Step(
            id,
            event.seq(),
            event.seq(),
            turn,
            kind,
            Status.OK,
            event.createdAt(),
            null,
            Texts.line(text),
            text,
            facts);
    return kind == Kind.MESSAGE ? step : charged(step);
  }

  /** The first step of a turn that is the model's says what its answer has cost. */
  private Step charged(Step step) {
    var due = cost;
    cost = null;
    return due == null ? step : step.costing(due);
  }

  private Step note(Event event, String text) {
    return step(event, Kind.NOTE, Status.OK, text);
  }

  private Step state(Event event, String text) {
    return step(event, Kind.STATE, Status.OK, text);
  }

  private Step problem(Event event, String text) {
    return step(event, Kind.PROBLEM, Status.FAILED, text);
  }

  private Step step(Event event, Kind kind, Status status, String text) {
    String title = Texts.line(text);
    return new Step(
        id(event),
        event.seq(),
        event.seq(),
        turn,
        kind,
        status,
        event.createdAt(),
        null,
        title,
        title.equals(text.strip()) ? null : text,
        Facts.NONE);
  }

  private static String id(Event event) {
    return "e" + event.seq();
  }
}
