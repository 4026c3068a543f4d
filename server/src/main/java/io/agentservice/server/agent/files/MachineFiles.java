package io.agentservice.server.agent.files;

import io.agentservice.redaction.Redactor;
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

  /** Files that are in memory at a time. */
  private static final int READS = 8;

  private static final int EVENTS = 50;

  private final EventLog log;
  private final Function<SessionId, Redactor> redactors;
  private final Semaphore reads = new Semaphore(READS);

  MachineFiles(EventLog log, Function<SessionId, Redactor> redactors) {
    this.log = log;
    this.redactors = redactors;
  }

  /** Blocks, at the longest until the connection ends. */
  FileAnswer answer(SessionId session, Machine machine, FileQuestion question)
      throws InterruptedException {
    if (!machine.hello().capabilities().contains(ToRemote.ListFiles.WITHIN)) {
      return FileAnswer.TOO_OLD;
    }
    try {
      return switch (question.kind()) {
        case LIST -> list(session, machine, question.path());
        case READ -> read(session, machine, question.path());
      };
    } catch (MachineLostException _) {
      return FileAnswer.AWAY;
    }
  }

  private FileAnswer list(SessionId session, Machine machine, String path) {
    return switch (machine.showFiles(path, FileListing.MOST)) {
      case ToServer.Listing listing -> {
        var git = NamesOfGit.of(machine, path, begun(session));
        var redactor = redactors.apply(session);
        var entries = listing.entries().stream().map(entry -> shown(entry, git, redactor)).toList();
        yield FileAnswer.of(
            Json.MAPPER.writeValueAsBytes(new FileListing(path, entries, listing.more())));
      }
      case ToServer.Failed failed -> FileAnswer.refused(failed.code(), failed.message());
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

  /** They are known before the model is first asked. */
  private List<WorkTree> begun(SessionId session) {
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
            return List.of();
          }
          case null, default -> last = event.seq();
        }
      }
    } while (part.more());
    return List.of();
  }

  private FileAnswer read(SessionId session, Machine machine, String path)
      throws InterruptedException {
    var first = machine.showFile(path, 1).answer();
    if (first instanceof ToServer.File file && file.size() > MOST_BYTES) {
      return FileAnswer.TOO_LARGE;
    }
    if (first instanceof ToServer.Failed failed) {
      return FileAnswer.refused(failed.code(), failed.message());
    }
    if (!reads.tryAcquire(FileQuestion.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      return FileAnswer.SLOW;
    }
    try {
      var content = machine.showFile(path, MOST_BYTES);
      return content.answer() instanceof ToServer.Failed failed
          ? FileAnswer.refused(failed.code(), failed.message())
          : FileAnswer.of(masked(content.bytes(), redactors.apply(session)));
    } finally {
      reads.release();
    }
  }

  private static byte[] masked(ByteBuffer bytes, Redactor redactor) {
    var all = new ByteArrayOutputStream(bytes.remaining());
    var masks =
        new MaskedBytes(
            redactor,
            piece -> {
              var part = new byte[piece.remaining()];
              piece.get(part);
              all.writeBytes(part);
            });
    masks.accept(bytes);
    masks.end();
    return all.toByteArray();
  }
}
