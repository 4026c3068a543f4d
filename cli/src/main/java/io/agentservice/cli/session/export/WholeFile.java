package io.agentservice.cli.session.export;

import io.agentservice.cli.process.CommandFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A new file that is there whole or not at all; until then it has another name beside its place.
 *
 * @param target its place
 * @param temporary for the owner only
 */
public record WholeFile(Path target, Path temporary) implements AutoCloseable {
  /** Begins one; there must be none in its place. */
  public static WholeFile at(Path place) {
    var target = place.toAbsolutePath().normalize();
    if (Files.exists(target)) {
      throw taken(target);
    }
    return new WholeFile(target, beside(target));
  }

  /** For what is needed meanwhile; never kept. */
  WholeFile another() {
    return new WholeFile(target, beside(target));
  }

  private static Path beside(Path target) {
    var directory = target.getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw CommandFailure.usage(
          "there is no directory for " + target, "make it, or name another place");
    }
    try {
      return Files.createTempFile(directory, "." + target.getFileName(), ".part");
    } catch (IOException e) {
      throw unwritable(target, e);
    }
  }

  private static CommandFailure taken(Path target) {
    return CommandFailure.usage(target + " is there already", "remove it, or name another file");
  }

  /** It is whole. One that somebody else has put in its place meanwhile stays. */
  public void keep() throws IOException {
    try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
      channel.force(true); // else a power cut may leave its name to an empty file
    }
    try {
      Files.createLink(target, temporary); // a move would take the other's place
    } catch (FileAlreadyExistsException _) {
      throw taken(target);
    } catch (FileSystemException | UnsupportedOperationException _) { // one without links
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** What its command fails with. */
  public static CommandFailure unwritable(Path target, IOException e) {
    return CommandFailure.failed(
        "%s can't be written: %s".formatted(target, e.getMessage()),
        "nothing was left there; make room, or name another place");
  }

  /** Nothing stays of one that was not kept. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      throw CommandFailure.failed(
          "%s could not be deleted: %s".formatted(temporary, e.getMessage()), null);
    }
  }
}
