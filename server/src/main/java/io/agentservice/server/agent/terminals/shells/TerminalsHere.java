package io.agentservice.server.agent.terminals.shells;

import io.agentservice.server.agent.machines.Whereabouts;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.TerminalId;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.function.Supplier;

/** Those on machines that are connected to this server. */
public final class TerminalsHere implements Terminals {
  private static final String TERMINALS = "pty";
  private static final String COMMANDS = "exec";

  private final Whereabouts machines;
  private final Shells shells;

  public TerminalsHere(Whereabouts machines, Shells shells) {
    this.machines = machines;
    this.shells = shells;
  }

  @Override
  public List<Terminal> list(SessionId session) {
    var _ = machines.here(session);
    return shells.list(session);
  }

  @Override
  public Terminal open(OrgId org, SessionId session, Opening opening) {
    var machine = machines.here(session);
    if (!machine.hello().capabilities().containsAll(List.of(TERMINALS, COMMANDS))) {
      throw Problem.conflict(
              "no_terminals",
              "The session's machine has no terminals: it runs Windows, or the walls around the session do not hold",
              "What its machine can do stands in the details of the session")
          .exception();
    }
    shells.clear(machine);
    return shells
        .open(new Owner(org, session), machine, opening)
        .orElseThrow(() ->
            Problem.conflict(
                    "too_many_terminals",
                    "The session has %d terminals".formatted(Shells.MOST),
                    "Close one of them")
                .exception());
  }

  @Override
  public Terminal close(SessionId session, TerminalId id) {
    var _ = machines.here(session);
    return shells.close(session, id).orElseThrow(() -> none());
  }

  @Override
  public Supplier<Talk> view(SessionId session, TerminalId id, long from) {
    var _ = machines.here(session);
    var talk = shells.view(session, id, from).orElseThrow(() -> none());
    if (shells.isFull(id)) {
      throw Problem.conflict(
              "too_many_viewers",
              "The terminal has %d viewers".formatted(Shell.MOST_VIEWERS),
              "Close one of its windows")
          .exception();
    }
    return () -> talk;
  }

  private static RuntimeException none() {
    return Problem.notFound("terminal").exception();
  }
}
