package io.agentservice.server.start.reload;

import io.agentservice.wire.signals.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP: a wish to reload, or what it was made for, the end of the terminal that the process was
 * started in. Where the signal is ignored, as under nohup, it stays so.
 */
public final class Hangups {
  private static final Logger LOG = LoggerFactory.getLogger(Hangups.class);
  private static final Path TERMINAL = Path.of("/dev/tty");

  /** What a shell shows of a program that SIGHUP ended. */
  private static final int HUNG_UP = 129;

  private final boolean hadTerminal = hasTerminal();

  /** Wishes that come while one is at work are one. */
  private final BlockingQueue<Boolean> wishes = new ArrayBlockingQueue<>(1);

  private Hangups() {}

  /** From now on; wishes wait until {@link #bring}. */
  public static Hangups handle() {
    var hangups = new Hangups();
    Signals.on("HUP", hangups::heard);
    return hangups;
  }

  /** One reload after the other, on a thread of its own, as long as the process lives. */
  public void bring(Runnable reload) {
    Thread.ofPlatform()
        .daemon()
        .name("reload")
        .start(() -> {
          while (true) {
            try {
              wishes.take();
              reload.run();
            } catch (InterruptedException _) {
              return;
            } catch (RuntimeException | Error e) { // the next one is heard, too
              LOG.error("the settings were not reloaded", e);
            }
          }
        });
  }

  private void heard() {
    if (hadTerminal && !hasTerminal()) {
      System.exit(HUNG_UP);
    }
    var _ = wishes.offer(true);
  }

  /** The system opens it for who has one. */
  private static boolean hasTerminal() {
    try (var _ = Files.newInputStream(TERMINAL)) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
