package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.http.AddressRange;
import io.agentservice.server.base.http.ClientAddresses;
import io.agentservice.server.base.http.IpAccess;
import io.agentservice.server.base.http.RateLimits;
import io.agentservice.server.base.http.RateLimits.Quota;
import io.agentservice.server.base.http.Throttle;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.wire.frames.ToRemote;
import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** A gateway on a free port with scripted sessions. */
final class TestGateway implements AutoCloseable {
  static final GatewaySettings SETTINGS =
      new GatewaySettings(
          "0.1.0",
          7,
          Duration.ofMillis(100),
          Duration.ofMillis(100),
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2));

  /** This machine, so that a test may come from anywhere. */
  private static final List<AddressRange> PROXIES =
      List.of(Objects.requireNonNull(AddressRange.parse("127.0.0.1")));

  static final int ANONYMOUS_LIMIT = 3;

  final ScriptedSessions sessions = new ScriptedSessions();

  /** Which addresses the account allows; none: all. */
  volatile List<String> allowed = List.of();

  final HttpClient client = HttpClient.newHttpClient();
  final Gateway gateway;
  private final Javalin server;

  TestGateway(GatewaySettings settings) {
    var limits = new RateLimits(new Quota(0, 0, 0, ANONYMOUS_LIMIT));
    var throttle = new Throttle(limits, new ClientAddresses(PROXIES));
    gateway = new Gateway(sessions, sessions, settings, throttle, new IpAccess(_ -> allowed));
    server =
        Javalin.create(
                config -> {
                  config.startup.showJavalinBanner = false;
                  config.concurrency.useVirtualThreads = true;
                  gateway.mount(config);
                  config.routes.get("/healthz", ctx -> ctx.result("ok"));
                })
            .start("127.0.0.1", 0);
  }

  URI http(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  URI address(SessionId session) {
    return URI.create("ws://127.0.0.1:" + server.port() + "/gateway/sessions/" + session.value());
  }

  /** A remote of the session that has been welcomed. */
  Peer remote(long epoch) throws Exception {
    var session = ScriptedSessions.SESSION;
    return Peer.greeted(client, address(session), ScriptedSessions.token(session, epoch));
  }

  /** A remote that has been welcomed, behind a proxy that says where it is. */
  Peer remoteFrom(String ip) throws Exception {
    var session = ScriptedSessions.SESSION;
    var peer = Peer.connect(client, address(session), ScriptedSessions.token(session, 1), ip);
    peer.say(Peer.HELLO);
    peer.hear(ToRemote.Welcome.class);
    return peer;
  }

  /** A remote of the session that has said nothing yet. */
  Peer silentRemote(long epoch) {
    var session = ScriptedSessions.SESSION;
    return Peer.connect(client, address(session), ScriptedSessions.token(session, epoch));
  }

  @Override
  public void close() {
    gateway.close();
    server.stop();
    client.shutdownNow();
  }
}
