package io.agentservice.worker.loop;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something the worker did or met. No event carries a token. */
public sealed interface WorkerEvent {

  /** One that is about a session. */
  sealed interface OfSession extends WorkerEvent {
    String sessionId();
  }

  /** The worker begins, with a place in words: an outpost or a session. */
  record Started(String acceptorId, String place, String apiUrl) implements WorkerEvent {}

  /** Whether sessions are walled in on this machine, in words. */
  record Isolated(boolean walled, String words) implements WorkerEvent {}

  /** A session is ours; its kind is new or resume. */
  record Claimed(String sessionId, String outpost, String kind) implements OfSession {}

  /** Another was first, or this machine can't serve the session in hand. */
  record ClaimRefused(String sessionId, String reason) implements OfSession {}

  /** The operator's hook does not want the session; it is asked again. */
  record ClaimSkipped(String sessionId, String reason, Duration pause) implements OfSession {}

  /** A session with a restricting network policy is left. */
  record PolicyUnenforced(String sessionId) implements OfSession {
    /** Why, and the way out. */
    public static final String REASON =
        "this worker can't enforce its network policy without walls (--sandbox);"
            + " AGENT_ALLOW_UNENFORCED_POLICY=true serves it with the whole network";
  }

  /** The operator's hook after a session failed; nothing else does for that. */
  record HookFailed(String sessionId, String reason) implements OfSession {}

  /** The session is another's, or over. */
  record ClaimLost(String sessionId, String reason) implements OfSession {}

  /** The claim holds until the deadline, seconds since 1970; 0: not known. */
  record Renewed(String sessionId, long deadline) implements OfSession {}

  /** A killed worker's remote goes on with this one. */
  record Adopted(String sessionId, long pid) implements OfSession {}

  /** A remote is there to be started. */
  record BinaryReady(String sha, boolean downloaded) implements WorkerEvent {}

  /** What was downloaded is not what was published. */
  record BinaryRejected(String sha, String expected, String actual) implements WorkerEvent {}

  /** A process runs; it may not be connected yet. */
  record RemoteStarted(String sessionId, String sha, long pid, String log) implements OfSession {}

  /** The service says that it has the remote. */
  record RemoteConnected(String sessionId, String sha) implements OfSession {}

  /** {@code code} is null when the remote was adopted: only its parent learns it. */
  record RemoteExited(String sessionId, @Nullable Integer code, String meaning)
      implements OfSession {}

  /** The remote ended while its session goes on. */
  record Restarting(String sessionId, int attempt, int most) implements OfSession {}

  /** The service says that the session sleeps or has ended. */
  record SessionOver(String sessionId, String status) implements OfSession {}

  /** {@code outcome} is served, lost, given_up or stopped; told before the claim is given back. */
  record SessionDone(String sessionId, String outcome) implements OfSession {}

  /** Something was left of a session that ended without us. */
  record Swept(String sessionId) implements OfSession {}

  /** The claim was given back. */
  record Released(String sessionId) implements OfSession {}

  /** The claim could not be given back. */
  record LeftToLapse(String sessionId, String reason) implements OfSession {}

  /** A call failed in a way that may pass. */
  record Retrying(String what, String reason, Duration pause) implements WorkerEvent {}

  /** Nothing can be written any more. */
  record DiskFull(String directory) implements WorkerEvent {}

  /** The service does not answer; the session goes on. */
  record ApiAway(String sessionId, String reason) implements OfSession {}

  /** {@code limit} is null for a drain that lasts as long as the session. */
  record Draining(@Nullable Duration limit) implements WorkerEvent {}

  /** The worker ends, with what it serves. */
  record Stopping(int exitCode) implements WorkerEvent {}

  /** The worker can't go on. */
  record Failed(String detail, @Nullable String hint, int exitCode) implements WorkerEvent {}
}
