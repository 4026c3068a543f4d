package io.agentservice.server.agent.desktop;

import io.agentservice.server.agent.desktop.views.Look;
import io.agentservice.server.base.http.answers.Talk;
import java.util.function.Supplier;

/** The desktops of sessions whose machines are at one server. */
@FunctionalInterface
interface Desktops {
  /** The subprotocol of the websocket: bytes of RFB in binary messages. */
  String PROTOCOL = "agent-desktop.v1";

  /** Who looks on, or acts there. What is refused is thrown. */
  Supplier<Talk> view(Look look);
}
