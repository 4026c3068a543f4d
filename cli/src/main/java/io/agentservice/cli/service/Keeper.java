package io.agentservice.cli.service;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.Runs;
import io.agentservice.cli.home.Users;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Beside a server that commands share: tidies up after those that were killed. */
public final class Keeper implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int TIDY_EVERY = 20;

  private final Home home;
  private final KilledRuns killed;
  private final CountDownLatch closed = new CountDownLatch(1);

  public Keeper(Home home, Service service) {
    this.home = home;
    this.killed = new KilledRuns(new Runs(home), service.client());
  }

  private static Logger log() {
    return LoggerFactory.getLogger(Keeper.class);
  }

  /**
   * Returns when nobody uses the server any more, or this is closed. Nobody can begin to use it
   * then, until this process has ended.
   */
  public void awaitTheLastUser() throws InterruptedException {
    var users = Users.seenByTheServer(home); // for as long as this process lives
    int looks = 0;
    while (!closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS) && users.whole() == null) {
      looks++;
      if (looks % TIDY_EVERY == 0) {
        tidyUp();
      }
    }
    tidyUp();
  }

  /** Whether somebody else uses the server now. To be asked before {@link #awaitTheLastUser}. */
  public boolean isUsed() {
    return Users.look(home) == Users.Seen.USED;
  }

  /** From now on, until this is closed. */
  public void keepTidy() {
    Thread.ofVirtual()
        .name("keeper")
        .start(() -> {
          try {
            do {
              tidyUp();
            } while (!closed.await(LOOK.toMillis() * TIDY_EVERY, TimeUnit.MILLISECONDS));
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void tidyUp() {
    try {
      killed.tidyUp();
    } catch (RuntimeException e) {
      log().warn("can't tidy up after a killed run: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
