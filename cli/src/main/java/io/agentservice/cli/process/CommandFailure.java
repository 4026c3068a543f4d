package io.agentservice.cli.process;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** A command can't do its work; told in one line, without a stack trace. */
public final class CommandFailure extends RuntimeException {
  private final @Nullable String hint;
  private final int exitCode;

  private CommandFailure(int exitCode, String message, @Nullable String hint) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }

  /** It was tried and did not work: exit code 1. */
  public static CommandFailure failed(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.SOFTWARE, message, hint);
  }

  /** It was not tried, because something is wrong or missing: exit code 2. */
  public static CommandFailure usage(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.USAGE, message, hint);
  }

  /** As another process of ours has said it. */
  public static CommandFailure of(int exitCode, String message, @Nullable String hint) {
    return new CommandFailure(exitCode, message, hint);
  }

  /** A signal ended it: the exit code of programs that SIGINT ends. */
  public static CommandFailure interrupted(String hint) {
    return new CommandFailure(Interrupts.EXIT_CODE, "interrupted", hint);
  }

  /** What to do about it; null when the message says it. */
  public @Nullable String hint() {
    return hint;
  }

  public int exitCode() {
    return exitCode;
  }
}
