package io.agentservice.worker.loop;

import java.time.Duration;

/** Events as people read them. */
public final class EventLines {
  private EventLines() {}

  public static String of(WorkerEvent event) {
    return switch (event) {
      case WorkerEvent.OfSession session -> ofSession(session);
      case WorkerEvent.Isolated e -> e.words();
      case WorkerEvent.Started e ->
          "worker %s serves %s of %s".formatted(e.acceptorId(), e.place(), e.apiUrl());
      case WorkerEvent.BinaryReady e ->
          "remote %s %s"
              .formatted(e.sha(), e.downloaded() ? "downloaded and verified" : "verified");
      case WorkerEvent.BinaryRejected e ->
          "remote %s rejected and deleted: its SHA-256 is %s, published is %s"
              .formatted(e.sha(), e.actual(), e.expected());
      case WorkerEvent.Retrying e ->
          "cannot %s: %s; next try in %.1f s".formatted(e.what(), e.reason(), seconds(e.pause()));
      case WorkerEvent.DiskFull e ->
          "the disk of %s is full: sessions keep no output and can't write"
              .formatted(e.directory());
      case WorkerEvent.Draining e -> {
        var line = "draining: no new claims, the session under way is served to its end";
        var limit = e.limit();
        yield limit == null
            ? line
            : line
                + ", for %d s at most; a second signal stops at once".formatted(limit.toSeconds());
      }
      case WorkerEvent.Stopping _ -> "stopping; a second signal stops at once";
      case WorkerEvent.Failed e ->
          e.hint() == null ? e.detail() : e.detail() + "\n  hint: " + e.hint();
    };
  }

  private static String ofSession(WorkerEvent.OfSession event) {
    return switch (event) {
      case WorkerEvent.Claimed e -> {
        var resumed = e.kind().equals("resume") ? ", resumed" : "";
        yield "claimed %s (outpost %s%s)".formatted(e.sessionId(), e.outpost(), resumed);
      }
      case WorkerEvent.ClaimRefused e -> "did not get " + e.sessionId() + ": " + e.reason();
      case WorkerEvent.ClaimSkipped e ->
          "the pre-claim hook does not want %s (%s); asked again in %.1f s"
              .formatted(e.sessionId(), e.reason(), seconds(e.pause()));
      case WorkerEvent.PolicyUnenforced e ->
          "left " + e.sessionId() + ": " + WorkerEvent.PolicyUnenforced.REASON;
      case WorkerEvent.HookFailed e ->
          "the post-exit hook of %s failed (%s)".formatted(e.sessionId(), e.reason());
      case WorkerEvent.ClaimLost e -> "lost " + e.sessionId() + ": " + e.reason();
      case WorkerEvent.Renewed e -> "renewed the claim of " + e.sessionId();
      case WorkerEvent.Adopted e ->
          "found the remote of %s still running (pid %d)".formatted(e.sessionId(), e.pid());
      case WorkerEvent.RemoteStarted e ->
          "remote %s started (pid %d, log %s)".formatted(e.sha(), e.pid(), e.log());
      case WorkerEvent.RemoteConnected e -> "remote " + e.sha() + " connected";
      case WorkerEvent.RemoteExited e ->
          "remote exited" + (e.code() == null ? "" : " with " + e.code()) + ": " + e.meaning();
      case WorkerEvent.Restarting e ->
          "starting the remote again (%d of at most %d in 10 minutes)"
              .formatted(e.attempt(), e.most());
      case WorkerEvent.SessionOver e -> "session %s is %s".formatted(e.sessionId(), e.status());
      case WorkerEvent.SessionDone e ->
          "done with %s: %s".formatted(e.sessionId(), e.outcome().replace('_', ' '));
      case WorkerEvent.Swept e -> "removed what was left of " + e.sessionId() + ", which is over";
      case WorkerEvent.Released e -> "released " + e.sessionId();
      case WorkerEvent.LeftToLapse e ->
          "could not release %s, its claim will lapse: %s".formatted(e.sessionId(), e.reason());
      case WorkerEvent.ApiAway e ->
          "keeps serving %s without the API: %s".formatted(e.sessionId(), e.reason());
    };
  }

  private static double seconds(Duration pause) {
    return pause.toMillis() / 1000.0;
  }
}
