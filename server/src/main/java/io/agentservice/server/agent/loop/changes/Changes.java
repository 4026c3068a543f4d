package io.agentservice.server.agent.loop.changes;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.changes.ChangesScript.Mode;
import io.agentservice.server.agent.loop.history.WorkTrees;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkChanged;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkUnknown;
import io.agentservice.server.agent.loop.log.WorkTree;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.model.StopSwitch.StoppedException;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.tools.SharedFiles.Given;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session has changed in the work trees of its machine: as patches for people, and kept for
 * another machine. Of one thread; what is kept is looked at beside it, while the model is asked.
 */
public final class Changes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

  /** What the keys of kept work begin with, among those of a session's files. */
  public static final String KEPT_WORK = "work:";

  /** What is kept after each turn is not more. */
  private static final long MOST_KEPT = 64 << 20;

  /** What is kept is looked at once in this time at most: quick turns share a look. */
  private static final Duration PACE = Duration.ofSeconds(1);

  private final LoopSession session;
  private final Machine machine;
  private final Redactor redactor;
  private final StopSwitch stop;
  private final Duration limit;
  private final StopSwitch aside = new StopSwitch();
  private @Nullable PacedLook keeping;
  private int looked = -1;
  private int lookedBefore = -1;
  private long nextLook = System.nanoTime();
  private boolean whole = true;

  /** A look took too long: the work is not kept after each turn any more, only at its end. */
  private boolean slow;

  /** Of one session, on its machine. */
  public Changes(LoopSession session, Machine machine, Redactor redactor, StopSwitch stop) {
    this.session = session;
    this.machine = machine;
    this.redactor = redactor;
    this.stop = stop;
    this.limit = session.changesLimit();
  }

  /** How the work trees stand before the model is first asked; nothing when that is known. */
  public List<LoopEvent> begin(WorkTrees known, List<AttachedFile> placed) {
    if (limit.isZero() || !known.isUnseen()) {
      return List.of();
    }
    var output = look(Mode.BEGIN, known, placed);
    return List.of(
        output.isComplete()
            ? new WorkBegun(output.all("tree").stream().map(Changes::tree).toList())
            : unknown(output));
  }

  /** Gives people the patches of what has changed since they last got one; tells what it was. */
  public List<LoopEvent> save(WorkTrees known, List<AttachedFile> placed) {
    if (limit.isZero() || !known.mayHaveChanged()) {
      return List.of();
    }
    var output = look(Mode.SAVE, known, placed);
    looked = known.workingTurns();
    var events = new ArrayList<LoopEvent>();
    if (!output.isComplete() || !output.all("trouble").isEmpty()) {
      events.add(unknown(output));
    }
    withScratch(
        output,
        stop,
        directory -> {
          events.addAll(kept(output, known, directory));
          var found = output.all("changed").stream().map(Found::of).toList();
          for (var one : found) {
            if (one.files > 0 || known.isDelivered(one.directory)) {
              events.add(given(one, directory, name(one, known, found), output.all("note")));
            }
          }
        });
    long kept = events.stream().filter(WorkSaved.class::isInstance).count();
    whole =
        kept == output.all("kept").size()
            && events.stream().noneMatch(WorkUnknown.class::isInstance);
    return events;
  }

  /** Whether {@link #save} has kept all that there is for another machine. */
  public boolean isKept(WorkTrees known) {
    return !limit.isZero()
        && whole
        && !known.isUnknown()
        && known.known().stream().allMatch(tree -> tree.attachmentId() != null);
  }

  /**
   * Begins to keep the work for another machine when the last turn may have changed it. What came
   * of it is for {@link #kept}, to be asked for before the machine is given anything else.
   */
  public void beginToKeep(WorkTrees known, List<AttachedFile> placed) {
    if (keeping != null
        || limit.isZero()
        || slow
        || !known.mayHaveChanged()
        || looked == known.workingTurns()) {
      return;
    }
    lookedBefore = looked;
    looked = known.workingTurns();
    String id = Id.create(EventId.class).value();
    String script = ChangesScript.of(id, session.id(), Mode.KEEP, known, placed);
    var delay = Duration.ofNanos(Math.max(0, nextLook - System.nanoTime()));
    keeping = PacedLook.after(delay, () -> keep(id, script, known));
  }

  private List<LoopEvent> keep(String id, String script, WorkTrees known) {
    var output = run(id, script, aside);
    var events = new ArrayList<LoopEvent>();
    withScratch(output, aside, directory -> events.addAll(kept(output, known, directory)));
    return events;
  }

  /**
   * Waits until what {@link #beginToKeep} began is done; what is to be recorded of it. A look that
   * still waits for its time is left to the next turn.
   */
  public List<LoopEvent> kept() {
    var look = keeping;
    if (look == null) {
      return List.of();
    }
    if (look.giveUp()) {
      keeping = null;
      looked = lookedBefore;
      return List.of();
    }
    var events = stop.wait(look::result);
    keeping = null;
    nextLook = System.nanoTime() + PACE.toNanos();
    return events;
  }

  /** Ends what was begun and nobody waits for. */
  @Override
  public void close() {
    if (keeping != null) {
      keeping.giveUp();
    }
    aside.stop();
  }

  /** Does that with the directory where the look has left something, which is removed then. */
  private void withScratch(ScriptOutput output, StopSwitch stop, Consumer<MachineDirectory> work) {
    var scratch = output.all("scratch");
    if (scratch.isEmpty() || !output.all("removed").isEmpty()) {
      return;
    }
    var directory = new MachineDirectory(machine, stop, scratch.getFirst());
    work.accept(directory);
    directory.remove();
  }

  private List<LoopEvent> kept(ScriptOutput output, WorkTrees known, MachineDirectory directory) {
    return output.all("kept").stream()
        .map(line -> kept(line.split(" ", 7), known, directory))
        .filter(Objects::nonNull)
        .toList();
  }

  private @Nullable LoopEvent kept(String[] words, WorkTrees known, MachineDirectory directory) {
    long size = Long.parseLong(words[1]);
    String attachment = null;
    if (size <= MOST_KEPT) {
      attachment =
          whenKept(
              words[6],
              () ->
                  session
                      .files()
                      .keep(
                          KEPT_WORK + known.nextPlace(words[6]) + ":" + words[6],
                          sink -> directory.read(words[0] + "/bundle", size, sink)));
      if (attachment == null) {
        return null;
      }
    }
    return new WorkSaved(
        words[6],
        words[2],
        present(words[3]),
        present(words[4]),
        present(words[5]),
        size,
        attachment);
  }

  private static @Nullable String present(String word) {
    return word.equals("-") ? null : word;
  }

  /** Null when the store of attachments does not take it. */
  private <T> @Nullable T whenKept(String directory, Supplier<T> work) {
    try {
      return work.get();
    } catch (MachineLostException | StoppedException | StaleEpochException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("work not kept session={} directory={}", session.id(), directory, e);
      return null;
    }
  }

  private ScriptOutput look(Mode mode, WorkTrees known, List<AttachedFile> placed) {
    String id = Id.create(EventId.class).value();
    return run(id, ChangesScript.of(id, session.id(), mode, known, placed), stop);
  }

  private ScriptOutput run(String id, String script, StopSwitch stop) {
    var output = new ScriptOutput(ChangesScript.mark(id));
    var exited = stop.wait(() -> machine.exec(id, script, limit.toMillis(), output));
    machine.forget(List.of(id));
    slow |= exited.outcome() == ToServer.Outcome.TIMED_OUT;
    if (exited.outcome() != ToServer.Outcome.EXITED || !output.isComplete()) {
      LOG.warn("work trees not looked at session={} {}", session.id(), exited.outcome());
    }
    return output;
  }

  private WorkUnknown unknown(ScriptOutput output) {
    var trouble = output.all("trouble");
    return new WorkUnknown(
        trouble.isEmpty()
            ? "What was changed could not be found out, or not within %s s (AGENT_GIT_CHANGES_SECONDS)."
                .formatted(limit.toSeconds())
            : "What was changed could not be found out: %s.".formatted(trouble.getFirst()));
  }

  private static WorkTree tree(String line) {
    var words = line.split(" ", 3);
    return new WorkTree(words[2], present(words[0]), words[1]);
  }

  /** A work tree that has changed, as the script tells; its patch lies under its number. */
  private record Found(
      String number,
      long files,
      long insertions,
      long deletions,
      long sizeBytes,
      @Nullable String base,
      String tree,
      String directory) {
    static Found of(String line) {
      var words = line.split(" ", 8);
      return new Found(
          words[0],
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          Long.parseLong(words[3]),
          Long.parseLong(words[4]),
          present(words[5]),
          words[6],
          words[7]);
    }

    WorkChanged event(@Nullable Given given, List<String> notes) {
      return new WorkChanged(
          directory,
          base,
          tree,
          files,
          insertions,
          deletions,
          sizeBytes,
          given == null ? null : given.attachmentId(),
          given == null ? null : given.address(),
          notes);
    }
  }

  /** {@code changes.patch}, with the directory in it where there are several. */
  private static String name(Found one, WorkTrees known, List<Found> found) {
    boolean alone =
        known.trees().keySet().stream().allMatch(one.directory::equals)
            && found.stream().allMatch(one::equals);
    String last = one.directory.substring(one.directory.lastIndexOf('/') + 1);
    return alone || one.directory.equals(".") ? "changes.patch" : "changes-" + last + ".patch";
  }

  private LoopEvent given(
      Found one, MachineDirectory directory, String name, List<String> allNotes) {
    String key = "changes:" + one.directory;
    String start = one.number + " ";
    var notes = new ArrayList<String>();
    allNotes.stream()
        .filter(note -> note.startsWith(start))
        .forEach(note -> notes.add(note.substring(start.length())));
    long most = session.files().mostBytes();
    if (one.sizeBytes > most) {
      notes.add(
          "the patch has %,d bytes, an attachment may have %,d: on the machine git diff %s shows it"
              .formatted(one.sizeBytes, most, one.base == null ? "" : one.base));
    }
    if (one.files == 0 || one.sizeBytes > most) {
      session.files().withdraw(key);
      return one.event(null, notes);
    }
    var masks = new boolean[1];
    var given =
        whenKept(
            one.directory,
            () ->
                session
                    .files()
                    .replace(
                        key,
                        name,
                        sink -> {
                          var masked = new MaskedBytes(redactor, sink);
                          directory.read(one.number + "/patch", one.sizeBytes, masked);
                          masks[0] = masked.end();
                        }));
    if (given == null) {
      return new WorkUnknown("The patch of %s could not be kept.".formatted(one.directory));
    }
    if (masks[0]) {
      notes.add("secrets are masked in it, so it may not apply where they stand");
    }
    return one.event(given, notes);
  }
}
