package io.agentservice.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** A command can't do its work; told in one line, without a stack trace. */
final class CommandFailure extends RuntimeException {
  private final @Nullable String hint;
  private final int exitCode;

  private CommandFailure(int exitCode, String message, @Nullable String hint) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }

  /** It was tried and did not work: exit code 1. */
  static CommandFailure failed(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.SOFTWARE, message, hint);
  }

  /** It was not tried, because something is wrong or missing: exit code 2. */
  static CommandFailure usage(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.USAGE, message, hint);
  }

  /** A signal ended it: the exit code of programs that SIGINT ends. */
  static CommandFailure interrupted(String hint) {
    return new CommandFailure(Interrupts.EXIT_CODE, "interrupted", hint);
  }

  /** What to do about it; null when the message says it. */
  @Nullable String hint() {
    return hint;
  }

  int exitCode() {
    return exitCode;
  }
}
