package io.agentservice.server.agent.loop.shell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command as it is written, before it is known what it does.
 *
 * @param assignments those before its name
 * @param words its name first; empty when it only assigns
 * @param input what a here-document or a here-string gives it; null: something else, or nothing
 */
record SimpleCommand(List<ShellWord> assignments, List<ShellWord> words, @Nullable String input) {
  SimpleCommand {
    assignments = List.copyOf(assignments);
    words = List.copyOf(words);
  }
}
