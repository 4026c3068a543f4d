package io.agentservice.remote.files;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.UUID;

/** Replaces files so that a reader sees the old content or the new one, never a part. */
final class AtomicFile {
  private AtomicFile() {}

  static void write(Path target, byte[] content, Set<PosixFilePermission> permissions)
      throws IOException {
    var directory = target.resolveSibling(".").normalize();
    Files.createDirectories(directory);
    var temporary = directory.resolve(".agent-" + UUID.randomUUID());
    try {
      try (var channel = FileChannel.open(temporary, CREATE_NEW, WRITE)) {
        Modes.set(temporary, permissions); // whatever the umask
        var bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
