package io.agentservice.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.zip.CRC32C;

/**
 * The number by which PostgreSQL tells one cluster from another: backups and archives of the log
 * name it, and the log of one is refused by all others. Copies of a cluster share it until each is
 * given its own, which only a server that was shut down in order allows.
 *
 * <p>It stands in the control file, below a checksum, and in the first page of each file of the
 * log, where there is none. PostgreSQL's own tool for that, {@code pg_createsubscriber}, is not
 * among our programs.
 */
final class SystemIdentifier {
  private static final int CONTROL_FILE = 8192;
  private static final int STATE = 16;
  private static final int SHUT_DOWN = 1;

  /** What comes before the checksum has grown from release to release, but was never less. */
  private static final int LEAST_CHECKED = 200;

  /** The first page of a file of the log: its header says that it is long, and then whose. */
  private static final int PAGE_FLAGS = 2;

  private static final int LONG_HEADER = 2;
  private static final int PAGE_IDENTIFIER = 24;
  private static final int LONG_HEADER_BYTES = 40;

  private SystemIdentifier() {}

  /**
   * Gives the cluster a new one.
   *
   * @throws IOException when it cannot be done; the cluster is of no use then
   */
  static void renew(Path data) throws IOException {
    Path file = data.resolve("global/pg_control");
    var control = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
    if (control.capacity() != CONTROL_FILE || control.getInt(STATE) != SHUT_DOWN) {
      throw new IOException(file + " is not that of a server which was shut down in order");
    }
    int checked = checkedBytes(control, file);
    long old = control.getLong(0);
    long fresh = fresh();
    control.putLong(0, fresh);
    control.putInt(checked, checksum(control, checked));
    try (var logs = Files.newDirectoryStream(data.resolve("pg_wal"), "[0-9A-F]*")) {
      for (Path log : logs) {
        renew(log, old, fresh);
      }
    }
    Files.write(file, control.array());
  }

  /** A file that was made in stock is empty, or says whatever it said before. */
  private static void renew(Path log, long old, long fresh) throws IOException {
    try (var channel =
        Files.newByteChannel(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var header = ByteBuffer.allocate(LONG_HEADER_BYTES).order(ByteOrder.nativeOrder());
      boolean whole = channel.read(header) == LONG_HEADER_BYTES;
      if (whole
          && (header.getShort(PAGE_FLAGS) & LONG_HEADER) != 0
          && header.getLong(PAGE_IDENTIFIER) == old) {
        channel.position(0);
        channel.write(header.putLong(PAGE_IDENTIFIER, fresh).rewind());
      }
    }
  }

  /** How much is below the checksum, which follows: found by what fits, whatever the release. */
  private static int checkedBytes(ByteBuffer control, Path file) throws IOException {
    for (int bytes = LEAST_CHECKED; bytes < CONTROL_FILE; bytes += Integer.BYTES) {
      if (control.getInt(bytes) == checksum(control, bytes)) {
        return bytes;
      }
    }
    throw new IOException(file + " holds no checksum that fits");
  }

  private static int checksum(ByteBuffer control, int bytes) {
    var sum = new CRC32C();
    sum.update(control.slice(0, bytes));
    return (int) sum.getValue();
  }

  /** As PostgreSQL makes it: of the time and the process. */
  private static long fresh() {
    var now = Instant.now();
    long microseconds = now.getNano() / 1000;
    long process = ProcessHandle.current().pid() & 0xFFF;
    return (now.getEpochSecond() << 32) | (microseconds << 12) | process;
  }
}
