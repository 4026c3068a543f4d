package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.terminal.Output;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.client.sessions.SessionEvent;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
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
        EventFollower.read(client.sessions(org), id, after, print);
      }
      return 0;
    });
  }

  private void follow(SessionClient sessions, Consumer<SessionEvent> print) {
    try (var follower = new EventFollower(sessions, id)) {
      var waits = new AtomicBoolean();
      follower.follow(
          after,
          event -> {
            print.accept(event);
            if (event.data() instanceof EventData.Released) {
              waits.set(true); // it sleeps, and comes back by itself
            }
            return !EventFollower.over(event) || waits.getAndSet(false);
          });
    }
  }
}
