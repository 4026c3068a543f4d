package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.terminal.Output;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.Query;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent session events}: what happened, and what happens. */
@Command(
    name = "events",
    description = "Shows what happened in a session.",
    mixinStandardHelpOptions = true)
final class SessionEventsCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(paramLabel = "<session_id>", description = "Id of the session")
  private String id;

  @Option(names = "--follow", description = "Go on until the session ends or falls asleep")
  private boolean follow;

  @Option(
      names = "--after",
      paramLabel = "<seq>",
      defaultValue = "0",
      description = "Only events after this one")
  private long after;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionEventsCommand() {}

  @Override
  public Integer call() {
    var print = output.events();
    return connection.callService((client, org) -> {
      if (follow) {
        follow(client.sessions(org), print);
      } else {
        read(client, org, id, after, print);
      }
      return 0;
    });
  }

  /** Reads all pages of what is there now; answers the last event's number. */
  static long read(
      AgentClient client, String org, String id, long after, Consumer<JsonObject> reader) {
    var path =
        "/v3/organizations/%s/sessions/%s/events".formatted(Query.segment(org), Query.segment(id));
    long last = after;
    JsonObject page;
    do {
      page = client.get(path, Query.of("after", last));
      page.objects("items").forEach(reader);
      last = page.number("last_seq", last);
    } while (page.isTrue("has_next_page"));
    return last;
  }

  private void follow(SessionClient sessions, Consumer<JsonObject> print) {
    try (var follower = new EventFollower(sessions, id)) {
      follower.follow(
          after,
          event -> {
            print.accept(event);
            return !over(event);
          });
    }
  }

  /** True for the change to a status after which nothing comes by itself. */
  static boolean over(JsonObject event) {
    var status = event.object("data").text("status");
    return "status".equals(event.text("type"))
        && status != null
        && switch (status) {
          case "exit", "error", "suspended" -> true;
          default -> false;
        };
  }
}
