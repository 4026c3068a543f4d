package io.agentservice.remote.gateway;

import io.agentservice.remote.base.ExitCode;
import io.agentservice.remote.base.Log;
import io.agentservice.remote.gateway.End.Lost;
import io.agentservice.remote.gateway.End.Stop;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.trust.MachineTrust;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one connection to the gateway for the session's lifetime (fleet.md 6), until the server
 * says stop or the grace time is over.
 */
public final class Gateway implements AutoCloseable {
  static final String SUBPROTOCOL = "agent-remote.v1";

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
  private static final Duration RECEIVED_LIMIT = Duration.ofSeconds(5);
  private static final Duration WELCOME_LIMIT = Duration.ofSeconds(20);

  /** The longest pause: a server that can't serve now may do so soon, and a refusal is cheap. */
  private static final Duration AT_A_SERVER = Duration.ofSeconds(2);

  private final URI address;
  private final String connectToken;
  private final HttpClient client;

  /** How long to try without a connection: what a server said last. */
  private Duration grace = Duration.ofSeconds(60);

  /**
   * Connects nothing yet; throws IllegalArgumentException as {@link MachineTrust}.
   *
   * @param proxies null: it is reached directly
   */
  public Gateway(
      URI address,
      String connectToken,
      Map<String, String> variables,
      @Nullable ProxySelector proxies) {
    var builder = HttpClient.newBuilder();
    if (proxies != null) {
      builder.proxy(proxies);
    }
    if ("wss".equals(address.getScheme())) {
      builder.sslContext(MachineTrust.context(variables));
    }
    this.client =
        builder
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .executor(Runnable::run) // see Connection: what is called is quick
            .build();
    this.address = address;
    this.connectToken = connectToken;
  }

  /** Serves the session until its end and returns the exit code; kills what runs. */
  public int run(Session session) throws InterruptedException {
    var lostAt = System.nanoTime();
    var pauses = new Pauses(bound -> ThreadLocalRandom.current().nextLong(bound));
    while (true) {
      var dispatcher = new Dispatcher(session);
      var end = connect(dispatcher.connection());
      if (end == null) {
        end = serve(session, dispatcher);
        if (dispatcher.wasWelcomed()) { // else nobody has served us: as if not connected
          lostAt = System.nanoTime();
          pauses.connected();
        }
      }
      switch (end) {
        case Stop stop -> {
          Log.info("stopping: " + stop.reason());
          session.commands().endAll();
          dispatcher.connection().close(true);
          return stop.exitCode();
        }
        case Lost lost -> {
          dispatcher.connection().close(false);
          lostAt = lost.serverThere() ? System.nanoTime() : lostAt;
          var left = grace.minusNanos(System.nanoTime() - lostAt);
          if (!left.isPositive()) {
            Log.error("no connection for " + grace.toSeconds() + " s: " + lost.reason());
            session.commands().endAll();
            return ExitCode.UNREACHABLE;
          }
          Log.warn("not connected: " + lost.reason());
          Thread.sleep(pauses.next(lost.serverThere() ? min(left, AT_A_SERVER) : left));
        }
      }
    }
  }

  /**
   * Says hello and carries out nothing: the service is to know why the session is not served here.
   * Waits a little for it to end the connection.
   */
  public void tell(ToServer.Hello hello) throws InterruptedException {
    var connection = new Connection(_ -> {}, List::of);
    if (connect(connection) == null) {
      connection.send(hello);
      Thread.ofVirtual()
          .start(() -> {
            LockSupport.parkNanos(WELCOME_LIMIT.toNanos());
            connection.end(new Lost("nobody has ended it"));
          });
      connection.awaitEnd();
    }
    connection.close(true);
  }

  /** Null when connected, else why not. */
  private @Nullable End connect(Connection connection) throws InterruptedException {
    var attempt =
        client
            .newWebSocketBuilder()
            .connectTimeout(CONNECT_LIMIT)
            .header("Authorization", "Bearer " + connectToken)
            .subprotocols(SUBPROTOCOL)
            .buildAsync(address, connection);
    try {
      attempt.get(CONNECT_LIMIT.plusSeconds(5).toMillis(), TimeUnit.MILLISECONDS);
      return null;
    } catch (TimeoutException e) {
      attempt.cancel(true);
      return new Lost("no answer");
    } catch (ExecutionException e) {
      return e.getCause() instanceof WebSocketHandshakeException refused
          ? meaning(refused.getResponse())
          : new Lost("cannot connect: " + e.getCause());
    }
  }

  private static End meaning(HttpResponse<?> refusal) {
    return CloseCodes.meaningOfRefusal(
        refusal.statusCode(), refusal.headers().firstValue(Frames.CLOSE_CODE_HEADER));
  }

  private End serve(Session session, Dispatcher dispatcher) throws InterruptedException {
    var connection = dispatcher.connection();
    try {
      connection.send(session.hello());
      Log.info("connected to " + address.getHost());
      Thread.ofVirtual().start(session.commands()::warmUp);
      if (!dispatcher.awaitWelcome(WELCOME_LIMIT)) {
        connection.end(new Lost("no welcome"));
      }
      return connection.awaitEnd();
    } finally {
      dispatcher.stop();
      if (!connection.awaitReceived(RECEIVED_LIMIT)) {
        Log.warn("a request of the connection before is still carried out");
      }
      var told = dispatcher.graceSeconds();
      if (told != null && told >= 0) {
        grace = Duration.ofSeconds(told);
      }
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** Ends the client's threads, which would hold up the exit. */
  @Override
  public void close() {
    client.shutdownNow();
  }
}
