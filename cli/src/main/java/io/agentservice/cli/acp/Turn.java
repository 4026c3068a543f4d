package io.agentservice.cli.acp;

import io.agentservice.cli.session.EventFollower;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One prompt of the editor: what happens in the session until the agent is done or asks. */
final class Turn {
  /** So long the editor waits at most for what it has cancelled. */
  private static final Duration LONGEST_STOP = Duration.ofSeconds(30);

  private static final String ALLOW = "allow";
  private static final String ALWAYS = "allow-for-session";
  private static final String REJECT = "reject";
  private static final List<JsonObject> OPTIONS =
      List.of(
          option(ALLOW, "Allow", "allow_once"),
          option(ALWAYS, "Allow for this session", "allow_always"),
          option(REJECT, "Reject", "reject_once"));

  /** A host that is allowed is allowed for the session in any case. */
  private static final String HOST = "request_host";

  private static final List<JsonObject> OF_HOST = List.of(OPTIONS.getFirst(), OPTIONS.getLast());

  private final Place place;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final AtomicReference<@Nullable Refusal> trouble = new AtomicReference<>();
  private volatile boolean cancelled;
  private volatile boolean over;
  private volatile @Nullable Following following;
  private volatile @Nullable String asked;
  private @Nullable String stopReason;
  private volatile long last;

  /**
   * Where it takes place.
   *
   * @param name of the session, as the editor knows it
   */
  record Place(
      String name,
      SessionClient sessions,
      Editor editor,
      Updates updates,
      ToolCalls tools,
      Executor threads,
      ReentrantLock showing) {
    /** One after the other: events, what is being written, and what the service says. */
    void tell(Function<Updates, List<JsonObject>> news) {
      showing.lock();
      try {
        news.apply(updates).forEach(update -> editor.update(name, update));
      } finally {
        showing.unlock();
      }
    }
  }

  /** The session that does it, once it is there. */
  private record Following(String session, EventFollower events) {}

  Turn(Place place) {
    this.place = place;
  }

  private static JsonObject option(String id, String name, String kind) {
    return JsonObject.of("optionId", id, "name", name, "kind", kind);
  }

  /** As a prompt is answered that the editor has cancelled. */
  static JsonObject ofCancelled() {
    return JsonObject.of("stopReason", "cancelled");
  }

  boolean cancelled() {
    return cancelled;
  }

  /** The last event that was shown. */
  long last() {
    return last;
  }

  /** Shows what happens in the session after an event, and says what the prompt is answered. */
  JsonObject follow(String session, long after) {
    last = after;
    try (var events = new EventFollower(place.sessions(), session);
        var _ = live(session)) {
      following = new Following(session, events);
      if (cancelled) {
        place.threads().execute(this::stop);
      }
      if (trouble.get() == null) {
        events.follow(after, event -> goesOn(event, events));
      }
    } catch (ClientException e) {
      trouble.compareAndSet(null, Refusal.of(e));
    } finally {
      over = true;
    }
    return answer();
  }

  private LiveText live(String session) {
    return new LiveText(
            place.sessions(),
            session,
            () -> last,
            piece -> place.tell(updates -> over ? List.of() : updates.of(piece)))
        .on(place.threads());
  }

  private JsonObject answer() {
    if (cancelled) {
      return ofCancelled();
    }
    var why = trouble.get();
    if (why != null) {
      throw why;
    }
    if (stopReason == null) {
      throw new Refusal(Refusal.FAILED, "the session is closed here", null);
    }
    return JsonObject.of("stopReason", stopReason);
  }

  /** Shows an event. */
  void show(SessionEvent event) {
    last = Math.max(last, event.seq());
    place.tell(updates -> updates.of(event));
  }

  private boolean goesOn(SessionEvent event, EventFollower events) {
    show(event);
    switch (event.data()) {
      case EventData.ApprovalRequested request -> {
        asked = String.valueOf(request.approvalId());
        place.threads().execute(() -> answerOrAsk(request));
      }
      case EventData.ApprovalAnswered _ -> asked = null;
      case EventData.Finished _, EventData.Waiting _ -> stopReason = "end_turn";
      case EventData.Interrupted _ -> {
        // Somebody else may have interrupted it with a message, with which it goes on.
        if (cancelled || !"working".equals(events.session().standing().detail())) {
          stopReason = "end_turn";
        }
      }
      case EventData.Stopped(var reason) -> stopped(event.type(), String.valueOf(reason));
      case EventData.Status(var status, var detail) when EventFollower.over(event) ->
          over(String.valueOf(status), String.valueOf(detail));
      default -> {
        // It goes on.
      }
    }
    return stopReason == null && trouble.get() == null;
  }

