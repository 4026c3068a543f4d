package io.agentservice.server.agent.desktop;

import io.agentservice.server.agent.desktop.views.Viewers;
import io.agentservice.server.agent.machines.MachinesFeature;
import io.agentservice.server.agent.machines.servers.ServerAnswers;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.Duration;
import java.util.List;

/**
 * The feature, wired.
 *
 * @param answers for other servers, of the kind {@link #KIND}
 */
public record DesktopFeature(List<Route> routes, List<Chore> chores, ServerAnswers answers)
    implements Feature {
  public static final String KIND = DesktopAnswers.KIND;

  private static final Duration LOOK = Duration.ofSeconds(1);

  public static DesktopFeature wire(Core core, Sessions sessions, MachinesFeature machines) {
    var access = machines.access();
    var viewers = new Viewers(System::nanoTime, machines.inUse());
    var here = new DesktopsHere(machines.whereabouts(), viewers);
    var routes =
        new DesktopRoutes(
            (session, person) ->
                machines.whereabouts().<Desktops>choose(session, person, here, DesktopsThere::new),
            access,
            new SessionOfPath(sessions),
            core.database());
    return new DesktopFeature(
        routes.routes(),
        List.of(
            Chore.everywhere(
                "desktops",
                LOOK,
                () ->
                    viewers.sweep(Lane.NODE.call(() -> access.without(viewers.organizations()))))),
        new DesktopAnswers(here));
  }
}
