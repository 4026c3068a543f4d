package io.agentservice.server.agent.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * What the model is told ahead of the conversation; the same from call to call, so that it is
 * cached.
 */
final class SystemPrompt {
  private static final String TEXT = read("system-prompt.md");

  private SystemPrompt() {}

  static String of(LoopBrief brief, ToServer.Hello machine) {
    var prompt = new StringBuilder(TEXT.strip());
    prompt.append("\n\n# Your machine\n\n");
    prompt.append("- System: ").append(machine.platform()).append('\n');
    prompt.append("- Working directory: ").append(machine.cwd()).append('\n');
    if (brief.title() != null) {
      prompt.append("\n# Session\n\n").append(brief.title()).append('\n');
    }
    if (!brief.repos().isEmpty()) {
      prompt.append("\n# Repositories to work on\n\n");
      brief.repos().forEach(repo -> prompt.append("- ").append(repo).append('\n'));
    }
    if (brief.playbook() != null) {
      prompt.append("\n# Playbook: follow it\n\n").append(brief.playbook().strip()).append('\n');
    }
    addNotes(prompt, brief);
    return prompt.toString();
  }

  private static void addNotes(StringBuilder prompt, LoopBrief brief) {
    if (brief.notes().isEmpty()) {
      return;
    }
    prompt.append("\n# Knowledge of this organization\n\nEach note holds when its trigger fits.\n");
    int left = LoopBrief.NOTES_CHARACTERS;
    for (var note : brief.notes()) {
      boolean whole = note.body().length() <= left;
      left -= whole ? note.body().length() : 0;
      prompt.append("\n## ").append(note.name()).append("\nTrigger: ").append(note.trigger());
      prompt.append("\n\n").append(whole ? note.body().strip() : "(too long to be shown here)");
      prompt.append('\n');
    }
  }

  private static String read(String name) {
    try (var in = Objects.requireNonNull(SystemPrompt.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
