package io.agentservice.e2e;

import io.agentservice.server.base.http.edge.HttpServer;
import io.agentservice.server.base.http.limits.ClientAddresses;
import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.base.http.limits.RateLimits;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.gateway.GatewayServlet;
import io.agentservice.server.engine.gateway.GatewaySessions;
import io.agentservice.server.engine.gateway.MachineListener;
import io.agentservice.server.engine.gateway.connection.GatewaySettings;
import io.agentservice.server.engine.gateway.connection.GitCredentials;
import io.agentservice.server.engine.machine.Machine;
import jakarta.servlet.http.HttpServlet;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A gateway with one session, whose token is always good. */
final class OneSession implements GatewaySessions, MachineListener, AutoCloseable {
  private static final long EPOCH = 1;

  private static final AccountId ACCOUNT = Id.create(AccountId.class);

  private final SessionId session = Id.create(SessionId.class);
  private final BlockingQueue<Machine> machines = new LinkedBlockingQueue<>();
  private final AtomicLong connections = new AtomicLong();
  private Gateway gateway;
  private HttpServer server;
  private int port;

  /** Listens on a free port, or on the same one again. */
  void open() {
    var unlimited = new RateLimits(new RateLimits.Quota(0, 0, 0, 0));
    gateway =
        new Gateway(
            this,
            this,
            GatewaySettings.of("0.1.0", Duration.ofMinutes(5), 60, Duration.ofSeconds(15)),
            new Throttle(unlimited, new ClientAddresses(List.of())),
            new IpAccess(_ -> List.of()),
            GitCredentials.NONE);
    Map<String, HttpServlet> servlets = Map.of(Gateway.PATH + "/*", new GatewayServlet(gateway));
    server = HttpServer.start("127.0.0.1", port, HttpServer.Content.of(servlets));
    port = URI.create(server.address()).getPort();
  }

  /** Stops the server and starts another one at the same address. */
  void restart() {
    close();
    open();
  }

  String address() {
    return "ws://127.0.0.1:" + port + Gateway.PATH;
  }

  String id() {
    return session.value();
  }

  String token() {
    return "agc_test";
  }

  void end(String reason) {
    gateway.end(session, EPOCH, reason);
  }

  void revoke() {
    gateway.revoke(session, EPOCH);
  }

  Machine awaitMachine(Supplier<String> log) throws InterruptedException {
    var machine = machines.poll(120, TimeUnit.SECONDS);
    if (machine == null) {
      throw new AssertionError("the remote does not connect; its log: " + log.get());
    }
    return machine;
  }

  @Override
  public Admission admit(SessionId asked, String token) {
    return token.equals(token())
        ? new Admission.Admitted(EPOCH, ACCOUNT)
        : new Admission.BadToken();
  }

  @Override
  public Connected connected(SessionId connecting, long epoch) {
    return new Connected.Accepted(connections.incrementAndGet(), Map.of("NPM_TOKEN", "s3cret"));
  }

  @Override
  public Standing keepAlive(SessionId connected, long epoch, long connection) {
    return Standing.CURRENT;
  }

  @Override
  public Map<Held, Standing> fallen(Collection<Held> held) {
    return Map.of();
  }

  @Override
  public void undriven(SessionId connecting, long epoch) {}

  @Override
  public void lost(SessionId disconnected, long epoch, long connection) {}

  @Override
  public void attached(SessionId connected, long epoch, long connection, Machine machine) {
    machines.add(machine);
  }

  @Override
  public void detached(SessionId disconnected, long epoch) {}

  @Override
  public void close() {
    gateway.close();
    server.close();
  }
}
