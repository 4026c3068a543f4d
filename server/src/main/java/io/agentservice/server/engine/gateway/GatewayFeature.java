package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.engine.gateway.connection.GatewaySettings;
import io.agentservice.server.engine.gateway.connection.GitCredentials;
import jakarta.servlet.http.HttpServlet;
import java.time.Duration;
import java.util.List;

/**
 * The feature, wired.
 *
 * @param endpoint for all requests below {@link Gateway#PATH}; no route, since they become
 *     websockets
 */
public record GatewayFeature(Gateway gateway, HttpServlet endpoint, List<Chore> chores)
    implements Feature {
  /** Within a second a node is to know what others did to its sessions. */
  private static final Duration LOOK = Duration.ofMillis(500);

  /**
   * Wires it.
   *
   * @param access from where remotes may come
   * @param git what their git may reach
   * @param version of this server, told to remotes
   */
  public static GatewayFeature wire(
      Core core,
      GatewaySessions sessions,
      MachineListener listener,
      Throttle throttle,
      IpAccess access,
      GitCredentials git,
      String version) {
    var fleet = core.settings().fleet();
    var settings =
        GatewaySettings.of(
            version,
            Duration.ofSeconds(fleet.claimSeconds()),
            fleet.graceSeconds(),
            fleet.gatewaySilence());
    var gateway = new Gateway(sessions, listener, settings, throttle, access, git);
    var watch =
        new DatabaseWatch(
            core.database()::answers,
            gateway::serve,
            core.background().outages(),
            System::nanoTime);
    return new GatewayFeature(
        gateway,
        new GatewayServlet(gateway),
        List.of(
            Chore.everywhere("remotes", LOOK, () -> Lane.NODE.run(gateway::look)),
            Chore.everywhere("database", Duration.ofSeconds(1), watch)));
  }
}
