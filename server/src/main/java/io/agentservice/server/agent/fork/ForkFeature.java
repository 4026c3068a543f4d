package io.agentservice.server.agent.fork;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.children.ForkDraft;
import java.util.List;

/** The feature, wired. */
public record ForkFeature(List<Route> routes) implements Feature {
  public static ForkFeature wire(Core core, SessionsFeature sessions) {
    var draft = new ForkDraft(core.database(), sessions.sessions());
    return new ForkFeature(new ForkRoutes(core.log(), sessions, draft, core.addresses()).routes());
  }
}
