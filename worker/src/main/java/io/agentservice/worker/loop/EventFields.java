package io.agentservice.worker.loop;

import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events as programs read them; these names and fields stay as they are. */
public final class EventFields {
  private EventFields() {}

  public static JsonObject of(WorkerEvent event) {
    return switch (event) {
      case WorkerEvent.OfSession session -> ofSession(session);
      case WorkerEvent.Started e ->
          fields(
              "started", "acceptor_id", e.acceptorId(), "serves", e.place(), "api_url", e.apiUrl());
      case WorkerEvent.BinaryReady e ->
          fields("binary_ready", "sha", e.sha(), "downloaded", e.downloaded());
      case WorkerEvent.BinaryRejected e ->
          fields(
              "binary_rejected",
              "sha",
              e.sha(),
              "expected_sha256",
              e.expected(),
              "actual_sha256",
              e.actual());
      case WorkerEvent.Retrying e ->
          fields(
              "retrying",
              "what",
              e.what(),
              "reason",
              e.reason(),
              "wait_seconds",
              seconds(e.pause()));
      case WorkerEvent.Isolated e ->
          fields("isolation", "walled", e.walled(), "message", e.words());
      case WorkerEvent.DiskFull e -> fields("disk_full", "directory", e.directory());
      case WorkerEvent.Draining e -> {
        var limit = e.limit();
        yield fields("draining", "limit_seconds", limit == null ? null : limit.toSeconds());
      }
      case WorkerEvent.Stopping e -> fields("stopping", "exit_code", e.exitCode());
      case WorkerEvent.Failed e ->
          fields("failed", "detail", e.detail(), "hint", e.hint(), "exit_code", e.exitCode());
    };
  }

  private static JsonObject ofSession(WorkerEvent.OfSession event) {
    var id = event.sessionId();
    return switch (event) {
      case WorkerEvent.Claimed e -> of("claimed", id, "outpost", e.outpost(), "kind", e.kind());
      case WorkerEvent.ClaimRefused e -> of("claim_refused", id, "reason", e.reason());
      case WorkerEvent.ClaimSkipped e ->
          of("claim_skipped", id, "reason", e.reason(), "wait_seconds", seconds(e.pause()));
      case WorkerEvent.PolicyUnenforced _ ->
          of("policy_unenforced", id, "reason", WorkerEvent.PolicyUnenforced.REASON);
      case WorkerEvent.HookFailed e -> of("hook_failed", id, "reason", e.reason());
      case WorkerEvent.ClaimLost e -> of("claim_lost", id, "reason", e.reason());
      case WorkerEvent.Renewed e -> of("renewed", id, "claim_deadline", e.deadline());
      case WorkerEvent.Adopted e -> of("adopted", id, "pid", e.pid());
      case WorkerEvent.RemoteStarted e ->
          of("remote_started", id, "sha", e.sha(), "pid", e.pid(), "log", e.log());
      case WorkerEvent.RemoteConnected e -> of("remote_connected", id, "sha", e.sha());
      case WorkerEvent.RemoteExited e ->
          of("remote_exited", id, "exit_code", e.code(), "meaning", e.meaning());
      case WorkerEvent.Restarting e -> of("restarting", id, "attempt", e.attempt());
      case WorkerEvent.SessionOver e -> of("session_over", id, "session_status", e.status());
      case WorkerEvent.SessionDone e -> of("session_done", id, "outcome", e.outcome());
      case WorkerEvent.Swept _ -> of("swept", id);
      case WorkerEvent.Released _ -> of("released", id);
      case WorkerEvent.LeftToLapse e -> of("left_to_lapse", id, "reason", e.reason());
      case WorkerEvent.ApiAway e -> of("api_away", id, "reason", e.reason());
    };
  }

  private static double seconds(Duration pause) {
    return pause.toMillis() / 1000.0;
  }

  private static JsonObject of(String event, String session, @Nullable Object... fields) {
    var all = new ArrayList<@Nullable Object>(List.of("session_id", session));
    for (var field : fields) {
      all.add(field);
    }
    return fields(event, all.toArray());
  }

  private static JsonObject fields(String event, @Nullable Object... fields) {
    var all = new ArrayList<@Nullable Object>(List.of("event", event));
    for (var field : fields) {
      all.add(field);
    }
    return JsonObject.of(all.toArray());
  }
}
