package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent session changes}: what a session has changed. */
@Command(
    name = "changes",
    description = {
      "Shows what a session has changed, as it is on its machine now.",
      "Without a machine that is what it had changed when a turn of its agent last ended."
    },
    mixinStandardHelpOptions = true)
final class SessionChangesCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(index = "0", paramLabel = "<session_id>", description = "Id of the session")
  private String id;

  @Option(
      names = "--since",
      paramLabel = "<state>",
      defaultValue = "start",
      description =
          "start, last_message, head (the last commit), the id of a checkpoint, or a commit"
              + " (default: ${DEFAULT-VALUE})")
  private String since;

  @Option(names = "--patch", description = "Print the patch, for git apply; secrets are masked")
  private boolean patch;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionChangesCommand() {}

  @Override
  public Integer call() {
    if (patch) {
      output.bytes(connection.call(sessions -> sessions.patch(id, since)));
      return 0;
    }
    output.result(
        connection.call(sessions -> sessions.changes(id, since)),
        (list, out) -> {
          if (list.required("state").equals("none")) {
            out.println("No changes to see: " + PlainText.line(list.required("reason")));
          }
          if (list.required("state").equals("stored")) {
            out.printf(
                "As of %s (%s)%n",
                Instant.ofEpochSecond(list.number("taken_at", 0)),
                PlainText.line(list.required("reason")));
          }
          if (list.required("state").equals("live")
              && list.objects("repos").stream().allMatch(repo -> repo.objects("files").isEmpty())) {
            out.println("Nothing has changed");
          }
          list.objects("repos").forEach(repo -> print(repo, out));
          if (list.isTrue("truncated")) {
            out.println("and others");
          }
        });
    return 0;
  }

  private static void print(JsonObject repo, PrintWriter out) {
    String branch = repo.text("branch");
    out.println(
        PlainText.line(repo.required("path"))
            + (branch == null ? "" : " on " + PlainText.line(branch)));
    for (var file : repo.objects("files")) {
      String before = file.text("old_path");
      out.printf(
          "%8s %8s  %-12s %s%s%n",
          file.isTrue("binary") ? "binary" : "+" + file.number("additions", 0),
          file.isTrue("binary") ? "" : "-" + file.number("deletions", 0),
          file.required("status"),
          before == null ? "" : PlainText.line(before) + " -> ",
          PlainText.line(file.required("path")));
    }
  }
}
