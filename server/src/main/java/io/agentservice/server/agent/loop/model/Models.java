package io.agentservice.server.agent.loop.model;

import java.util.function.Supplier;

/** The model of a session, and those that stand in for it when it fails (ADR 0099). */
@FunctionalInterface
public interface Models extends Supplier<Model> {

  /** The one to be asked now. Throws {@code LlmException}. */
  @Override
  Model get();

  /** Whether there is one that stands in for that of the last {@link #get}. */
  default boolean hasStandIn() {
    return false;
  }

  /** Whether that of the last {@link #get} stands in for the session's own. */
  default boolean standsIn() {
    return false;
  }

  /** The next that stands in is asked from now on, for some time; false when there is none. */
  default boolean standIn() {
    return false;
  }
}
