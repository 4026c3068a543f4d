package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a session's agent is to go about its task (api-org.md 1.2).
 *
 * @param mode a hint, one of {@link #MODES}; null for none
 * @param outputRequired whether the task is done only with an output that fits the schema, if there
 *     is one
 * @param links sessions of the same organization whose log the agent may read, in the order given
 */
public record Manner(@Nullable String mode, boolean outputRequired, List<SessionId> links) {
  /** All values of {@code advanced_mode}. */
  static final List<String> MODES = List.of("analyze", "create", "improve", "batch", "manage");

  static final Manner PLAIN = new Manner(null, true, List.of());

  public Manner {
    links = List.copyOf(links);
  }
}
