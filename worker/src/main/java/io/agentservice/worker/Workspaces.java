package io.agentservice.worker;

import java.nio.file.Path;

/** Where the commands of each session run on this machine. */
public interface Workspaces {
  /**
   * The directory of a session that this worker serves from now on; the same each time, until it is
   * left.
   *
   * @throws NoWorkspaceException when it can't have one: then the session is given back
   */
  Path enter(String sessionId) throws NoWorkspaceException;

  /**
   * Nothing of the session runs here any more; a claim that is still held is given back after this.
   * Also called for a session that an earlier life of this worker has entered. Failures are told,
   * not thrown.
   */
  void leave(String sessionId);

  /** A session can't have a place to work; the message is one line for a person. */
  final class NoWorkspaceException extends Exception {
    /** That line. */
    public NoWorkspaceException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** All in one directory. */
  static Workspaces one(Path directory) {
    return new Workspaces() {
      @Override
      public Path enter(String sessionId) {
        return directory;
      }

      @Override
      public void leave(String sessionId) {
        // What was done there stays as it is.
      }
    };
  }
}
