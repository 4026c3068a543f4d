package io.agentservice.server.agent.files;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.desk.MachineAnswer;
import io.agentservice.server.agent.desk.MachineQuestion;
import io.agentservice.server.agent.loop.changes.MaskedBytes;
import io.agentservice.server.agent.loop.changes.NamesOfGit;
import io.agentservice.server.agent.loop.log.LoopEvent.ModelTurn;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.log.WorkTree;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks a machine that is connected to this server. */
final class MachineFiles {
  /** Most bytes of a file; a remote has no more in one digest. */
  static final int MOST_BYTES = 16 << 20;

  private static final String FILES = "files";

  /** Files that are read at a time. */
  private static final int READS = 8;

  private static final int SLICE = 64 << 10;
  private static final int EVENTS = 50;

  private final EventLog log;
  private final Function<SessionId, Redactor> redactors;
  private final Semaphore reads = new Semaphore(READS);

  MachineFiles(EventLog log, Function<SessionId, Redactor> redactors) {
    this.log = log;
    this.redactors = redactors;
  }

  /** Blocks, at the longest until the connection ends. */
  MachineAnswer answer(SessionId session, Machine machine, MachineQuestion question)
      throws InterruptedException {
    var able = machine.hello().capabilities();
    if (!able.contains(FILES)) {
      return MachineAnswer.AWAY; // its walls have holes, so it carries out nothing
    }
    if (!able.contains(ToRemote.ListFiles.WITHIN)) {
      return MachineAnswer.NOT_SHOWN;
    }
    try {
      return switch (question.kind()) {
        case LIST -> list(session, machine, question.about());
        case READ -> read(session, machine, question.about());
        case CHANGES, PATCH -> throw new IllegalArgumentException("not of files");
      };
    } catch (MachineLostException _) {
      return MachineAnswer.AWAY;
    }
  }

  private MachineAnswer list(SessionId session, Machine machine, String path) {
    return switch (machine.showFiles(path, FileListing.MOST, MachineQuestion.PATIENCE)) {
      case null -> MachineAnswer.SLOW;
      case ToServer.Listing listing -> {
        var git = NamesOfGit.of(machine, path, begun(session));
        var redactor = redactors.apply(session);
        var entries =
            listing.entries().stream()
                .limit(FileListing.MOST)
                .map(entry -> shown(entry, git, redactor))
                .toList();
        boolean more = listing.more() || listing.entries().size() > entries.size();
        yield MachineAnswer.of(Json.MAPPER.writeValueAsBytes(new FileListing(path, entries, more)));
      }
      case ToServer.Failed failed -> MachineAnswer.refused(failed);
      case ToServer other -> throw new IllegalStateException("answered by " + other);
    };
  }

  private static FileListing.Entry shown(
      ToServer.Entry entry, @Nullable NamesOfGit git, Redactor redactor) {
    String name = entry.name();
    return new FileListing.Entry(
        redactor.mask(name),
        entry.kind(),
        entry.size(),
        git == null ? null : git.isIgnored(name),
        git == null ? null : git.isChanged(name));
  }

  /** Null: nobody has looked. They are known before the model is first asked. */
  private @Nullable List<WorkTree> begun(SessionId session) {
    EventLog.Part part;
    long last = 0;
    do {
      part = log.after(session, last, EVENTS);
      for (var event : part.events()) {
        switch (LoopEvents.read(event.type(), event.data())) {
          case WorkBegun begun -> {
            return begun.trees();
          }
          case ModelTurn _ -> {
            return null;
          }
          case null, default -> last = event.seq();
        }
      }
    } while (part.more());
    return null;
  }

  private MachineAnswer read(SessionId session, Machine machine, String path)
      throws InterruptedException {
    var first = shown(machine, path, 1);
    if (first.refusal() != null) {
      return first.refusal();
    }
    if (!reads.tryAcquire(MachineQuestion.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      return MachineAnswer.SLOW;
    }
    try {
      var whole = shown(machine, path, MOST_BYTES);
      return whole.refusal() != null
          ? whole.refusal()
          : MachineAnswer.of(masked(whole.bytes(), redactors.apply(session)));
    } finally {
      reads.release();
    }
  }

  /** A file, or why it is not shown. */
  private record Shown(@Nullable MachineAnswer refusal, ByteBuffer bytes) {
    static Shown refused(MachineAnswer refusal) {
      return new Shown(refusal, ByteBuffer.allocate(0));
    }
  }

  private static Shown shown(Machine machine, String path, int limit) {
    var content = machine.showFile(path, limit, MachineQuestion.PATIENCE);
    if (content == null) {
      return Shown.refused(MachineAnswer.SLOW);
    }
    return switch (content.answer()) {
      case ToServer.File file when file.size() > MOST_BYTES ->
          Shown.refused(MachineAnswer.TOO_LARGE);
      case ToServer.Failed failed -> Shown.refused(MachineAnswer.refused(failed));
      default -> new Shown(null, content.bytes());
    };
  }

  private static byte[] masked(ByteBuffer bytes, Redactor redactor) {
    var all = new ByteArrayOutputStream(bytes.remaining());
    var masks = new MaskedBytes(redactor, MaskedBytes.into(all));
    while (bytes.hasRemaining()) { // masking costs many times what it is given
      int length = Math.min(SLICE, bytes.remaining());
      masks.accept(bytes.slice(bytes.position(), length));
      bytes.position(bytes.position() + length);
    }
    masks.end();
    return all.toByteArray();
  }
}
