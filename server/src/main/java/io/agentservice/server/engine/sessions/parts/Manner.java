package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an agent goes about its task (api-org.md 1.2).
 *
 * @param mode one of {@link #MODES}, or null
 * @param outputRequired done only with an output that fits the schema
 * @param anyOutput takes any JSON object without a schema
 * @param childPlaybookId for its children
 * @param links sessions whose log it may read
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
