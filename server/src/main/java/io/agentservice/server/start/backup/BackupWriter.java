package io.agentservice.server.start.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.postgres.machine.Claim;
import io.agentservice.postgres.machine.OwnerOnly;
import io.agentservice.postgres.machine.Trees;
import io.agentservice.server.base.http.answers.Json;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;

/**
 * A backup in the making, beside its place under another name, where a killed one stays until the
 * next; by one thread.
 */
final class BackupWriter implements AutoCloseable {
  private final Path target;
  private final Path unfinished;
  private final Claim claim;
  private final StringBuilder sums = new StringBuilder();
  private long bytes;

  private BackupWriter(Path target, Path unfinished, Claim claim) {
    this.target = target;
    this.unfinished = unfinished;
    this.claim = claim;
  }

  static BackupWriter begin(Path target) throws IOException {
    var place = target.toAbsolutePath().normalize();
    if (Files.exists(place)) {
      throw new BackupException(
          "%s is there already; name a directory that is not".formatted(place));
    }
    OwnerOnly.createDirectories(Layout.above(place));
    var unfinished = place.resolveSibling(place.getFileName() + ".unfinished");
    var claim =
        Claim.take(place.resolveSibling(place.getFileName() + ".lock"))
            .orElseThrow(() -> new BackupException("another backup is being made at " + place));
    Trees.delete(unfinished);
    OwnerOnly.createDirectories(unfinished.resolve("tables"));
    return new BackupWriter(place, unfinished, claim);
  }

  /** A new file; it counts when it is closed. */
  OutputStream file(String name) throws IOException {
    var path = unfinished.resolve(name);
    OwnerOnly.createDirectories(Layout.above(path));
    OwnerOnly.createFile(path);
    var channel = FileChannel.open(path, StandardOpenOption.WRITE);
    return new Summed(name, channel, Layout.digest());
  }

  long bytes() {
    return bytes;
  }

  /** The sums on disk; their own sum. */
  String finishSums() throws IOException {
    write(Layout.SUMS, sums.toString());
    var digest = Layout.digest();
    digest.update(sums.toString().getBytes(UTF_8));
    return Layout.hex(digest);
  }

  /** From now on it is a backup. */
  void finish(Manifest manifest) throws IOException {
    write(
        Layout.MANIFEST, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(manifest));
    syncDirectories();
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    sync(Layout.above(target));
  }

  private void write(String name, String text) throws IOException {
    var path = unfinished.resolve(name);
    OwnerOnly.createFile(path);
    Files.writeString(path, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
  }

  private void syncDirectories() throws IOException {
    try (var paths = Files.walk(unfinished)) {
      for (var path : paths.filter(Files::isDirectory).toList()) {
        sync(path);
      }
    }
  }

  private static void sync(Path directory) throws IOException {
    try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** What is not finished is removed. */
  @Override
  public void close() throws IOException {
    try (claim) {
      Trees.delete(unfinished);
      Files.deleteIfExists(target.resolveSibling(target.getFileName() + ".lock"));
    }
  }

  private final class Summed extends FilterOutputStream {
    private final String name;
    private final FileChannel channel;
    private final MessageDigest digest;
    private boolean closed;

    Summed(String name, FileChannel channel, MessageDigest digest) {
      super(new DigestOutputStream(Channels.newOutputStream(channel), digest));
      this.name = name;
      this.channel = channel;
      this.digest = digest;
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      out.write(from, offset, length); // in one piece
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (channel) {
        channel.force(true);
        bytes += channel.size();
      }
      sums.append("%s  %s%n".formatted(Layout.hex(digest), name));
    }
  }
}
