package io.agentservice.server.base.background;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.TcpProxy;
import io.agentservice.server.testing.TestServer;
import java.util.ArrayList;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What a server logs while its database is away; all that looks for work fails every second. */
@Isolated("reads the log of the whole process")
class OutageLogIT {
  /** Silent in the server itself (logback.xml). */
  private static final Pattern POOL = Pattern.compile(" (PoolBase|ProxyConnection) ");

  @Test
  void aDatabaseThatIsAwayIsToldAtItsBeginningAndAtItsEndOnly() throws Exception {
    var network = new ArrayList<TcpProxy>();
    try (var _ =
            TestServer.start(
                Map.of(),
                address -> {
                  network.add(TcpProxy.before(address));
                  return network.getFirst().through(address);
                });
        var log = new LogCapture()) {
      network.getFirst().refuse();
      log.await("remotes are sent to another server"); // after five seconds
      network.getFirst().admit();
      log.await("the database serves again after");

      assertThat(log.from(Level.WARN).stream().filter(line -> !POOL.matcher(line).find()))
          .satisfiesExactly(
              line -> assertThat(line).contains("the database is away or too busy, work waits"),
              line -> assertThat(line).contains("remotes are sent to another server"),
              line -> assertThat(line).contains("the database serves again after"));
    } finally {
      network.forEach(TcpProxy::close);
    }
  }
}
