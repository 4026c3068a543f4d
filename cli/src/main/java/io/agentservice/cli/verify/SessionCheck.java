package io.agentservice.cli.verify;

import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.session.WorkSession;
import io.agentservice.cli.terminal.EventPrinter;
import io.agentservice.client.AgentClient;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.worker.doctor.Finding;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An agent runs one command on a worker of an outpost. */
record SessionCheck(AgentClient client, String org, Duration patience) {
  private static final String TASK =
      "This is a trial of the installation. Run the command `echo ready` once, then finish with the summary: ready.";

  Finding examine(String outpost) {
    var sessions = client.sessions(org);
    var wanted =
        JsonObject.of(
            "prompt", TASK, "title", "agent verify", "platform", outpost, "max_acu_limit", 1);
    var session = WorkSession.create(sessions, wanted);
    try (var cleanup = new Cleanup()) {
      cleanup.later(() -> sessions.terminate(session.id(), true));
      var result = session.watch(patience, _ -> {});
      var took = EventPrinter.seconds(result.took().toMillis());
      return switch (result.ending()) {
        case FINISHED, WAITING, APPROVAL ->
            Finding.ok(
                "in %s: %s after %s, for %s ACU"
                    .formatted(
                        outpost,
                        result.ending().words(),
                        took,
                        result.session().cost().acus().toPlainString()));
        case TIMED_OUT -> late(outpost, session.id(), result.session().standing().waitsFor());
        default ->
            Finding.problem(
                "In %s: failed after %s".formatted(outpost, took),
                "`agent session events %s` says why".formatted(session.id()));
      };
    }
  }

  private Finding late(String outpost, String id, @Nullable String waitsFor) {
    return waitsFor == null
        ? Finding.problem(
            "In %s: not done after %d s".formatted(outpost, patience.toSeconds()),
            "`agent session events %s` says where it stands".formatted(id))
        : Finding.problem(
            "In %s: no worker took it within %d s".formatted(outpost, patience.toSeconds()),
            "Look at the workers: `agent worker doctor`");
  }
}
