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
 * The number by which backups and write-ahead logs belong to a cluster; copies share it until each
 * gets its own after a clean shutdown.
 *
 * <p>It stands in the control file below a checksum, and in the first page of each log file. {@code
 * pg_createsubscriber} is not among our programs.
 */
final class SystemIdentifier {
  private static final int CONTROL_FILE = 8192;
  private static final int STATE = 16;
  private static final int SHUT_DOWN = 1;

  /** At least this much stands before the checksum in every release. */
  private static final int LEAST_CHECKED = 200;

  /** The first page of a log file: a long header that names the cluster. */
  private static final int PAGE_FLAGS = 2;

  private static final int LONG_HEADER = 2;
  private static final int PAGE_IDENTIFIER = 24;
  private static final int LONG_HEADER_BYTES = 40;

  private SystemIdentifier() {}

  /** Gives the cluster a new one; when that throws the cluster is useless. */
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

  /** A preallocated file is empty, or holds old pages. */
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

  /** The checksum's place, found by what fits. */
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
