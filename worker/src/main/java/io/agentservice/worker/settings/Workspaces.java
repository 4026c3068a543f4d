package io.agentservice.worker.settings;

import java.nio.file.Path;

/** Where the commands of each session run on this machine. */
public interface Workspaces {
  /**
   * The session's directory, the same until {@link #leave}; when it throws the session is released.
   */
  Path enter(String sessionId) throws NoWorkspaceException;

  /**
   * Nothing of the session runs here any more; its claim is released after this. Throws nothing.
   */
  void leave(String sessionId);

  /** No directory for the session; the message is one line for a person. */
  final class NoWorkspaceException extends Exception {
    public NoWorkspaceException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  static Workspaces one(Path directory) {
    return new Workspaces() {
      @Override
      public Path enter(String sessionId) {
        return directory;
      }

      @Override
      public void leave(String sessionId) {
        // The operator's directory keeps its files.
      }
    };
  }
}
