package io.agentservice.server.agent.terminals;

import io.agentservice.server.agent.terminals.servers.MachinePlaces;
import io.agentservice.server.agent.terminals.servers.OtherServers;
import io.agentservice.server.agent.terminals.servers.ServerServlet;
import io.agentservice.server.agent.terminals.servers.TerminalsThere;
import io.agentservice.server.agent.terminals.shells.Shells;
import io.agentservice.server.agent.terminals.shells.TerminalsHere;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.crypto.ServerTokens;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import jakarta.servlet.http.HttpServlet;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The feature, wired.
 *
 * @param servers for the other servers, on all paths of {@link ServerServlet#PATHS}
 * @param shells to be closed while their machines can be told
 * @param others to be closed
 */
public record TerminalsFeature(
    List<Route> routes, List<Chore> chores, HttpServlet servers, Shells shells, OtherServers others)
    implements Feature {
  private static final Logger LOG = LoggerFactory.getLogger(TerminalsFeature.class);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  /** {@code places} hear of the machines; {@code tokens} are between servers. */
  public static TerminalsFeature wire(
      Core core,
      Sessions sessions,
      Gateway gateway,
      MachinePlaces places,
      ServerTokens tokens,
      Throttle throttle) {
    var database = core.database();
    var shells =
        new Shells(InstantSource.system(), System::nanoTime, session -> inUse(database, session));
    var access = new MachineAccess(database);
    var here = new TerminalsHere(gateway::machine, shells);
    var others = new OtherServers(tokens);
    Desk desk =
        (session, person) -> {
          var id = session.sessionId();
          if (gateway.machine(id).isPresent()) {
            return here;
          }
          return Optional.of(session)
              .filter(one -> one.standing().status() == Status.RUNNING)
              .flatMap(one -> TerminalsThere.find(others, places, id, person))
              .orElseThrow(() -> TerminalsHere.away().exception());
        };
    var routes = new TerminalRoutes(desk, access, new SessionOfPath(sessions), database).routes();
    return new TerminalsFeature(
        Stream.concat(routes.stream(), new MachineAccessRoutes(access).routes().stream()).toList(),
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
        new ServerServlet(places, tokens, here, throttle),
        shells,
        others);
  }

  private static void inUse(Database database, SessionId session) {
    try {
      Lane.NODE.run(() -> database.useTransaction(tx -> Transitions.inUse(tx, session)));
    } catch (DatabaseUnavailableException e) { // nobody is put to sleep meanwhile, either
      LOG.debug("not told that somebody types session={}", session, e);
    } catch (RuntimeException e) { // told anew within seconds
      LOG.warn("not told that somebody types session={}", session, e);
    }
  }

  /** Ends the shells; to be called while their machines are connected. */
  public void endShells() {
    shells.close(LAST_WORDS);
  }
}
