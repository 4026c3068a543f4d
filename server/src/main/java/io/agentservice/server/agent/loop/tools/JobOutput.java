package io.agentservice.server.agent.loop.tools;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A part of a job's output, decoded and masked as if it had been read from the beginning.
 *
 * @param from place of its first byte
 * @param next place of the first byte behind it
 * @param size bytes that the job has written so far
 * @param end null while it runs
 */
public record JobOutput(
    String text, long from, long next, long size, ToServer.@Nullable Exited end) {
  /** Bytes that a read gives at most. */
  static final int LIMIT = 10_000;

  /** A secret that begins before what is read is recognised when it is not longer than this. */
  private static final int OVERLAP = 64 << 10;

  /** Whether the machine keeps no more of it. */
  boolean isFull() {
    return size >= ToRemote.ReadOutput.MOST_KEPT;
  }

  /** Null when the machine does not know the command any more. */
  public static @Nullable JobOutput read(
      Machine machine, Redactor redactor, String commandId, long since, int limit) {
    long before = Math.max(0, since - OVERLAP);
    int most = (int) (since - before) + limit;
    var written = machine.output(commandId, before, most, Duration.ZERO);
    return written == null ? null : of(redactor, written, since);
  }

  private static JobOutput of(Redactor redactor, Machine.Written written, long since) {
    var bytes = new byte[written.bytes().remaining()];
    written.bytes().get(bytes);
    boolean toTheEnd = written.from() + bytes.length >= written.size();
    int start = characterAt(bytes, Math.clamp(since - written.from(), 0, bytes.length));
    int stop = toTheEnd ? bytes.length : Math.max(start, lastCharacter(bytes));
    var masking = redactor.stream();
    var _ = masking.accept(text(bytes, 0, start));
    // A secret that may begin at the cut is told of with what follows.
    String masked = masking.accept(text(bytes, start, stop)) + (toTheEnd ? masking.end() : "");
    return new JobOutput(
        masked, written.from() + start, written.from() + stop, written.size(), written.end());
  }

  /** The end of what was written so far. */
  public static @Nullable JobOutput tail(
      Machine machine, Redactor redactor, String commandId, int limit) {
    var progress = machine.output(commandId, Machine.NO_OUTPUT, 0, Duration.ZERO);
    return progress == null
        ? null
        : read(machine, redactor, commandId, Math.max(0, progress.size() - limit), limit);
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** The place, or where the character begins that it is within. */
  private static int characterAt(byte[] bytes, int place) {
    int start = place;
    while (start > 0
        && start < bytes.length
        && place - start < 3
        && (bytes[start] & 0xC0) == 0x80) {
      start--;
    }
    return start;
  }

  /** Where the last character begins, which may not be there as a whole. */
  private static int lastCharacter(byte[] bytes) {
    return bytes.length == 0 ? 0 : characterAt(bytes, bytes.length - 1);
  }
}
