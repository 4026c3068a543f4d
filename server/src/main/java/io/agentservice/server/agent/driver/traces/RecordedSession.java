package io.agentservice.server.agent.driver.traces;

import io.agentservice.llm.Part;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.driver.traces.Outlet.Failed;
import io.agentservice.server.agent.driver.traces.Outlet.Named;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.TraceParent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Makes spans of a session's log. What an earlier server wrote is taken in without sending it, so
 * that a stretch or a call that goes on ends as the span that it began as.
 */
final class RecordedSession implements SessionTrace {
  private static final Logger LOG = LoggerFactory.getLogger(RecordedSession.class);

  private final Outlet outlet;
  private final Supplier<Session> now;
  private final InstantSource clock;
  private final OpenCalls calls;

  /** Whether its status said last that there is something to do. */
  private boolean working;

  private @Nullable Instant queued;
  private @Nullable Wait waited;
  private int stretches;
  private @Nullable Stretch stretch;
  private @Nullable Asked asked;

  /** A machine was waited for. */
  private record Wait(Instant from, Instant to) {}

  /** A call of a model; {@code end} null while it lasts. */
  private record Asked(String model, Instant start, @Nullable Instant end) {}

  /** {@code now} reads the session anew. */
  RecordedSession(Outlet outlet, Supplier<Session> now, InstantSource clock) {
    this.outlet = outlet;
    this.now = now;
    this.clock = clock;
    this.calls = new OpenCalls(outlet);
  }

  @Override
  public synchronized void begin() {
    calls.forget();
    working = false;
    queued = null;
    waited = null;
    stretches = 0;
    stretch = null;
    asked = null;
  }

  @Override
  public synchronized void past(Event event) {
    outlet.close(true);
    try {
      switch (event.type()) {
        case "created" -> created(Json.MAPPER.readTree(event.data()), event.createdAt());
        case "status" -> status(Json.MAPPER.readTree(event.data()), event.createdAt());
        default -> {
          var known = LoopEvents.read(event.type(), event.data());
          if (known != null) {
            take(known, event.createdAt());
          }
        }
      }
    } catch (IllegalArgumentException | JacksonException _) {
      // The loop tells of a log that can't be read.
    } finally {
      outlet.close(false);
    }
  }

  @Override
  public synchronized void saw(LoopEvent event) {
    try {
      take(event, clock.instant());
    } catch (RuntimeException e) { // the event is in the log, and the loop goes on
      LOG.warn("an event is missing in its trace type={}", LoopEvents.type(event), e);
    }
  }

  /** The model of that name is asked. */
  synchronized void asks(String model) {
    if (asked != null) { // it was refused as too long, and is asked again
      chat(asked, Fields.of("chat"), new Failed("context_full", null));
    }
    asked = new Asked(model, clock.instant(), null);
    if (stretch != null) {
      stretch.asks(model);
    }
  }

  /** The call is over. */
  synchronized void answered() {
    if (asked != null) {
      asked = new Asked(asked.model(), asked.start(), clock.instant());
    }
  }

  /** Its machine is gone, and it rests. */
  synchronized void rests(Status status) {
    if (status.ended()) {
      calls.abandon(clock.instant(), "session_ended");
    }
    end(clock.instant(), status.word(), null, null);
  }

  synchronized boolean isUnderWay() {
    return stretch != null;
  }

  private void created(JsonNode data, Instant at) {
    outlet.join(TraceParent.parse(data.path(TraceParent.NAME).asString("")));
    queued = at;
  }

  private void status(JsonNode data, Instant at) {
    working = data.path("status_detail").asString("").equals("working");
    switch (data.path("status").asString("")) {
      case "new", "resuming" -> queued = queued == null ? at : queued;
      case "running" -> {
        waited = queued == null ? waited : new Wait(queued, at);
        queued = null;
      }
      case "suspended", "exit", "error" -> {
        queued = null;
        stretch = null; // who had its machine has sent it
      }
      default -> {}
    }
  }

  private void take(LoopEvent event, Instant at) {
    switch (event) {
      case LoopEvent.MachineAttached _ -> attached(at);
      case LoopEvent.UserMessage message -> {
        var began = open(at);
        if (outlet.texts()) {
          began.heard(message.text());
        }
      }
      case LoopEvent.ModelTurn turn -> turn(turn, open(at));
      case LoopEvent.ModelChanged other -> {
        var code = other.code();
        if (code != null) { // it is another's turn because of that
          failed(new Failed(code, other.reason()));
        }
      }
      case LoopEvent.Summarized summary ->
          used(summary.model(), summary.usage(), summary.dollars(), null);
      case LoopEvent.ModelInterrupted cut ->
          used(cut.model(), cut.usage(), cut.dollars(), new Failed("interrupted", null));
      case LoopEvent.GuardrailJudged judged -> open(at).used(judged.usage(), judged.dollars());
      case LoopEvent.ModelAway away ->
          failed(
              new Failed(
                  away.mostTries() == null ? "model_unreachable" : "malformed", away.reason()));
      case LoopEvent.ToolIntent intent -> {
        var began = open(at);
        began.called();
        calls.begun(intent, at, began.spanId());
      }
      case LoopEvent.ToolResult result -> calls.ended(result, at);
      case LoopEvent.TurnEnd end -> turnEnd(end, at);
      default -> {} // no span begins or ends with it
    }
  }

