package io.agentservice.cli.session;

import io.agentservice.cli.terminal.ApprovalText;
import io.agentservice.cli.terminal.EventPrinter;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One session, watched until the agent's work is over; what {@code run} and {@code demo} share. */
public final class WorkSession {
  private final SessionClient sessions;
  private final Session created;
  private final String id;
  private final AtomicReference<@Nullable Ending> forced = new AtomicReference<>();
  private final Counter counter = new Counter();
  private volatile @Nullable EventFollower follower;
  private final long begun = System.nanoTime();
  private long last;

  private WorkSession(SessionClient sessions, Session created) {
    this.sessions = sessions;
    this.created = created;
    this.id = created.id();
  }

  /** How it came out. */
  public enum Ending {
    FINISHED("finished"),
    /** It has asked something. */
    WAITING("waits for an answer"),
    /** It is to be allowed to do something. */
    APPROVAL("waits for approval"),
    FAILED("failed"),
    TIMED_OUT("took too long"),
    WORKER_GONE("lost its worker");

    private final String words;

    Ending(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /**
   * What is known at the end.
   *
   * @param turns calls of the model
   */
  public record Result(
      Ending ending,
      Session session,
      Duration took,
      long turns,
      long inputTokens,
      long outputTokens,
      long divergences) {
    /** For programs, with more that a command knows: names and values. */
    public JsonObject summary(@Nullable Object... more) {
      var fields = new LinkedHashMap<String, @Nullable Object>();
      fields.put("type", "summary");
      fields.put("outcome", ending.name().toLowerCase(Locale.ROOT));
      fields.put("duration_millis", took.toMillis());
      fields.put("divergences", divergences);
      fields.putAll(JsonObject.of(more).fields());
      fields.put("session", session.source());
      return new JsonObject(fields);
    }
  }

  /** Creates it. */
  public static WorkSession create(SessionClient sessions, JsonObject body) {
    return new WorkSession(sessions, sessions.create(body, null));
  }

  /** One that is there, with what has happened in it. */
  public static WorkSession known(AgentClient client, String org, String id) {
    var sessions = client.sessions(org);
    var session = new WorkSession(sessions, sessions.get(id));
    session.last = EventFollower.read(sessions, id, 0, session.counter::count);
    return session;
  }

  public String id() {
    return id;
  }

  public String url() {
    return String.valueOf(created.url());
  }

  /** How its last task came out; null while there is work to do. */
  public @Nullable Ending ending() {
    return counter.ending;
  }

  /** What the agent asked last. */
  public String question() {
    return counter.question;
  }

  /** To be called when the only worker that could serve it is gone. */
  public void workerGone() {
    forced.compareAndSet(null, Ending.WORKER_GONE);
    unfollow();
  }

  /** What it waits to be allowed; in words for people. */
  public List<String> request() {
    var asked = counter.asked;
    return asked == null
        ? List.of()
        : ApprovalText.request(asked.tool(), asked.rules(), asked.unclear());
  }

  /** Allows it, maybe for the whole session; the agent goes on. */
  public void approve(boolean forSession) {
    answer(event -> sessions.approve(id, event, forSession));
  }

  /** Refuses it, maybe for a reason; the agent goes on without. */
  public void refuse(@Nullable String reason) {
    answer(event -> sessions.refuse(id, event, reason));
  }

  private void answer(Consumer<String> how) {
    var asked = counter.asked;
    try {
      how.accept(asked == null ? "" : String.valueOf(asked.approvalId()));
    } catch (ClientException e) {
      if (!e.code()
          .equals(
              "already_answered")) { // somebody else was first, and the agent goes on as he says
        throw e;
      }
    }
    counter.ending = null;
  }

  /** Sends a message; the agent goes on. */
  public void say(String text) {
    sessions.message(id, text);
    counter.ending = null;
  }

  /** Hands on the events until the agent's work is over, at most for a time. */
  public Result watch(@Nullable Duration longest, Consumer<SessionEvent> events) {
    try (var following = new EventFollower(sessions, id)) {
      follower = following;
      if (longest != null) {
        following.closeAfter(longest, () -> forced.compareAndSet(null, Ending.TIMED_OUT));
      }
      if (forced.get() == null) {
        following.follow(
            last,
            event -> {
              events.accept(event);
              last = Math.max(last, event.seq());
              counter.count(event);
              return counter.ending == null;
            });
      }
    }
    var cut = forced.get();
    var ending = counter.ending;
    return new Result(
        ending != null ? ending : cut != null ? cut : Ending.FAILED,
        read(),
        Duration.ofNanos(System.nanoTime() - begun),
        counter.turns,
        counter.input,
        counter.output,
        counter.divergences);
  }

  /** As it is in the end, though the service may be away for a moment. */
  private Session read() {
    try (var reading = new EventFollower(sessions, id)) {
      follower = reading;
      return reading.session();
    }
  }

  private void unfollow() {
    var following = follower;
    if (following != null) {
      following.close();
    }
  }

  /** Ends it for good. */
  public void end() {
    unfollow();
    try {
      sessions.terminate(id, false);
    } catch (ClientException _) {
      // Ended already, or the service is gone: then it ends when a later run tidies up.
    }
  }

  /** Has it sleep until a message comes, in the list as before. */
  public void rest() {
    unfollow();
    try {
      sessions.archive(id);
      sessions.unarchive(id);
    } catch (ClientException _) {
      // The service is gone: then it sleeps when its claim has lapsed.
    }
  }

  private static final class Counter {
    private @Nullable Ending ending;
    private String question = "";
    private EventData.@Nullable ApprovalRequested asked;
    private long turns;
    private long input;
    private long output;
    private long divergences;

    void count(SessionEvent event) {
      switch (event.data()) {
        case EventData.ModelTurn turn -> {
          turns++;
          input += turn.inputTokens();
          output += turn.outputTokens();
        }
        case EventData.Divergence _ -> divergences++;
        case EventData.Finished _ -> ending = Ending.FINISHED;
        case EventData.Waiting(var message) -> {
          ending = Ending.WAITING;
          question = Objects.requireNonNullElse(message, "");
        }
        case EventData.ApprovalRequested request -> {
          ending = Ending.APPROVAL;
          asked = request;
        }
        case EventData.ApprovalAnswered _ -> ending = ending == Ending.APPROVAL ? null : ending;
        case EventData.UserMessage _ -> ending = null;
        case EventData.Stopped _ -> ending = Ending.FAILED;
        case EventData.Status(_, var detail) -> {
          // It may fall asleep while somebody thinks about an answer.
          if (EventFollower.over(event) && !"inactivity".equals(detail) && ending == null) {
            ending = Ending.FAILED;
          }
        }
        default -> {
          // Nothing that counts.
        }
      }
    }
  }

  /** How it came out, in what time and at what cost, in words. */
  public static String summary(Result result) {
    return "%s in %s, %s, %,d tokens in, %,d out"
        .formatted(
            result.ending().words(),
            EventPrinter.seconds(result.took().toMillis()),
            result.session().cost().words(),
            result.inputTokens(),
            result.outputTokens());
  }
}
