package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.engine.machine.Machine.Output;
import io.agentservice.wire.frames.BadFrameException;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToServer;
import java.nio.charset.StandardCharsets;

/** What a remote's answers mean. */
final class Answers {
  private Answers() {}

  /** An answer that cannot be read is still the answer: nobody waits for another one. */
  static ToServer read(String json) {
    try {
      return Frames.readToServer(json);
    } catch (BadFrameException e) {
      var id = e.id();
      if (id == null || e.unknownType()) {
        throw e;
      }
      return new ToServer.Failed(id, "invalid", "the remote's answer cannot be read");
    }
  }

  /**
   * An untaken command has not started, and its output says why; one that was started, or that the
   * remote was told to forget, is lost from sight.
   */
  static ToServer.Exited refused(PendingResponse exchange, ToServer.Failed failed, Output output) {
    if (exchange.started() || failed.code().equals("unknown_command")) {
      return lost(exchange);
    }
    var reason = (failed.code() + ": " + failed.message() + "\n").getBytes(StandardCharsets.UTF_8);
    output.accept(0, reason);
    return new ToServer.Exited(
        failed.id(), ToServer.Outcome.NOT_STARTED, null, 0, reason.length, false);
  }

  static ToServer.Exited lost(PendingResponse exchange) {
    var inflow = exchange.inflow();
    long seen = inflow == null ? 0 : inflow.next();
    return new ToServer.Exited(exchange.id(), ToServer.Outcome.LOST, null, 0, seen, false);
  }

  static IllegalStateException unexpected(String id, ToServer answer) {
    return new IllegalStateException(
        "request %s was answered by %s".formatted(id, answer.getClass().getSimpleName()));
  }
}
