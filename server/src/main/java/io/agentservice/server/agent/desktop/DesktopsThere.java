package io.agentservice.server.agent.desktop;

import io.agentservice.server.agent.desktop.views.Look;
import io.agentservice.server.agent.machines.servers.Way;
import io.agentservice.server.base.http.answers.Talk;
import java.util.function.Supplier;

/** That of a machine that is connected to another server, for one person. */
record DesktopsThere(Way way) implements Desktops {
  @Override
  public Supplier<Talk> view(Look look) {
    var _ = way.ask("GET", DesktopAnswers.KIND, "", "");
    return way.talk(PROTOCOL, DesktopAnswers.KIND, DesktopAnswers.wanted(look));
  }
}
