package io.agentservice.remote.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a connection does with what comes while a frame is carried out. */
@Timeout(200)
class ConnectionTest {
  private final CountDownLatch carriesOut = new CountDownLatch(1);
  private final List<String> carriedOut = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore requests = new Semaphore(0);
  private final Connection connection =
      new Connection(
          frame -> {
            awaits();
            carriedOut.add(frame.substring(0, 1));
          },
          List::of);

  /** Counts what it is asked for. */
  private final WebSocket socket =
      (WebSocket)
          Proxy.newProxyInstance(
              WebSocket.class.getClassLoader(),
              new Class<?>[] {WebSocket.class},
              (_, method, arguments) -> {
                if (method.getName().equals("request")) {
                  requests.release((int) (long) (Long) arguments[0]);
                }
                return null;
              });

  private void awaits() {
    try {
      assertThat(carriesOut.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private int asked() {
    return requests.drainPermits();
  }

  @Test
  void theServerWaitsWhileTooMuchIsPutAside() throws Exception {
    connection.onOpen(socket);
    assertThat(asked()).isEqualTo(1);
    connection.onText(socket, "a".repeat(600_000), true);
    assertThat(asked()).isEqualTo(1);
    connection.onText(socket, "b".repeat(300_000), false);
    assertThat(asked()).isEqualTo(1);
    connection.onText(socket, "b".repeat(300_000), true);
    assertThat(asked()).as("more than is put aside").isZero();

    carriesOut.countDown();
    assertThat(requests.tryAcquire(120, TimeUnit.SECONDS)).isTrue();
    connection.onText(socket, "c", true);
    connection.onClose(socket, 4000, "");
    assertThat(connection.awaitEnd()).isInstanceOf(End.Stop.class);
    assertThat(carriedOut).containsExactly("a", "b", "c");
    assertThat(asked()).isEqualTo(1);
  }

  @Test
  void theEndComesAfterTheFramesBeforeIt() throws Exception {
    connection.onOpen(socket);
    connection.onText(socket, "a", true);
    connection.onClose(socket, 4000, "");
    assertThat(connection.isOver()).isFalse();
    carriesOut.countDown();
    assertThat(connection.awaitEnd()).isInstanceOf(End.Stop.class);
    assertThat(carriedOut).containsExactly("a");
  }

  @Test
  void whatIsPutAsideWhenTheConnectionIsGivenUpIsNotCarriedOut() throws Exception {
    connection.onOpen(socket);
    connection.onText(socket, "a", true);
    connection.onText(socket, "b", true);
    connection.end(new End.Lost("silence"));
    carriesOut.countDown();

    connection.onText(socket, "c", true);
    assertThat(connection.awaitReceived(Duration.ofMinutes(2))).isTrue();

    assertThat(carriedOut).doesNotContain("b", "c");
  }
}
