package io.agentservice.worker.loop;

import io.agentservice.client.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something the worker did or met. No event carries a token.
 *
 * @param event stable name, snake_case
 * @param line for a person
 * @param fields for a program; {@code event} comes first
 */
public record WorkerEvent(String event, String line, JsonObject fields) {

  /** Why a session with a restricting network policy is left, and the way out. */
  public static final String UNENFORCED =
      "this worker can't enforce its network policy; AGENT_ALLOW_UNENFORCED_POLICY=true serves it"
          + " with the whole network";

  private static WorkerEvent of(String event, String line, @Nullable Object... fields) {
    var all = new ArrayList<@Nullable Object>(List.of("event", event));
    for (var field : fields) {
      all.add(field);
    }
    return new WorkerEvent(event, line, JsonObject.of(all.toArray()));
  }

  public static WorkerEvent started(String acceptorId, String place, String apiUrl) {
    return of(
        "started",
        "worker %s serves %s of %s".formatted(acceptorId, place, apiUrl),
        "acceptor_id",
        acceptorId,
        "serves",
        place,
        "api_url",
        apiUrl);
  }

  public static WorkerEvent claimed(String sessionId, String outpost, String kind) {
    return of(
        "claimed",
        "claimed %s (outpost %s%s)"
            .formatted(sessionId, outpost, kind.equals("resume") ? ", resumed" : ""),
        "session_id",
        sessionId,
        "outpost",
        outpost,
        "kind",
        kind);
  }

  public static WorkerEvent claimRefused(String sessionId, String reason) {
    return of(
        "claim_refused",
        "did not get " + sessionId + ": " + reason,
        "session_id",
        sessionId,
        "reason",
        reason);
  }

  /** The operator's hook does not want the session; it is asked again. */
  public static WorkerEvent claimSkipped(String sessionId, String reason, Duration wait) {
    double seconds = wait.toMillis() / 1000.0;
    return of(
        "claim_skipped",
        "the pre-claim hook does not want %s (%s); asked again in %.1f s"
            .formatted(sessionId, reason, seconds),
        "session_id",
        sessionId,
        "reason",
        reason,
        "wait_seconds",
        seconds);
  }

  /** The operator's hook after a session failed; nothing else does for that. */
  public static WorkerEvent policyUnenforced(String sessionId) {
    return of(
        "policy_unenforced",
        "left " + sessionId + ": " + UNENFORCED,
        "session_id",
        sessionId,
        "reason",
        UNENFORCED);
  }

  public static WorkerEvent hookFailed(String sessionId, String reason) {
    return of(
        "hook_failed",
        "the post-exit hook of %s failed (%s)".formatted(sessionId, reason),
        "session_id",
        sessionId,
        "reason",
        reason);
  }

  public static WorkerEvent claimLost(String sessionId, String reason) {
    return of(
        "claim_lost",
        "lost " + sessionId + ": " + reason,
        "session_id",
        sessionId,
        "reason",
        reason);
  }

  public static WorkerEvent renewed(String sessionId, long deadline) {
    return of(
        "renewed",
        "renewed the claim of " + sessionId,
        "session_id",
        sessionId,
        "claim_deadline",
        deadline);
  }

  public static WorkerEvent adopted(String sessionId, long pid) {
    return of(
        "adopted",
        "found the remote of %s still running (pid %d)".formatted(sessionId, pid),
        "session_id",
        sessionId,
        "pid",
        pid);
  }

  public static WorkerEvent binaryReady(String sha, boolean downloaded) {
    return of(
        "binary_ready",
        "remote %s %s".formatted(sha, downloaded ? "downloaded and verified" : "verified"),
        "sha",
        sha,
        "downloaded",
        downloaded);
  }

  public static WorkerEvent binaryRejected(String sha, String expected, String actual) {
    return of(
        "binary_rejected",
        "remote %s rejected and deleted: its SHA-256 is %s, published is %s"
            .formatted(sha, actual, expected),
        "sha",
        sha,
        "expected_sha256",
        expected,
        "actual_sha256",
        actual);
  }

