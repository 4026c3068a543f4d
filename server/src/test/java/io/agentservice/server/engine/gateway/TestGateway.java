package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.http.edge.HttpServer;
import io.agentservice.server.base.http.limits.AddressRange;
import io.agentservice.server.base.http.limits.ClientAddresses;
import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.base.http.limits.RateLimits;
import io.agentservice.server.base.http.limits.RateLimits.Quota;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.connection.GatewaySettings;
import io.agentservice.server.engine.gateway.connection.GitCredentials;
import io.agentservice.wire.frames.ToRemote;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

  /** What git of its machines may reach. */
  volatile GitCredentials git = GitCredentials.NONE;

  final HttpClient client = HttpClient.newHttpClient();
  final Gateway gateway;
  private final HttpServer server;

  TestGateway(GatewaySettings settings) {
    var limits = new RateLimits(new Quota(0, 0, 0, ANONYMOUS_LIMIT));
    var throttle = new Throttle(limits, new ClientAddresses(PROXIES));
    var access = new IpAccess(_ -> allowed);
    gateway = new Gateway(sessions, sessions, settings, throttle, access, new Current());
    var servlets =
        Map.of(Gateway.PATH + "/*", new GatewayServlet(gateway), "/healthz", new Healthy());
    server = HttpServer.start("127.0.0.1", 0, HttpServer.Content.of(servlets));
  }

  /** Asks whom the test has put there. */
  private final class Current implements GitCredentials {
    @Override
    public List<String> hosts(SessionId session) {
      return git.hosts(session);
    }

    @Override
    public Answer credential(SessionId session, long epoch, String host, String path) {
      return git.credential(session, epoch, host, path);
    }
  }

  private static final class Healthy extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("ok");
    }
  }

  URI http(String path) {
    return URI.create(server.address() + path);
  }

  URI address(SessionId session) {
    return URI.create(
        server.address().replace("http:", "ws:") + "/gateway/sessions/" + session.value());
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
    server.close();
    client.shutdownNow();
  }
}
