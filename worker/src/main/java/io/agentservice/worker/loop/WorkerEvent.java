package io.agentservice.worker.loop;

import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something the worker did or met. No event carries a token. */
public sealed interface WorkerEvent {

  String line();

  /** Its stable name, snake_case. */
  default String event() {
    return fields().required("event");
  }

  /** For a program; {@code event} comes first. */
  default JsonObject fields() {
    return EventFields.of(this);
  }

  /** One that is about a session. */
  sealed interface OfSession extends WorkerEvent {
    String sessionId();
  }

  /** The worker begins, with a place in words: an outpost or a session. */
  record Started(String acceptorId, String place, String apiUrl) implements WorkerEvent {
    @Override
    public String line() {
      return "worker %s serves %s of %s".formatted(acceptorId, place, apiUrl);
    }
  }

  /** A session is ours; its kind is new or resume. */
  record Claimed(String sessionId, String outpost, String kind) implements OfSession {
    @Override
    public String line() {
      var resumed = kind.equals("resume") ? ", resumed" : "";
      return "claimed %s (outpost %s%s)".formatted(sessionId, outpost, resumed);
    }
  }

  /** Another was first, or this machine can't serve the session in hand. */
  record ClaimRefused(String sessionId, String reason) implements OfSession {
    @Override
    public String line() {
      return "did not get " + sessionId + ": " + reason;
    }
  }

  /** The operator's hook does not want the session; it is asked again. */
  record ClaimSkipped(String sessionId, String reason, Duration pause) implements OfSession {
    @Override
    public String line() {
      return "the pre-claim hook does not want %s (%s); asked again in %.1f s"
          .formatted(sessionId, reason, seconds(pause));
    }
  }

  /** A session with a restricting network policy is left. */
  record PolicyUnenforced(String sessionId) implements OfSession {
    /** Why, and the way out. */
    public static final String REASON =
        "this worker can't enforce its network policy; AGENT_ALLOW_UNENFORCED_POLICY=true serves it"
            + " with the whole network";

    @Override
    public String line() {
      return "left " + sessionId + ": " + REASON;
    }
  }

  /** The operator's hook after a session failed; nothing else does for that. */
  record HookFailed(String sessionId, String reason) implements OfSession {
    @Override
    public String line() {
      return "the post-exit hook of %s failed (%s)".formatted(sessionId, reason);
    }
  }

  /** The session is another's, or over. */
  record ClaimLost(String sessionId, String reason) implements OfSession {
    @Override
    public String line() {
      return "lost " + sessionId + ": " + reason;
    }
  }

  /** The claim holds until the deadline, seconds since 1970; 0: not known. */
  record Renewed(String sessionId, long deadline) implements OfSession {
    @Override
    public String line() {
      return "renewed the claim of " + sessionId;
    }
  }

  /** A killed worker's remote goes on with this one. */
  record Adopted(String sessionId, long pid) implements OfSession {
    @Override
    public String line() {
      return "found the remote of %s still running (pid %d)".formatted(sessionId, pid);
    }
  }

  /** A remote is there to be started. */
  record BinaryReady(String sha, boolean downloaded) implements WorkerEvent {
    @Override
    public String line() {
      return "remote %s %s".formatted(sha, downloaded ? "downloaded and verified" : "verified");
    }
  }

  /** What was downloaded is not what was published. */
  record BinaryRejected(String sha, String expected, String actual) implements WorkerEvent {
    @Override
    public String line() {
      return "remote %s rejected and deleted: its SHA-256 is %s, published is %s"
          .formatted(sha, actual, expected);
    }
  }

  /** A process runs; it may not be connected yet. */
  record RemoteStarted(String sessionId, String sha, long pid, String log) implements OfSession {
    @Override
    public String line() {
      return "remote %s started (pid %d, log %s)".formatted(sha, pid, log);
    }
  }

  /** The service says that it has the remote. */
  record RemoteConnected(String sessionId, String sha) implements OfSession {
    @Override
    public String line() {
      return "remote " + sha + " connected";
    }
  }

  /** {@code code} is null when the remote was adopted: only its parent learns it. */
  record RemoteExited(String sessionId, @Nullable Integer code, String meaning)
      implements OfSession {
    @Override
    public String line() {
      return "remote exited" + (code == null ? "" : " with " + code) + ": " + meaning;
    }
  }

  /** The remote ended while its session goes on. */
  record Restarting(String sessionId, int attempt, int most) implements OfSession {
    @Override
    public String line() {
      return "starting the remote again (%d of at most %d in 10 minutes)".formatted(attempt, most);
    }
  }

  /** The service says that the session sleeps or has ended. */
  record SessionOver(String sessionId, String status) implements OfSession {
    @Override
    public String line() {
      return "session %s is %s".formatted(sessionId, status);
    }
  }

  /** {@code outcome} is served, lost, given_up or stopped; told before the claim is given back. */
  record SessionDone(String sessionId, String outcome) implements OfSession {
    @Override
    public String line() {
      return "done with %s: %s".formatted(sessionId, outcome.replace('_', ' '));
    }
  }

  /** Something was left of a session that ended without us. */
  record Swept(String sessionId) implements OfSession {
    @Override
    public String line() {
      return "removed what was left of " + sessionId + ", which is over";
    }
  }

  /** The claim was given back. */
  record Released(String sessionId) implements OfSession {
    @Override
    public String line() {
      return "released " + sessionId;
    }
  }

  /** The claim could not be given back. */
  record LeftToLapse(String sessionId, String reason) implements OfSession {
    @Override
    public String line() {
      return "could not release %s, its claim will lapse: %s".formatted(sessionId, reason);
    }
  }

  /** A call failed in a way that may pass. */
  record Retrying(String what, String reason, Duration pause) implements WorkerEvent {
    @Override
    public String line() {
      return "cannot %s: %s; next try in %.1f s".formatted(what, reason, seconds(pause));
    }
  }

  /** Nothing can be written any more. */
  record DiskFull(String directory) implements WorkerEvent {
    @Override
    public String line() {
      return "the disk of %s is full: sessions keep no output and can't write".formatted(directory);
    }
  }

  /** The service does not answer; the session goes on. */
  record ApiAway(String sessionId, String reason) implements OfSession {
    @Override
    public String line() {
      return "keeps serving %s without the API: %s".formatted(sessionId, reason);
    }
  }

  /** {@code limit} is null for a drain that lasts as long as the session. */
  record Draining(@Nullable Duration limit) implements WorkerEvent {
    @Override
    public String line() {
      var line = "draining: no new claims, the session under way is served to its end";
      return limit == null
          ? line
          : line + ", for %d s at most; a second signal stops at once".formatted(limit.toSeconds());
    }
  }

  /** The worker ends, with what it serves. */
  record Stopping(int exitCode) implements WorkerEvent {
    @Override
    public String line() {
      return "stopping; a second signal stops at once";
    }
  }

  /** The worker can't go on. */
  record Failed(String detail, @Nullable String hint, int exitCode) implements WorkerEvent {
    @Override
    public String line() {
      return hint == null ? detail : detail + "\n  hint: " + hint;
    }
  }

  private static double seconds(Duration pause) {
    return pause.toMillis() / 1000.0;
  }
}
