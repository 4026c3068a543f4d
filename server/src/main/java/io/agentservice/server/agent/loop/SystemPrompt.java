package io.agentservice.server.agent.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.history.Instructions;
import io.agentservice.server.agent.loop.history.Repositories;
import io.agentservice.server.agent.loop.session.LoopBrief;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Set;

/** What precedes the conversation; always the same, for the cache. */
public final class SystemPrompt {
  private static final String TEXT = read("system-prompt.md");

  private SystemPrompt() {}

  /** {@code history} tells what is checked out and what instructions there are. */
  public static String of(LoopBrief brief, ToServer.Hello machine, History history) {
    var prompt = new StringBuilder(TEXT.strip());
    prompt.append("\n\n# Your machine\n\n");
    prompt.append("- System: ").append(machine.platform()).append('\n');
    prompt.append("- Working directory: ").append(machine.cwd()).append('\n');
    if (brief.title() != null) {
      prompt.append("\n# Session\n\n").append(brief.title()).append('\n');
    }
    if (brief.mode() != null) {
      prompt.append("\n# Manner of work\n\n").append(manner(brief.mode())).append('\n');
    }
    if (!brief.repos().isEmpty()) {
      prompt.append("\n# Repositories to work on\n\n");
      for (String repo : brief.repos()) {
        var there = history.repositories().first().get(repo);
        prompt.append("- ").append(there == null ? repo : Repositories.words(there)).append('\n');
      }
    }
    addInstructions(prompt, history.instructions());
    if (brief.playbook() != null) {
      prompt.append("\n# Playbook: follow it\n\n").append(brief.playbook().strip()).append('\n');
    }
    if (!brief.linked().isEmpty()) {
      prompt.append("\n# Linked sessions: earlier ones, to be read with read_session\n\n");
      brief
          .linked()
          .forEach(session -> prompt.append("- %s: %s%n".formatted(session.id(), session.title())));
    }
    addNotes(prompt, brief);
    return prompt.toString();
  }

  private static void addInstructions(StringBuilder prompt, Instructions instructions) {
    if (!instructions.first().isEmpty()) {
      prompt.append("\n# Instructions of the project\n\n");
      prompt.append(
          "They hold in their directory and below; those nearest to the file that you work on go first. What the user says, and"
              + " the playbook, go before all of them.\n");
      instructions
          .first()
          .forEach(file -> prompt.append('\n').append(Instructions.words(file)).append('\n'));
    }
    if (!instructions.skills().isEmpty()) {
      prompt.append("\n# Skills: read one with read_skill before you do what it is for\n\n");
      for (var skill : instructions.skills()) {
        prompt.append("- %s: %s".formatted(skill.name(), skill.description()));
        prompt.append(skill.trusted() ? "\n" : " (of a repository without a permission)\n");
      }
    }
  }

  private static String manner(String mode) {
    return switch (mode) {
      case "analyze" ->
          "Analyze: find out and report, with the evidence. Change nothing but what the task asks you to change.";
      case "create" -> "Create: make something new, whole and ready to be used.";
      case "improve" ->
          "Improve: make better what is there, keep what works, and say what was better before and after.";
      case "batch" ->
          "Batch: the task has many parts of one kind. List them in the plan, do each, and report on each, also on those that failed.";
      case "manage" ->
          "Manage: look after what the task names. See how it stands, act where it is needed, and report the state.";
      default -> mode;
    };
  }

  private static void addNotes(StringBuilder prompt, LoopBrief brief) {
    if (brief.notes().isEmpty()) {
      return;
    }
    prompt.append("\n# Knowledge of this organization\n\nEach note holds when its trigger fits.\n");
    var shown = Set.copyOf(LoopBrief.shownOf(brief.notes()));
    for (var note : brief.notes()) {
      prompt.append("\n## ").append(note.name()).append("\nTrigger: ").append(note.trigger());
      prompt
          .append("\n\n")
          .append(
              shown.contains(note)
                  ? note.body().strip()
                  : "(long: read it by read_note, %s)".formatted(note.id()));
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
