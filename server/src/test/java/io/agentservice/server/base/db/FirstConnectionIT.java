package io.agentservice.server.base.db;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.PoolSizes;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.TcpProxy;
import io.agentservice.server.testing.TestDatabase;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("reads the log of the whole process")
class FirstConnectionIT {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final TestDatabase test = TestDatabase.create();
  private final TcpProxy network = TcpProxy.before(test.jdbcUrl());
  private final LogCapture log = new LogCapture(Level.WARN);

  @AfterEach
  void close() {
    log.close();
    network.close();
    test.close();
  }

  private static Database open(String url, Duration wait) {
    return Database.open(DatabaseAddress.of(url), PoolSizes.USUAL, wait);
  }

  private static FutureTask<Boolean> opening(String url) {
    var task =
        new FutureTask<>(() -> {
          try (var database = open(url, LONG)) {
            return database.answers();
          }
        });
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  @Test
  void aDatabaseThatComesLaterIsWaitedForWithOneLine() throws Exception {
    network.refuse();
    var opening = opening(network.through(test.jdbcUrl()));

    assertThat(log.await("waiting for the database")).contains("up to 60 s");
    network.admit();

    assertThat(opening.get()).isTrue();
    assertThat(log.from(Level.WARN)).hasSize(1);
  }

  @Test
  void aDatabaseWithoutAListenerIsGivenUpWithOneLine() {
    assertThatThrownBy(() -> open("jdbc:postgresql://127.0.0.1:1/agent", SHORT))
        .isInstanceOf(DatabaseUnavailableException.class)
        .hasMessageStartingWith("it did not answer for 1 s: Connection to 127.0.0.1:1 ")
        .hasMessageNotContainingAny("\n", "Exception");
    assertThat(log.from(Level.WARN))
        .singleElement()
        .satisfies(line -> assertThat(line.strip()).hasLineCount(1));
  }

  @Test
  void aDatabaseThatTakesConnectionsAndSaysNothingIsGivenUpToo() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var url = "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/agent";
      assertThatThrownBy(() -> open(url, SHORT))
          .isInstanceOf(DatabaseUnavailableException.class)
          .hasMessageStartingWith("it did not answer for 1 s: ")
          .hasMessageNotContaining("\n");
    }
    assertThat(log.from(Level.ERROR)).isEmpty();
  }

  @Test
  void aWaitOfNothingAsksOnce() {
    network.refuse();
    assertThatThrownBy(() -> open(network.through(test.jdbcUrl()), Duration.ZERO))
        .isInstanceOf(DatabaseUnavailableException.class)
        .hasMessageNotContaining("did not answer for");
    assertThat(log.from(Level.WARN)).isEmpty();
  }

  @Test
  void aDatabaseThatIsStartingUpIsAskedAgain() throws Exception {
    try (var starting = new Refusing("57P03", "the database system is starting up")) {
      var opening = opening(starting.url());
      assertThat(log.await("waiting for the database")).contains("is starting up");
      starting.awaitAsked(3);
      opening.cancel(true);
    }
  }

  @Test
  void aRefusalIsFinalAtOnce() throws Exception {
    String wrong = test.jdbcUrl().replaceFirst("password=[^&]*", "password=wrong");
    assertThatThrownBy(() -> open(wrong, LONG)).hasMessageContaining("password authentication");
    assertThatThrownBy(() -> open(test.jdbcUrl().replaceFirst("/test_", "/no_"), LONG))
        .hasMessageContaining("does not exist");
    try (var refusing = new Refusing("28000", "no pg_hba.conf entry for host")) {
      assertThatThrownBy(() -> open(refusing.url(), LONG)).hasMessageContaining("pg_hba.conf");
      refusing.awaitAsked(1);
    }
    assertThat(log.from(Level.WARN)).isEmpty();
  }

  /** A server that answers each who signs in with an error. */
  private static final class Refusing implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger asked = new AtomicInteger();

    Refusing(String state, String message) throws IOException {
      byte[] fields = "SFATAL\0VFATAL\0C%s\0M%s\0\0".formatted(state, message).getBytes(US_ASCII);
      Thread.ofVirtual().start(() -> answer(fields));
    }

    String url() {
      return "jdbc:postgresql://127.0.0.1:%d/agent?user=agent&sslmode=disable"
          .formatted(socket.getLocalPort());
    }

    void awaitAsked(int times) {
      Await.until(() -> asked.get() >= times);
      assertThat(times > 1 || asked.get() == times).isTrue();
    }

    private void answer(byte[] fields) {
      while (!socket.isClosed()) {
        try (var client = socket.accept()) {
          var in = new DataInputStream(client.getInputStream());
          in.readNBytes(in.readInt() - Integer.BYTES);
          asked.incrementAndGet();
          var out = new DataOutputStream(client.getOutputStream());
          out.writeByte('E');
          out.writeInt(fields.length + Integer.BYTES);
          out.write(fields);
          out.flush();
        } catch (IOException _) {
          // closed, or the client is gone
        }
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
