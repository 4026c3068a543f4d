package io.agentservice.server.start.backup;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** What can't be backed up, verified or restored, and what to do, in a line. */
public final class BackupException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BackupException(String message) {
    super(message);
  }

  BackupException(String message, Throwable cause) {
    super(message, cause);
  }

  static BackupException of(String what, IOException e) {
    var reason =
        e instanceof FileSystemException file
            ? "%s: %s"
                .formatted(file.getFile(), file.getReason() == null ? kind(e) : file.getReason())
            : e.getMessage();
    return new BackupException(what + ": " + reason, e);
  }

  private static String kind(IOException e) {
    return e.getClass().getSimpleName().replace("Exception", "");
  }
}
