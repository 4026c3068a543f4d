package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.TestServer;

/** Tokens that the server would not make, or no longer. */
final class TestKeys {
  private TestKeys() {}

  static String expired(
      TestServer server, SessionId session, long epoch, String host, String path) {
    return make(server, session, epoch, host, path, -1);
  }

  static String fresh(TestServer server, SessionId session, long epoch, String host, String path) {
    return make(server, session, epoch, host, path, 600);
  }

  private static String make(
      TestServer server, SessionId session, long epoch, String host, String path, long seconds) {
    long now = server.given().number("SELECT floor(extract(epoch FROM clock_timestamp()))::bigint");
    var address = RepositoryAddress.of(host, path).orElseThrow();
    return server.gitAccess().tokens().make(session, epoch, now + seconds, address);
  }
}
