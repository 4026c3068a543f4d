package io.agentservice.server.agent.terminals;

import io.agentservice.server.agent.machines.MachinesFeature;
import io.agentservice.server.agent.machines.servers.ServerAnswers;
import io.agentservice.server.agent.terminals.servers.TerminalAnswers;
import io.agentservice.server.agent.terminals.servers.TerminalsThere;
import io.agentservice.server.agent.terminals.shells.Shells;
import io.agentservice.server.agent.terminals.shells.TerminalsHere;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * The feature, wired.
 *
 * @param answers for other servers, of the kind {@link TerminalAnswers#KIND}
 * @param shells to be closed while their machines can be told
 */
public record TerminalsFeature(
    List<Route> routes, List<Chore> chores, ServerAnswers answers, Shells shells)
    implements Feature {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  public static TerminalsFeature wire(
      Core core, Sessions sessions, Gateway gateway, MachinesFeature machines) {
    var access = machines.access();
    var shells = new Shells(InstantSource.system(), System::nanoTime, machines.inUse());
    var here = new TerminalsHere(machines.whereabouts(), shells);
    Desk desk =
        (session, person) ->
            machines.whereabouts().choose(session, person, here, TerminalsThere::new);
    return new TerminalsFeature(
        new TerminalRoutes(desk, access, new SessionOfPath(sessions), core.database()).routes(),
        List.of(
            Chore.everywhere(
                "terminals",
                LOOK,
                () -> {
                  gateway.attached().stream()
                      .flatMap(session -> gateway.machine(session).stream())
                      .forEach(shells::clear);
                  shells.sweep();
                  shells.sweep(Lane.NODE.call(() -> access.without(shells.organizations())));
                })),
        new TerminalAnswers(here),
        shells);
  }

  /** Ends the shells; to be called while their machines are connected. */
  public void endShells() {
    shells.close(LAST_WORDS);
  }
}
