package io.agentservice.server.agent.desktop;

import io.agentservice.server.agent.desktop.views.Look;
import io.agentservice.server.agent.desktop.views.Viewers;
import io.agentservice.server.agent.machines.Whereabouts;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.machine.Machine;
import java.util.function.Supplier;

/** Those of machines that are connected to this server. */
final class DesktopsHere implements Desktops {
  private static final String DESKTOP = "desktop";

  private final Whereabouts machines;
  private final Viewers viewers;

  DesktopsHere(Whereabouts machines, Viewers viewers) {
    this.machines = machines;
    this.viewers = viewers;
  }

  @Override
  public Supplier<Talk> view(Look look) {
    var machine = check(look.session());
    return () -> viewers.viewing(look, machine);
  }

  /** The machine; what is against a further viewer is thrown. */
  Machine check(SessionId session) {
    var machine = machines.here(session);
    if (!machine.hello().capabilities().contains(DESKTOP)) {
      throw Problem.conflict(
              "no_desktop",
              "The session's machine has no desktop",
              "Its worker needs AGENT_OUTPOST_DESKTOP=true and Xtigervnc (Debian: tigervnc-standalone-server)")
          .exception();
    }
    if (viewers.count(session) >= Viewers.MOST) {
      throw Problem.conflict(
              "too_many_viewers",
              "The desktop has %d viewers".formatted(Viewers.MOST),
              "Close one of its windows")
          .exception();
    }
    return machine;
  }

  int viewers(SessionId session) {
    return viewers.count(session);
  }
}