  public static WorkerEvent remoteStarted(String sessionId, String sha, long pid, String log) {
    return of(
        "remote_started",
        "remote %s started (pid %d, log %s)".formatted(sha, pid, log),
        "session_id",
        sessionId,
        "sha",
        sha,
        "pid",
        pid,
        "log",
        log);
  }

  public static WorkerEvent remoteConnected(String sessionId, String sha) {
    return of(
        "remote_connected", "remote " + sha + " connected", "session_id", sessionId, "sha", sha);
  }

  /** {@code code} is null when the remote was adopted: only its parent learns it. */
  public static WorkerEvent remoteExited(String sessionId, @Nullable Integer code, String meaning) {
    return of(
        "remote_exited",
        "remote exited" + (code == null ? "" : " with " + code) + ": " + meaning,
        "session_id",
        sessionId,
        "exit_code",
        code,
        "meaning",
        meaning);
  }

  public static WorkerEvent restarting(String sessionId, int attempt, int most) {
    return of(
        "restarting",
        "starting the remote again (%d of at most %d in 10 minutes)".formatted(attempt, most),
        "session_id",
        sessionId,
        "attempt",
        attempt);
  }

  public static WorkerEvent sessionOver(String sessionId, String status) {
    return of(
        "session_over",
        "session %s is %s".formatted(sessionId, status),
        "session_id",
        sessionId,
        "session_status",
        status);
  }

  /** {@code outcome} is served, lost, given_up or stopped; told before the claim is given back. */
  public static WorkerEvent sessionDone(String sessionId, String outcome) {
    return of(
        "session_done",
        "done with %s: %s".formatted(sessionId, outcome.replace('_', ' ')),
        "session_id",
        sessionId,
        "outcome",
        outcome);
  }

  /** Something was left of a session that ended without us. */
  public static WorkerEvent swept(String sessionId) {
    return of(
        "swept",
        "removed what was left of " + sessionId + ", which is over",
        "session_id",
        sessionId);
  }

  public static WorkerEvent released(String sessionId) {
    return of("released", "released " + sessionId, "session_id", sessionId);
  }

  public static WorkerEvent leftToLapse(String sessionId, String reason) {
    return of(
        "left_to_lapse",
        "could not release %s, its claim will lapse: %s".formatted(sessionId, reason),
        "session_id",
        sessionId,
        "reason",
        reason);
  }

  public static WorkerEvent retrying(String what, String reason, Duration wait) {
    double seconds = wait.toMillis() / 1000.0;
    return of(
        "retrying",
        "cannot %s: %s; next try in %.1f s".formatted(what, reason, seconds),
        "what",
        what,
        "reason",
        reason,
        "wait_seconds",
        seconds);
  }

  public static WorkerEvent diskFull(String directory) {
    return of(
        "disk_full",
        "the disk of %s is full: sessions keep no output and can't write".formatted(directory),
        "directory",
        directory);
  }

  public static WorkerEvent apiAway(String sessionId, String reason) {
    return of(
        "api_away",
        "keeps serving %s without the API: %s".formatted(sessionId, reason),
        "session_id",
        sessionId,
        "reason",
        reason);
  }

  /** {@code limit} is null for a drain that lasts as long as the session. */
  public static WorkerEvent draining(@Nullable Duration limit) {
    var line = "draining: no new claims, the session under way is served to its end";
    return of(
        "draining",
        limit == null
            ? line
            : line
                + ", for %d s at most; a second signal stops at once".formatted(limit.toSeconds()),
        "limit_seconds",
        limit == null ? null : limit.toSeconds());
  }

  public static WorkerEvent stopping(int exitCode) {
    return of("stopping", "stopping; a second signal stops at once", "exit_code", exitCode);
  }

  public static WorkerEvent failed(String detail, @Nullable String hint, int exitCode) {
    return of(
        "failed",
        hint == null ? detail : detail + "\n  hint: " + hint,
        "detail",
        detail,
        "hint",
        hint,
        "exit_code",
        exitCode);
  }
}