  private void stopped(String how, String reason) {
    if (how.equals("limit_reached")) {
      stopReason = "max_tokens"; // the protocol has no word for money
    } else {
      fail(reason, null);
    }
  }

  private void over(String status, String detail) {
    boolean asleep = status.equals("suspended");
    if (asleep && detail.equals("user_request")) {
      stopReason = "end_turn"; // somebody has put it to sleep
    } else if (!asleep || !detail.equals("inactivity")) { // else it waits, and is woken by that
      fail("the session is over: %s (%s)".formatted(status, detail), "its page says why");
    }
  }

  private void fail(String why, @Nullable String hint) {
    trouble.compareAndSet(null, new Refusal(Refusal.FAILED, why, hint));
  }

  /** It ends here, whatever the session does. */
  void end(String why, @Nullable String hint) {
    fail(why, hint);
    var known = following;
    if (known != null) {
      known.events().close();
    }
  }

  /** The editor wants it to end; it is answered when the agent has stopped. */
  void cancel() {
    cancelled = true;
    if (following != null) {
      stop();
    }
  }

  private void stop() {
    var known = following;
    if (known == null || stopping.getAndSet(true)) {
      return;
    }
    known.events().closeAfter(LONGEST_STOP, () -> {});
    var approval = asked;
    if (approval != null) { // an agent that waits can't be interrupted
      tried(() -> place.sessions().refuse(known.session(), approval, "The user has cancelled."));
    }
    boolean stops =
        tried(() -> place.sessions().interrupt(known.session(), null))
            // It has not begun, or has no machine now: nothing is to begin later either.
            || tried(() -> place.sessions().sleep(known.session()));
    if (!stops) {
      known.events().close(); // it does nothing, or the service is away
    }
  }

  /** False when the service refuses, or is away. */
  private static boolean tried(Runnable call) {
    try {
      call.run();
      return true;
    } catch (ClientException _) {
      return false;
    }
  }

  private void answerOrAsk(EventData.ApprovalRequested request) {
    var known = following;
    if (cancelled && known != null) { // what it asks for in its last moments is not wanted either
      var approval = String.valueOf(request.approvalId());
      tried(() -> place.sessions().refuse(known.session(), approval, "The user has cancelled."));
    } else {
      ask(request);
    }
  }

  private void ask(EventData.ApprovalRequested request) {
    var params =
        JsonObject.of(
            "sessionId",
            place.name(),
            "toolCall",
            place.tools().asked(request),
            "options",
            request.tool().name().equals(HOST) ? OF_HOST : OPTIONS);
    var approval = String.valueOf(request.approvalId());
    var answer = place.editor().ask("session/request_permission", params);
    // Without an answer the editor is gone. An editor that is told meanwhile that the call goes on,
    // for somebody else has answered, says that its question was cancelled.
    if (answer == null || over || !approval.equals(asked)) {
      return;
    }
    try {
      decide(approval, answer.object("result").object("outcome"));
    } catch (ClientException e) {
      if (!e.code().equals("already_answered")) { // then somebody else was first
        var why = e.getMessage() + "; answer it on the session's page";
        place.tell(updates -> updates.ofService(why));
      }
    }
  }

  /** Only what is clearly a yes is one. */
  private void decide(String approval, JsonObject outcome) {
    var known = following;
    if (known == null) {
      return;
    }
    var session = known.session();
    boolean selected = "selected".equals(outcome.text("outcome"));
    var option = selected ? String.valueOf(outcome.text("optionId")) : "";
    switch (option) {
      case ALLOW -> place.sessions().approve(session, approval, false);
      case ALWAYS -> place.sessions().approve(session, approval, true);
      case REJECT -> place.sessions().refuse(session, approval, null);
      default -> {
        if ("cancelled".equals(outcome.text("outcome"))) {
          cancel();
        } else {
          place.sessions().refuse(session, approval, "The editor could not ask the user.");
        }
      }
    }
  }
}
