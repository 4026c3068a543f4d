package io.agentservice.cli.run;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.session.WorkSession;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.workplace.Workplace;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/**
 * The end of a run: what was changed, what it took, how to go on.
 *
 * @param question what the agent asks; only with an ending that waits
 */
record RunSummary(
    Output output, Workplace workplace, WorkSession.Result result, @Nullable String question) {
  /** The agent has asked something and nobody could answer. */
  static final int ASKED = 3;

  /**
   * Leaves the result where it belongs and prints all this; returns the exit code.
   *
   * @param subject of the commit, where there is one
   * @throws CommandFailure when the result could not be left, after all was printed
   */
  int print(String subject) {
    var diff = diff();
    CommandFailure refused = null;
    try {
      workplace.leave(subject);
    } catch (CommandFailure e) {
      refused = e;
    }
    workplace.remark().ifPresent(remark -> output.tell("agent: " + remark));
    tell(diff);
    if (refused != null) {
      throw refused;
    }
    return switch (result.ending()) {
      case FINISHED -> ExitCode.OK;
      case WAITING, APPROVAL -> ASKED;
      case FAILED, TIMED_OUT, WORKER_GONE -> ExitCode.SOFTWARE;
    };
  }

  private void tell(@Nullable String diff) {
    var id = result.session().id();
    boolean asks = result.ending() == WorkSession.Ending.APPROVAL;
    var goOn =
        asks
            ? "agent run --continue %s, or agent session approve %s".formatted(id, id)
            : question == null ? null : "agent run --continue %s 'ANSWER'".formatted(id);
    output.result(
        result.summary(
            "question",
            question,
            "answer_with",
            goOn,
            "diff",
            diff,
            "branch",
            workplace.branch().orElse(null)),
        this::people);
  }

  /** The work is done, whether git can show it or not. */
  private @Nullable String diff() {
    try {
      return workplace.diff().orElse(null);
    } catch (CommandFailure e) {
      output.tell("agent: there is no diff: " + e.getMessage());
      return null;
    }
  }

  private void people(JsonObject plain, PrintWriter out) {
    var colours = output.colours();
    out.println();
    var diff = plain.text("diff");
    if (diff == null) {
      out.println("there is no diff: " + PlainText.line(workplace.whyNoDiff()));
    } else if (diff.isBlank()) {
      out.println("no file was changed");
    } else {
      diff.lines().map(colours::diff).forEach(out::println);
    }
    out.println();
    var line = WorkSession.summary(result);
    boolean finished = result.ending() == WorkSession.Ending.FINISHED;
    out.println(finished ? colours.green(line) : colours.red(line));
    out.println("session " + result.session().id());
    workplace.branch().ifPresent(name -> out.println("branch  " + PlainText.line(name)));
    var goOn = plain.text("answer_with");
    if (goOn != null) {
      out.println("answer  " + goOn);
    }
  }
}
