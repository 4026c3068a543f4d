package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.JsonObject;
import io.agentservice.client.Query;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent session list}: a page, newest first. */
@Command(
    name = "list",
    description = "Lists sessions, newest first.",
    mixinStandardHelpOptions = true)
final class SessionListCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Option(
      names = "--first",
      paramLabel = "<n>",
      defaultValue = "20",
      description = "How many, 1 to 200 (default: 20)")
  private int first;

  @Option(
      names = "--after",
      paramLabel = "<cursor>",
      description = "Where the page before ended: its end_cursor")
  private @Nullable String after;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionListCommand() {}

  @Override
  public Integer call() {
    var page =
        connection.call(sessions -> sessions.list(Query.of("first", first).and("after", after)));
    var items = page.items().stream().map(JsonObject::fields).toList();
    output.result(
        JsonObject.of(
            "items",
            items,
            "has_next_page",
            page.endCursor() != null,
            "end_cursor",
            page.endCursor()),
        (plain, out) -> {
          for (var session : plain.objects("items")) {
            out.printf(
                "%s  %-28s %s  %-26s %s%n",
                session.text("session_id"),
                SessionCommand.status(session),
                SessionCommand.time(session.number("created_at", 0)),
                SessionCommand.cost(session).words(),
                PlainText.line(Objects.requireNonNullElse(session.text("title"), "")));
          }
          if (page.endCursor() != null) {
            out.println("more: --after " + plain.text("end_cursor"));
          }
        });
    return 0;
  }
}
