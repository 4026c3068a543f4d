package io.agentservice.cli;

import io.agentservice.client.ClientException;
import io.agentservice.client.JsonObject;
import io.agentservice.client.SessionClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One session from its creation to its end, watched; what {@code run} and {@code demo} share. */
final class WorkSession {
  private final SessionClient sessions;
  private final JsonObject created;
  private final String id;
  private final EventFollower follower;
  private final AtomicReference<@Nullable Ending> forced = new AtomicReference<>();
  private final long begun = System.nanoTime();

  private WorkSession(SessionClient sessions, JsonObject created) {
    this.sessions = sessions;
    this.created = created;
    this.id = created.required("session_id");
    this.follower = new EventFollower(sessions, id);
  }

  /** How it came out. */
  enum Ending {
    FINISHED("finished"),
    WAITING("waits for an answer"),
    FAILED("failed"),
    TIMED_OUT("took too long"),
    WORKER_GONE("lost its worker");

    private final String words;

    Ending(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** What is known at the end. */
  record Result(
      Ending ending,
      JsonObject session,
      Duration took,
      long inputTokens,
      long outputTokens,
      long divergences) {}

  /** Creates the session; the cleanup ends it for good, whatever happens. */
  static WorkSession create(SessionClient sessions, JsonObject body, Cleanup cleanup) {
    var session = new WorkSession(sessions, sessions.create(body, null));
    cleanup.later(session::end);
    return session;
  }

  String id() {
    return id;
  }

  String url() {
    return String.valueOf(created.text("url"));
  }

  /** To be called when the only worker that could serve it is gone. */
  void workerGone() {
    forced.compareAndSet(null, Ending.WORKER_GONE);
    follower.close();
  }

  /** Hands on the events until the agent's work is over, at most for a time. */
  Result watch(@Nullable Duration longest, Consumer<JsonObject> events) {
    var counter = new Counter();
    if (longest != null) {
      follower.closeAfter(longest, () -> forced.compareAndSet(null, Ending.TIMED_OUT));
    }
    follower.follow(
        0,
        event -> {
          events.accept(event);
          return counter.count(event);
        });
    follower.close();
    var ending = counter.ending;
    if (ending == null) {
      var cut = forced.get();
      ending = cut == null ? Ending.FAILED : cut;
    }
    return new Result(
        ending,
        sessions.get(id),
        Duration.ofNanos(System.nanoTime() - begun),
        counter.input,
        counter.output,
        counter.divergences);
  }

  private void end() {
    follower.close();
    try {
      sessions.terminate(id, false);
    } catch (ClientException _) {
      // Ended already, or the service is gone: then it ends when a later run tidies up.
    }
  }

  private static final class Counter {
    private @Nullable Ending ending;
    private long input;
    private long output;
    private long divergences;

    /** False when the work is over. */
    boolean count(JsonObject event) {
      var data = event.object("data");
      switch (String.valueOf(event.text("type"))) {
        case "model_turn" -> {
          var usage = data.object("usage");
          input +=
              usage.number("input_tokens", 0)
                  + usage.number("cache_read_tokens", 0)
                  + usage.number("cache_write_tokens", 0);
          output += usage.number("output_tokens", 0);
        }
        case "divergence" -> divergences++;
        case "finished" -> ending = Ending.FINISHED;
        case "waiting" -> ending = Ending.WAITING;
        case "failure", "suspended", "limit_reached" -> ending = Ending.FAILED;
        default -> {
          if (SessionEventsCommand.over(event)) {
            ending = Ending.FAILED;
          }
        }
      }
      return ending == null;
    }
  }

  /** The cost in words. */
  static String cost(Result result) {
    return "%s, %,d tokens in, %,d out"
        .formatted(
            SessionCommand.cost(result.session()).words(),
            result.inputTokens(),
            result.outputTokens());
  }
}
