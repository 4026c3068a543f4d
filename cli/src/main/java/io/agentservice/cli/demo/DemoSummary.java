package io.agentservice.cli.demo;

import io.agentservice.cli.process.Program;
import io.agentservice.cli.session.WorkSession;
import io.agentservice.cli.terminal.EventPrinter;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ExitCode;

/** The end of a demo: the repository's own tests, what was changed, what it took. */
record DemoSummary(Output output, Example example, Path workspace) {

  /** Prints it; returns the exit code. */
  int print(WorkSession session, WorkSession.Result result, boolean brokenBefore) {
    var test = example.test(workspace);
    boolean pass = test.exitCode() == 0;
    // New files too, whether the agent told git of them or not.
    Program.run(workspace, List.of("git", "add", "-A", "-N"), Map.of());
    var diff =
        Program.run(
            workspace, List.of("git", "--no-pager", "diff", "--no-color", "HEAD"), Map.of());
    output.result(
        JsonObject.of(
            "type",
            "summary",
            "outcome",
            result.ending().name().toLowerCase(Locale.ROOT),
            "tests_passed_before",
            !brokenBefore,
            "tests_pass",
            pass,
            "divergences",
            result.divergences(),
            "duration_millis",
            result.took().toMillis(),
            "diff",
            diff,
            "session",
            result.session().source()),
        (plain, out) -> people(out, session, result, test, String.valueOf(plain.text("diff"))));
    boolean finished = result.ending() == WorkSession.Ending.FINISHED;
    return finished && pass ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void people(
      PrintWriter out,
      WorkSession session,
      WorkSession.Result result,
      Program.Result test,
      String diff) {
    var colours = output.colours();
    out.println();
    out.println(colours.bold("What was changed") + " (git diff)");
    out.println();
    diff.lines().map(colours::diff).forEach(out::println);
    out.println();
    out.println(
        colours.bold("The tests now") + ": " + String.join(" ", example.testCommand(workspace)));
    EventPrinter.shorten(PlainText.of(test.said()).lines().toList())
        .forEach(line -> out.println("    " + colours.dim(line)));
    boolean pass = test.exitCode() == 0;
    out.println(
        pass ? colours.green("    they pass") : colours.red("    exit code " + test.exitCode()));
    out.println();
    var line = WorkSession.summary(result);
    out.println(
        result.ending() == WorkSession.Ending.FINISHED ? colours.green(line) : colours.red(line));
    if (result.divergences() > 0) {
      out.println(
          colours.red(result.divergences() + " results differed from the recording, see above"));
    }
    out.println("session  " + PlainText.line(session.url()) + "  (its server ends with the demo)");
    out.println("files    " + workspace);
  }
}
