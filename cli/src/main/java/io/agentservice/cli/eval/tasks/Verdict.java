package io.agentservice.cli.eval.tasks;

import io.agentservice.cli.process.Program;

/**
 * What the tests of a task say.
 *
 * @param reason why not, in a few words; empty when they pass
 * @param output what they printed
 */
public record Verdict(boolean passed, String reason, String output) {

  /** By the exit code alone. */
  static Verdict of(Program.Result result) {
    return of(result.exitCode() == 0, "its tests end with " + result.exitCode(), result);
  }

  static Verdict of(boolean passed, String reason, Program.Result result) {
    return new Verdict(passed, passed ? "" : reason, result.said());
  }
}
