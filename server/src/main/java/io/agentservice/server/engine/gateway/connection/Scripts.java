package io.agentservice.server.engine.gateway.connection;

import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.List;
import java.util.Map;

/** How a remote is told to run a script. */
final class Scripts {
  private static final String LAUNCH =
      "if command -v bash >/dev/null 2>&1; then exec bash -c \"$1\"; else exec sh -c \"$1\"; fi";

  private Scripts() {}

  /** Remotes of before scripts get theirs as an argument, which has a limit. */
  static ToRemote.Exec exec(
      ToServer.Hello hello, String id, int channel, String script, long timeoutMillis) {
    if (hello.capabilities().contains(ToRemote.Exec.SCRIPTS)) {
      return ToRemote.Exec.script(id, channel, script, timeoutMillis);
    }
    var argv = List.of("sh", "-c", LAUNCH, "sh", script);
    return new ToRemote.Exec(id, channel, argv, null, Map.of(), timeoutMillis, 0, null);
  }
}
