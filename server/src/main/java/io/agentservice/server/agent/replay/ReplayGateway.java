package io.agentservice.server.agent.replay;

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
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A gateway of this process alone, for the remote of one replay, whose git reaches nothing. */
public final class ReplayGateway implements GatewaySessions, MachineListener, AutoCloseable {
  /** What git puts before every address that it is to push to: it knows no such way. */
  public static final String NO_PUSH = "no-push-in-a-replay::";

  /** A script of the repository's own may push, which nobody can tell from its name. */
  private static final Map<String, String> WITHOUT_PUSHES =
      Map.of(
          "GIT_CONFIG_COUNT",
          "1",
          "GIT_CONFIG_KEY_0",
          "url." + NO_PUSH + ".pushInsteadOf",
          "GIT_CONFIG_VALUE_0",
          "");

  private static final long EPOCH = 1;
  private static final int TOKEN_BYTES = 16;
  private static final int GRACE_SECONDS = 30;
  private static final Duration SILENCE = Duration.ofSeconds(15);
  private static final Duration CLAIM = Duration.ofMinutes(5);

  private final AccountId account = Id.create(AccountId.class);
  private final SessionId session = Id.create(SessionId.class);
  private final String token;
  private final BlockingQueue<Machine> machines = new LinkedBlockingQueue<>();
  private final AtomicLong connections = new AtomicLong();
  private final Gateway gateway;
  private final HttpServer http;

  /** Listens on the loopback. */
  public ReplayGateway() {
    var random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    token = HexFormat.of().formatHex(random);
    gateway =
        new Gateway(
            this,
            this,
            GatewaySettings.of("replay", CLAIM, GRACE_SECONDS, SILENCE),
            new Throttle(
                new RateLimits(new RateLimits.Quota(0, 0, 0, 0)), new ClientAddresses(List.of())),
            new IpAccess(_ -> List.of()),
            GitCredentials.NONE);
    http =
        HttpServer.start(
            "127.0.0.1",
            0,
            HttpServer.Content.of(Map.of(Gateway.PATH + "/*", new GatewayServlet(gateway))));
  }

  /** Where the remote is to connect. */
  public URI address() {
    return URI.create(http.address().replaceFirst("^http", "ws") + Gateway.PATH);
  }

  /** As which. */
  public String session() {
    return session.value();
  }

  /** With which token. */
  public String token() {
    return token;
  }

  /** The machine once its remote is there; null when that takes longer. */
  public @Nullable Machine awaitMachine(Duration atMost) throws InterruptedException {
    return machines.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Admission admit(SessionId asked, String given) {
    if (!given.equals(token)) {
      return new Admission.BadToken();
    }
    return asked.equals(session)
        ? new Admission.Admitted(EPOCH, account)
        : new Admission.OtherSession();
  }

  @Override
  public Connected connected(SessionId connecting, long epoch) {
    return new Connected.Accepted(connections.incrementAndGet(), WITHOUT_PUSHES);
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
  public void undriven(SessionId connecting, long epoch) {
    // The remote tries again, until whoever waits for the machine gives up.
  }

  @Override
  public void lost(SessionId disconnected, long epoch, long connection) {
    // Its calls have failed by then.
  }

  @Override
  public void attached(SessionId connected, long epoch, long connection, Machine machine) {
    machines.add(machine);
  }

  @Override
  public void detached(SessionId disconnected, long epoch) {
    // Its calls have failed by then.
  }

  /** Ends the remote's connection and listens no more. */
  @Override
  public void close() {
    gateway.end(session, EPOCH, "over");
    gateway.close();
    http.close();
  }
}
