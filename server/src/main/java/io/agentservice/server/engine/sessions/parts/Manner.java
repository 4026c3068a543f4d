package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a session's agent is to go about its task (api-org.md 1.2).
 *
 * @param mode a hint, one of {@link #MODES}; null for none
 * @param outputRequired whether the task is done only with an output that fits the schema, if there
 *     is one
 * @param anyOutput whether it takes any JSON object as its output where there is no schema
 * @param childPlaybookId the playbook that it gives to its children
 * @param links sessions of the same organization whose log the agent may read, in the order given
 */
public record Manner(
    @Nullable String mode,
    boolean outputRequired,
    boolean anyOutput,
    @Nullable PlaybookId childPlaybookId,
    List<SessionId> links) {
  /** All values of {@code advanced_mode}. */
  public static final List<String> MODES =
      List.of("analyze", "create", "improve", "batch", "manage");

  public static final Manner PLAIN = new Manner(null, true, false, null, List.of());

  public Manner {
    links = List.copyOf(links);
  }

  /** The same, with any JSON object as its output where there is no schema. */
  public Manner withAnyOutput() {
    return new Manner(mode, outputRequired, true, childPlaybookId, links);
  }

  /** Whether it is more than one task of one agent (api-org.md 1.1). */
  public boolean isAdvanced() {
    return mode != null || childPlaybookId != null || !links.isEmpty();
  }
}
