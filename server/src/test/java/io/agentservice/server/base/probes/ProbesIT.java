package io.agentservice.server.base.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Preparation;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.testing.TcpProxy;
import io.agentservice.server.testing.TestDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A node that can't do its work says so to whoever sends it work. */
class ProbesIT {
  private final CountDownLatch goOn = new CountDownLatch(1);
  private boolean draining;

  @Test
  void aNodeWithAStuckThreadIsNotReadyUntilItGoesOn() throws Exception {
    var background = new Background();
    try (var test = TestDatabase.create();
        var network = TcpProxy.before(test.jdbcUrl());
        var database = Database.open(network.through(test.jdbcUrl()))) {
      assertThat(readiness(database, background)).isEqualTo(answer(200, "ready"));
      var busy = new CountDownLatch(1);
      var thread =
          background.start(
              Thread.ofVirtual().name("writer"),
              Duration.ZERO,
              () -> goOn.getCount() > 0,
              () -> {
                busy.countDown();
                await(goOn);
              });
      await(busy);
      assertThat(readiness(database, background)).isEqualTo(answer(503, "stuck"));

      goOn.countDown();
      assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
      assertThat(readiness(database, background)).isEqualTo(answer(200, "ready"));

      network.refuse();
      assertThat(readiness(database, background)).isEqualTo(answer(503, "no database"));
    }
  }

  @Test
  void aNodeThatLetsGoOfItsWorkIsNotReadyWhateverElseItIs() {
    try (var test = TestDatabase.create();
        var database = Database.open(test.jdbcUrl())) {
      draining = true;
      assertThat(readiness(database, new Background())).isEqualTo(answer(503, "draining"));
    }
  }

  private static Answer.Of answer(int status, String word) {
    return new Answer.Of(status, Map.of("status", word));
  }

  private Answer readiness(Database database, Background background) {
    var route =
        Probes.routes(database, background, () -> draining).stream()
            .filter(each -> each.path().equals("/readyz"))
            .findFirst()
            .orElseThrow();
    return ((Preparation.Local) route.preparation()).prepare(null).get();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
