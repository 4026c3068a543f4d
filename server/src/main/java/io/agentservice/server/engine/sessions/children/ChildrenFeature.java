package io.agentservice.server.engine.sessions.children;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.time.Duration;
import java.util.List;

/** The feature, wired. */
public record ChildrenFeature(SessionChildren children, List<Chore> chores) implements Feature {
  public static ChildrenFeature wire(Core core, SessionsFeature sessions, Playbooks playbooks) {
    var children =
        new SessionChildren(
            core.database(),
            sessions.sessions(),
            sessions.turns(),
            sessions.transitions(),
            playbooks,
            core.live().of(ChildrenFeature::bounds));
    return new ChildrenFeature(
        children,
        List.of(Chore.everywhere("children", Duration.ofSeconds(1), children::followParents)));
  }

  private static ChildBounds bounds(Settings settings) {
    var limits = settings.limits().children();
    return new ChildBounds(limits.depth(), limits.working());
  }
}
