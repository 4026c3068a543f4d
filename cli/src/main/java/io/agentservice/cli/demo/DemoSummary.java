package io.agentservice.cli.demo;

import io.agentservice.cli.process.Program;
import io.agentservice.cli.session.WorkSession;
import io.agentservice.cli.terminal.EventPrinter;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import picocli.CommandLine.ExitCode;

/** The end of a demo: the repository's own tests, what was changed, what it took. */
record DemoSummary(Output output, DemoTask task, SessionClient sessions) {
  /** Prints it; returns the exit code. */
  int print(WorkSession session, WorkSession.Result result) {
    var test = task.example().test(task.work());
    boolean pass = test.exitCode() == 0;
    var host = task.host();
    var request = host == null ? null : host.forge().opened();
    var diff = task.diff();
    var children = DemoChild.of(result.session(), sessions);
    output.result(
        result.summary(
            "tests_passed_before",
            !task.brokenBefore(),
            "tests_pass",
            pass,
            "diff",
            diff,
            "pull_request",
            request,
            "children",
            children.isEmpty() ? null : children.stream().map(DemoChild::json).toList()),
        (plain, out) -> {
          DemoChild.print(plain.objects("children"), out, output.colours());
          if (host != null && request != null) {
            request(out, plain.object("pull_request"), host.forge().words());
          }
          people(out, session, result, test, String.valueOf(plain.text("diff")));
        });
    boolean delivered = host == null || request != null;
    boolean finished = result.ending() == WorkSession.Ending.FINISHED;
    return finished && pass && delivered ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** What the git host was sent. */
  private void request(PrintWriter out, JsonObject sent, DemoForge.Words words) {
    out.println();
    out.println(
        "%s (as the git host received it)"
            .formatted(output.colours().bold("The " + words.request())));
    out.println();
    out.println("    title   " + sent.text("title"));
    out.println(
        "    branch  %s, into %s".formatted(sent.text(words.head()), sent.text(words.base())));
    out.println();
    String.valueOf(sent.text(words.body())).lines().forEach(line -> out.println("    " + line));
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
        colours.bold("The tests now")
            + ": "
            + String.join(" ", task.example().testCommand(task.work())));
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
    out.println("files    " + task.work());
  }
}
