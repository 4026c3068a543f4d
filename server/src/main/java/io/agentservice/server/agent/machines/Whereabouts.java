package io.agentservice.server.agent.machines;

import io.agentservice.server.agent.machines.servers.MachinePlaces;
import io.agentservice.server.agent.machines.servers.OtherServers;
import io.agentservice.server.agent.machines.servers.Way;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.Optional;
import java.util.function.Function;

/** Where the machines of sessions are connected: to this server, to another one, nowhere. */
public final class Whereabouts {
  private final Function<SessionId, Optional<Machine>> machines;
  private final OtherServers others;
  private final MachinePlaces places;

  Whereabouts(
      Function<SessionId, Optional<Machine>> machines, OtherServers others, MachinePlaces places) {
    this.machines = machines;
    this.others = others;
    this.places = places;
  }

  /** Of a session whose machine is not connected. */
  private static Problem away() {
    return Problem.conflict(
        "machine_away",
        "The session has no machine now, or its machine is not connected",
        "Resume the session, and try again when its machine is there");
  }

  /** The machine of a session, at this server; a 409 when it is not here. */
  public Machine here(SessionId session) {
    return machines.apply(session).orElseThrow(() -> away().exception());
  }

  /** What is here, or at the other end of the way for that person; a 409 when it is nowhere. */
  public <T> T choose(Session session, String person, T here, Function<Way, T> there) {
    var id = session.sessionId();
    if (machines.apply(id).isPresent()) {
      return here;
    }
    return Optional.of(session)
        .filter(one -> one.standing().status() == Status.RUNNING)
        .flatMap(_ -> Way.find(others, places, id, person))
        .map(there)
        .orElseThrow(() -> away().exception());
  }
}
