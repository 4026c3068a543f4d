package io.agentservice.server.agent.loop.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command as far as it is read. */
final class CommandDraft {
  final List<ShellWord> assignments = new ArrayList<>();
  final List<ShellWord> words = new ArrayList<>();
  @Nullable String input;

  /** What stands in the lines after it. {@code depth}: of the parentheses that it stands in. */
  record HereDocument(
      String end, boolean plain, boolean indented, int depth, CommandDraft command) {}

  boolean isEmpty() {
    return words.isEmpty() && assignments.isEmpty();
  }

  SimpleCommand command() {
    return new SimpleCommand(assignments, words, input);
  }
}
