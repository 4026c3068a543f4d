package io.agentservice.cli.session.replay;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Keeps what an export names within one directory: whoever wrote it may have put links there. */
final class Inside {
  private Inside() {}

  /** Whether a place is below the root, or is it, also when links on the way are followed. */
  static boolean holds(Path root, Path place) {
    var existing = place.normalize();
    if (!existing.startsWith(root.normalize())) {
      return false;
    }
    while (!Files.exists(existing, NOFOLLOW_LINKS)) {
      existing = Objects.requireNonNull(existing.getParent()); // the root is there
    }
    try {
      return existing.toRealPath().startsWith(root.toRealPath());
    } catch (IOException e) { // a link that leads nowhere, yet
      return false;
    }
  }

  /**
   * Opens a file below the root for writing, through no link, whatever programs do there meanwhile.
   *
   * @param relative its directory is there
   */
  static OutputStream write(Path root, Path relative) throws IOException {
    var opened = new ArrayList<SecureDirectoryStream<Path>>();
    try {
      opened.add(open(root));
      for (int i = 0; i < relative.getNameCount() - 1; i++) {
        opened.add(opened.getLast().newDirectoryStream(relative.getName(i), NOFOLLOW_LINKS));
      }
      Set<OpenOption> options = Set.of(WRITE, CREATE, TRUNCATE_EXISTING, NOFOLLOW_LINKS);
      return Channels.newOutputStream(
          opened.getLast().newByteChannel(relative.getFileName(), options));
    } finally {
      close(opened);
    }
  }

  @SuppressWarnings("StreamResourceLeak") // it is handed on open
  private static SecureDirectoryStream<Path> open(Path root) throws IOException {
    var stream = Files.newDirectoryStream(root);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("files can't be written safely on this system");
  }

  private static void close(List<SecureDirectoryStream<Path>> opened) throws IOException {
    Collections.reverse(opened);
    for (var stream : opened) {
      stream.close();
    }
  }
}