  private void attached(Instant at) {
    if (stretch == null && working) {
      var _ = open(waited == null ? at : waited.from());
    }
    if (waited != null) {
      var span = new Named(TraceIds.random(), parent(), "agent.queue", false);
      outlet.send(span, waited.from(), waited.to(), Fields.ours());
      waited = null;
    }
  }

  private @Nullable String parent() {
    return stretch == null ? outlet.ids().parentId() : stretch.spanId();
  }

  private Stretch open(Instant at) {
    if (stretch == null) {
      stretches++;
      stretch = new Stretch(outlet.ids().span("stretch " + stretches), at);
    }
    return stretch;
  }

  private void turn(LoopEvent.ModelTurn turn, Stretch of) {
    of.used(turn.usage(), turn.dollars());
    if (asked != null) {
      var fields = answer(turn.model(), turn.usage(), turn.dollars());
      fields.with("gen_ai.response.finish_reasons", List.of(Fields.word(turn.stop())));
      if (outlet.texts()) {
        fields.with("gen_ai.output.messages", Texts.message("assistant", turn.parts()));
      }
      chat(asked, fields, null);
    }
  }

  /** Of an answer that is no turn of the agent. */
  private void used(String model, Usage usage, BigDecimal dollars, @Nullable Failed failed) {
    if (stretch != null) {
      stretch.used(usage, dollars);
    }
    if (asked != null) {
      chat(asked, answer(model, usage, dollars), failed);
    }
  }

  private static Fields answer(String model, Usage usage, BigDecimal dollars) {
    return Fields.of("chat").with("gen_ai.response.model", model).used(usage).cost(dollars);
  }

  private void failed(Failed failed) {
    if (asked != null) {
      chat(asked, Fields.of("chat"), failed);
    }
  }

  private void chat(Asked call, Fields fields, @Nullable Failed failed) {
    var model = call.model().substring(call.model().indexOf(':') + 1);
    outlet.send(
        new Named(TraceIds.random(), parent(), "chat " + model, true),
        call.start(),
        call.end() == null ? clock.instant() : call.end(),
        fields.asked(call.model()),
        failed);
    asked = null;
  }

  private void turnEnd(LoopEvent.TurnEnd end, Instant at) {
    switch (end) {
      case LoopEvent.Waiting waiting -> end(at, "waiting", waiting.message(), null);
      case LoopEvent.Finished finished -> end(at, "finished", finished.summary(), null);
      case LoopEvent.Interrupted _ -> {
        failed(new Failed("interrupted", null));
        calls.abandon(at, "interrupted");
        end(at, "interrupted", null, null);
      }
      case LoopEvent.LimitReached limit -> {
        failed(new Failed(limit.detail(), null));
        calls.abandon(at, limit.detail());
        end(at, limit.detail(), null, null);
      }
      case LoopEvent.Suspended asleep ->
          stopped("suspended", new Failed(asleep.code(), asleep.reason()), at);
      case LoopEvent.Failure failure ->
          stopped("failed", new Failed(failure.code(), failure.reason()), at);
    }
  }

  private void stopped(String how, Failed why, Instant at) {
    failed(why);
    calls.abandon(at, why.error());
    end(at, how, null, why);
  }

  /** {@code how} in a word; {@code said}: what the agent says with it. */
  private void end(Instant at, String how, @Nullable String said, @Nullable Failed failed) {
    var ended = stretch;
    stretch = null;
    if (ended == null || !outlet.isOpen()) {
      return;
    }
    var fields = ended.fields().with("agent.end", how).with("agent.acus", acus());
    if (outlet.texts()) {
      if (!ended.heard().isEmpty()) {
        fields.with("gen_ai.input.messages", Texts.ofUser(ended.heard()));
      }
      if (said != null && !said.isBlank()) {
        fields.with(
            "gen_ai.output.messages", Texts.message("assistant", List.of(new Part.Text(said))));
      }
    }
    outlet.send(
        new Named(ended.spanId(), outlet.ids().parentId(), "invoke_agent", false),
        ended.start(),
        at,
        fields,
        failed);
  }

  /** Of the session up to now; null when it can't be read. */
  private @Nullable Double acus() {
    try {
      return now.get().usage().acusConsumed().doubleValue();
    } catch (RuntimeException _) { // of a database that is away or busy: no session waits for this
      return null;
    }
  }
}
