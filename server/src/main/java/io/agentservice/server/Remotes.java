package io.agentservice.server;

import io.agentservice.server.agent.desktop.DesktopFeature;
import io.agentservice.server.agent.driver.Driver;
import io.agentservice.server.agent.machines.MachinesFeature;
import io.agentservice.server.agent.machines.servers.MachinePlaces;
import io.agentservice.server.agent.machines.servers.ServerServlet;
import io.agentservice.server.agent.terminals.TerminalsFeature;
import io.agentservice.server.agent.terminals.servers.TerminalAnswers;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.gateway.GatewayFeature;
import io.agentservice.server.engine.gitaccess.GitAccessFeature;
import io.agentservice.server.start.installation.Installation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The machines of sessions as they connect, and what people use there.
 *
 * @param servers for the other servers, on all paths of {@link ServerServlet#PATHS}
 */
record Remotes(
    GatewayFeature gateway,
    MachinesFeature machines,
    TerminalsFeature terminals,
    DesktopFeature desktop,
    ServerServlet servers) {

  static Remotes wire(
      Core core,
      Installation installation,
      Edge edge,
      Engine engine,
      GitAccessFeature gitAccess,
      Driver driver) {
    var places = new MachinePlaces(core.database(), core.addresses());
    var feature =
        GatewayFeature.wire(
            core,
            driver,
            places.before(driver),
            edge.throttle(),
            edge.gate().addresses(),
            gitAccess.access(),
            Version.TEXT);
    var gateway = feature.gateway();
    driver.tell(gateway);
    var sessions = engine.sessions().sessions();
    var tokens = installation.serverTokens();
    var machines = MachinesFeature.wire(core, gateway, places, tokens);
    var terminals = TerminalsFeature.wire(core, sessions, gateway, machines);
    var desktop = DesktopFeature.wire(core, sessions, machines);
    var kinds =
        Map.of(TerminalAnswers.KIND, terminals.answers(), DesktopFeature.KIND, desktop.answers());
    return new Remotes(
        feature,
        machines,
        terminals,
        desktop,
        new ServerServlet(places, tokens, edge.throttle(), kinds));
  }

  /** What people are answered, and what is done for them by itself. */
  Feature forPeople() {
    return new ForPeople(
        Stream.of(machines.routes(), terminals.routes(), desktop.routes())
            .flatMap(List::stream)
            .toList(),
        Stream.of(terminals.chores(), desktop.chores()).flatMap(List::stream).toList());
  }

  private record ForPeople(List<Route> routes, List<Chore> chores) implements Feature {}
}
