package io.agentservice.server.agent.loop.instructions;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.history.Instructions;
import io.agentservice.server.agent.loop.log.InstructionFile;
import io.agentservice.server.agent.loop.log.LoopEvent.InstructionsRead;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryReady;
import io.agentservice.server.agent.loop.log.Skill;
import io.agentservice.server.engine.machine.Machine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks for instructions and skills on one machine. For one thread. */
public final class InstructionFinder {
  /** The first of a directory that is there counts. */
  private static final List<String> NAMES = List.of("AGENTS.md", "CLAUDE.md", ".cursorrules");

  private static final String COPILOT = ".github/copilot-instructions.md";

  /** All together take at most a quarter of the model's window, at four characters a token. */
  private static final long MOST_CHARACTERS = 64_000;

  private static final int DEEPEST = 16;

  private final MachineTexts texts;
  private final Supplier<Instructions> known;
  private final Supplier<Collection<RepositoryReady>> repositories;
  private final Predicate<String> permitted;

  /** Directories that were looked into, and whether what is in them is trusted. */
  private final Map<String, Boolean> seen = new HashMap<>();

  private long room = MOST_CHARACTERS;

  /**
   * Of one loop.
   *
   * @param repositories those that are checked out
   * @param permitted whether the organization has permitted one, by its name
   */
  public InstructionFinder(
      Machine machine,
      Redactor redactor,
      Supplier<Instructions> known,
      Supplier<Collection<RepositoryReady>> repositories,
      Predicate<String> permitted) {
    this.texts = new MachineTexts(machine, redactor);
    this.known = known;
    this.repositories = repositories;
    this.permitted = permitted;
  }

  /** What a session begins with; none when there is nothing. */
  public List<InstructionsRead> begin() {
    var files = new ArrayList<InstructionFile>();
    var skills = new LinkedHashMap<String, Skill>();
    var finder = new SkillFinder(texts);
    for (var base : bases().entrySet()) {
      add(files, find(base.getKey(), base.getValue(), true, room / 2 - taken(files)));
      finder
          .find(base.getKey(), base.getValue())
          .forEach(one -> skills.putIfAbsent(one.name(), one));
    }
    finder.find("~", true).forEach(one -> skills.putIfAbsent(one.name(), one));
    return files.isEmpty() && skills.isEmpty()
        ? List.of()
        : List.of(new InstructionsRead(files, List.copyOf(skills.values())));
  }

  /** What holds in the directories above a path, and in it, that has not been told yet. */
  public List<InstructionsRead> touched(String path) {
    var files = new ArrayList<InstructionFile>();
    var base = base(texts.absolute(path));
    if (base != null) {
      boolean trusted = base.trusted();
      for (String directory : base.below()) {
        trusted = look(directory, trusted, files);
      }
    }
    return files.isEmpty() ? List.of() : List.of(new InstructionsRead(files, List.of()));
  }

  /** Whether what is in it is trusted. */
  private boolean look(String directory, boolean above, List<InstructionFile> files) {
    var before = seen.get(directory);
    if (before != null) {
      return before;
    }
    // A repository that nobody has named came from wherever the agent has fetched it.
    boolean trusted = above && !texts.isThere(directory + "/.git");
    seen.put(directory, trusted);
    if (!known.get().has(directory)) {
      long left = room - known.get().characters() - taken(files);
      add(files, find(directory, trusted, false, left));
    }
    return trusted;
  }

  private static void add(List<InstructionFile> files, @Nullable InstructionFile file) {
    if (file != null) {
      files.add(file);
    }
  }

  private @Nullable InstructionFile find(
      String directory, boolean trusted, boolean atTop, long left) {
    var names = new ArrayList<>(NAMES);
    if (atTop) {
      names.add(COPILOT);
    }
    for (String name : names) {
      String path = directory + "/" + name;
      String text = texts.read(path);
      if (text != null) {
        int kept = Math.clamp(left, 0, text.length());
        kept -= kept > 0 && Character.isHighSurrogate(text.charAt(kept - 1)) ? 1 : 0;
        return new InstructionFile(
            path, directory, text.substring(0, kept), text.length() - kept, trusted);
      }
    }
    return null;
  }

  private static long taken(List<InstructionFile> files) {
    return files.stream().mapToLong(file -> file.text().length()).sum();
  }

  /** The working directory and the repositories, each with whether what is in it is trusted. */
  private Map<String, Boolean> bases() {
    var bases = new LinkedHashMap<String, Boolean>();
    bases.put(texts.absolute("."), true); // whoever runs the worker has chosen it
    for (var ready : repositories.get()) {
      bases.put(texts.absolute(ready.directory()), permitted.test(ready.repository()));
    }
    return bases;
  }

  /** {@code below}: the directories beneath it on the way to what was touched, outermost first. */
  private record Base(boolean trusted, List<String> below) {}

  /** The innermost one that holds a path; null for a place where the session does not work. */
  private @Nullable Base base(String path) {
    var bases = bases();
    var below = new ArrayList<String>();
    for (String at = path; at.indexOf('/') >= 0; at = at.substring(0, at.lastIndexOf('/'))) {
      Boolean trusted = bases.get(at);
      if (trusted != null) {
        return below.size() > DEEPEST ? null : new Base(trusted, below.reversed());
      }
      below.add(at);
    }
    return null;
  }

  /** {@code tokens} of the model's window. */
  public void window(long tokens) {
    room = Math.min(MOST_CHARACTERS, tokens);
  }

  /** The text of a skill, as far as there is room; null when there is none any more. */
  public @Nullable String read(Skill skill) {
    String text = texts.read(skill.path());
    long left = room - known.get().characters();
    return text == null || text.length() > left ? null : SkillFinder.body(text);
  }
}
