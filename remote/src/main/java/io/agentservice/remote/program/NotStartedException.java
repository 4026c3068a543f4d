package io.agentservice.remote.program;

/** The program could not be started; the message is for the reader of the command's output. */
public final class NotStartedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /** With the exit code that a shell gives: 127 not found, 126 not executable. */
  public NotStartedException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
