package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code agent session files}: what is in a directory of a session's machine. */
@Command(
    name = "files",
    description = "Shows what is in a directory of a session's machine.",
    mixinStandardHelpOptions = true)
final class SessionFilesCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(index = "0", paramLabel = "<session_id>", description = "Id of the session")
  private String id;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "<path>",
      defaultValue = "",
      description = "Below the session's working directory (default: that one)")
  private String path;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionFilesCommand() {}

  @Override
  public Integer call() {
    var listed = connection.call(sessions -> sessions.files(id, path));
    output.result(
        listed,
        (plain, out) -> {
          plain.objects("entries").forEach(entry -> print(entry, out));
          if (plain.isTrue("more")) {
            out.println("and others");
          }
        });
    return 0;
  }

  private static void print(JsonObject entry, PrintWriter out) {
    String kind = entry.required("kind");
    boolean file = kind.equals("file");
    out.printf(
        "%13s  %-7s  %s%s%n",
        file ? "%,d".formatted(entry.number("size", 0)) : kind,
        entry.isTrue("changed") ? "changed" : entry.isTrue("ignored") ? "ignored" : "",
        PlainText.line(entry.required("name")),
        kind.equals("directory") ? "/" : "");
  }
}
