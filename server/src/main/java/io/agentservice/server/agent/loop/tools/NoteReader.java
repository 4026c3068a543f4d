package io.agentservice.server.agent.loop.tools;

import java.util.Optional;

/** The session's knowledge notes that were only named to the model. */
@FunctionalInterface
public interface NoteReader {
  /** What it says; empty when there is none of that id among them, or no more. */
  Optional<String> body(String id);
}
