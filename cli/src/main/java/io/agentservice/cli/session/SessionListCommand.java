package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.connection.PageOptions;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.http.Query;
import io.agentservice.client.sessions.Session;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agent session list}: a page, newest first. */
@Command(
    name = "list",
    description = "Lists sessions, newest first.",
    mixinStandardHelpOptions = true)
final class SessionListCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;
  @Mixin private PageOptions page = new PageOptions();

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionListCommand() {}

  @Override
  public Integer call() {
    var sessions = connection.call(client -> client.list(page.query(Query.NONE)));
    output.result(
        PageOptions.json(sessions),
        (plain, out) -> {
          for (var item : plain.objects("items")) {
            var session = Session.of(item);
            out.printf(
                "%s  %-28s %s  %-26s %s%n",
                session.id(),
                SessionText.status(session),
                SessionText.time(session.createdAt()),
                session.cost().words(),
                PlainText.line(Objects.requireNonNullElse(session.title(), "")));
          }
          PageOptions.next(plain, out);
        });
    return 0;
  }
}
