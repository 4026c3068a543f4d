package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.agent.loop.log.Skill;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the agent can read up on. */
public interface Skills {
  Skills NONE =
      new Skills() {
        @Override
        public List<Skill> all() {
          return List.of();
        }

        @Override
        public boolean taken(Skill skill) {
          return false;
        }

        @Override
        public @Nullable String read(Skill skill) {
          return null;
        }
      };

  List<Skill> all();

  /** Whether the conversation holds it already. */
  boolean taken(Skill skill);

  /** Its text; null when it is gone, or there is no room for it beside the conversation. */
  @Nullable String read(Skill skill);
}
