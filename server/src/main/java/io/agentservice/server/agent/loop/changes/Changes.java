package io.agentservice.server.agent.loop.changes;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.history.WorkTrees;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkChanged;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkTree;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkUnknown;
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
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a session has changed in the work trees of its machine, as patches for people. */
public final class Changes {
  private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

  private static final long PIECE = 4 << 20;
  private static final long CLEANING_MILLIS = 60_000;

  private final LoopSession session;
  private final Machine machine;
  private final Redactor redactor;
  private final StopSwitch stop;
  private final Duration limit;

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
    var output = look(true, known, placed);
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
    var output = look(false, known, placed);
    var events = new ArrayList<LoopEvent>();
    if (!output.isComplete() || !output.all("trouble").isEmpty()) {
      events.add(unknown(output));
    }
    var scratch = output.all("scratch");
    if (!scratch.isEmpty()) {
      var found = output.all("changed").stream().map(Found::of).toList();
      for (var one : found) {
        if (one.files > 0 || known.isDelivered(one.directory)) {
          events.add(given(one, scratch.getFirst(), name(one, known, found), output.all("note")));
        }
      }
      run(ChangesScript::remove, scratch.getFirst());
    }
    return events;
  }

  private ScriptOutput look(boolean begin, WorkTrees known, List<AttachedFile> placed) {
    String id = Id.create(EventId.class).value();
    var output = new ScriptOutput(ChangesScript.mark(id));
    String script = ChangesScript.of(id, session.id(), begin, known, placed);
    var exited = stop.wait(() -> machine.exec(id, script, limit.toMillis(), output));
    machine.forget(List.of(id));
    if (exited.outcome() != ToServer.Outcome.EXITED || !output.isComplete()) {
      LOG.warn("work trees not looked at session={} {}", session.id(), exited.outcome());
    }
    return output;
  }

  private interface OfPath {
    String script(String path);
  }

  private void run(OfPath script, String path) {
    String id = Id.create(EventId.class).value();
    stop.wait(() -> machine.exec(id, script.script(path), CLEANING_MILLIS, (_, _) -> {}));
    machine.forget(List.of(id));
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
    return new WorkTree(words[2], words[0].equals("-") ? null : words[0], words[1]);
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
          words[5].equals("-") ? null : words[5],
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

  private LoopEvent given(Found one, String scratch, String name, List<String> allNotes) {
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
    try {
      var masks = new boolean[1];
      var given =
          session
              .files()
              .replace(
                  key,
                  name,
                  sink -> {
                    var masked = new MaskedBytes(redactor, sink);
                    read(scratch + "/" + one.number + "/patch", one.sizeBytes, masked);
                    masks[0] = masked.end();
                  });
      if (masks[0]) {
        notes.add("secrets are masked in it, so it may not apply where they stand");
      }
      return one.event(given, notes);
    } catch (MachineLostException | StoppedException | StaleEpochException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("patch not kept session={} directory={}", session.id(), one.directory, e);
      return new WorkUnknown("The patch of %s could not be kept.".formatted(one.directory));
    }
  }

  private void read(String path, long size, Consumer<ByteBuffer> sink) {
    for (long from = 0; from < size; from += PIECE) {
      long length = Math.min(PIECE, size - from);
      var bytes = machine.readFile(path, from, length).bytes();
      if (bytes.remaining() < length) {
        throw new IllegalStateException("the patch can't be read on the machine");
      }
      sink.accept(bytes);
    }
  }
}
