package io.agentservice.server.agent.timeline;

import io.agentservice.server.base.ids.SessionId;

/** The newest page of a timeline, as the interface shows it, for the first look at a session. */
@FunctionalInterface
public interface NewestSteps {
  Object of(SessionId session);
}
