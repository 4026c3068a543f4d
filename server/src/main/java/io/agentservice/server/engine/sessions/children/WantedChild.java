package io.agentservice.server.engine.sessions.children;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.children.Child.OnParentEnd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent wants another one to do.
 *
 * @param id that the session is to have
 * @param name as the agent calls it
 * @param playbook an id; null: the one that its parent gives to its children
 * @param repos null: those of its parent
 * @param platform null: where its parent is
 * @param budget in ACU; null: what its parent has left
 * @param outputSchema JSON, or null
 */
public record WantedChild(
    SessionId id,
    String name,
    String prompt,
    @Nullable String title,
    @Nullable String playbook,
    @Nullable List<String> repos,
    @Nullable String platform,
    @Nullable Integer budget,
    @Nullable String outputSchema,
    OnParentEnd onParentEnd) {
  public WantedChild {
    repos = repos == null ? null : List.copyOf(repos);
  }
}
