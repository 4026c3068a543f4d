package io.agentservice.server.agent.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.testing.OnOutpost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A remote that comes again and again to a session that can't be taken up; the clock is ours. */
class RetryWindowIT extends OnOutpost {
  @TempDir private Path home;
  private final AtomicLong nanos = new AtomicLong();
  private Database database;
  private RetryWindow undriven;
  private SessionId session;

  @BeforeEach
  void runningSession() {
    database = server.openDatabase();
    Lifecycle lifecycle = DrivenParts.feature(database, home).lifecycle();
    undriven = new RetryWindow(lifecycle, nanos::get);
    session = new SessionId(session());
    claim(session.value(), "w").ok();
    assertThat(lifecycle.connected(session, 1)).isPresent();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String statusAfterFailuresEach(Duration time, int failures) {
    undriven.failed(session, 1);
    for (int i = 0; i < failures; i++) {
      nanos.addAndGet(time.toNanos());
      undriven.failed(session, 1);
    }
    return admin.get(path("sessions/" + session)).ok().text("/status");
  }

  @Test
  void aSessionThatCouldNotBeTakenUpForTwoMinutesSleepsWithTheReason() {
    assertThat(statusAfterFailuresEach(Duration.ofSeconds(10), 11)).isEqualTo("running");
    assertThat(statusAfterFailuresEach(Duration.ofSeconds(10), 1)).isEqualTo("suspended");
    assertThat(admin.get(path("sessions/" + session)).ok().text("/error/message"))
        .startsWith("The service failed for 2 minutes to take up this session");
  }

  @Test
  void failuresFarFromEachOtherDoNotAddUp() {
    assertThat(statusAfterFailuresEach(Duration.ofSeconds(61), 10)).isEqualTo("running");
  }
}
