package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.costs.Cost;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent session}: the sessions of a running service. */
@Command(
    name = "session",
    description = "Creates, lists, follows and ends sessions of a running service.",
    mixinStandardHelpOptions = true,
    subcommands = {
      SessionCreateCommand.class,
      SessionListCommand.class,
      SessionCommand.Get.class,
      SessionCommand.Message.class,
      SessionEventsCommand.class,
      SessionCommand.Archive.class,
      SessionCommand.Terminate.class
    })
public final class SessionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before run()
  SessionCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Say what to do: create, list, get, message, events, archive or terminate");
  }

  /** One call that answers with the session. */
  abstract static class Action implements Callable<Integer> {
    @Mixin private Connection connection;
    @Mixin private Output output;

    @Parameters(index = "0", paramLabel = "<session_id>", description = "Id of the session")
    private String id;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Action() {}

    abstract JsonObject act(SessionClient sessions, String id);

    @Override
    public Integer call() {
      var session = connection.call(sessions -> act(sessions, id));
      output.result(session, SessionCommand::show);
      return 0;
    }
  }

  @Command(name = "get", description = "Shows a session.", mixinStandardHelpOptions = true)
  static final class Get extends Action {
    @Override
    JsonObject act(SessionClient sessions, String id) {
      return sessions.get(id);
    }
  }

  @Command(
      name = "message",
      description = "Sends a message; wakes a sleeping session.",
      mixinStandardHelpOptions = true)
  static final class Message extends Action {
    @Parameters(
        index = "1",
        paramLabel = "<text>",
        description = "What to tell the agent; - reads it from standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String text;

    @Override
    JsonObject act(SessionClient sessions, String id) {
      return sessions.message(id, Prompts.read("message", text));
    }
  }

  @Command(
      name = "archive",
      description = "Puts a session away; a running one goes to sleep.",
      mixinStandardHelpOptions = true)
  static final class Archive extends Action {
    @Option(names = "--undo", description = "Take it out of the archive instead")
    private boolean undo;

    @Override
    JsonObject act(SessionClient sessions, String id) {
      return undo ? sessions.unarchive(id) : sessions.archive(id);
    }
  }

  @Command(
      name = "terminate",
      description = "Ends a session for good.",
      mixinStandardHelpOptions = true)
  static final class Terminate extends Action {
    @Option(names = "--archive", description = "Put it away too")
    private boolean archive;

    @Override
    JsonObject act(SessionClient sessions, String id) {
      return sessions.terminate(id, archive);
    }
  }

  /** A session for people. */
  static void show(JsonObject session, PrintWriter out) {
    line(out, "session", session.text("session_id"));
    line(out, "title", session.text("title"));
    line(out, "status", status(session) + (session.isTrue("is_archived") ? ", archived" : ""));
    line(out, "error", session.object("error").text("message"));
    line(out, "created", time(session.number("created_at", 0)));
    line(out, "updated", time(session.number("updated_at", 0)));
    line(out, "cost", cost(session).words());
    line(out, "url", session.text("url"));
  }

  /** What a session has used up to now. */
  static Cost cost(JsonObject session) {
    return new Cost(session.decimal("acus_consumed"), session.decimal("model_dollars"));
  }

  /**
   * How it stands: what its task has come to if it sleeps, what it waits for if it does, else the
   * status and its detail. Servers of before tell the latter only.
   */
  static String status(JsonObject session) {
    var detail = session.text("status_detail");
    var status = session.text("status") + (detail == null ? "" : " (" + detail + ")");
    if ("suspended".equals(session.text("status"))) {
      return switch (Objects.requireNonNullElse(session.text("outcome"), "")) {
        case "finished" -> "finished, asleep";
        case "asks" -> "waits for your answer, asleep";
        case "failed" -> "failed, asleep";
        default -> status;
      };
    }
    return switch (Objects.requireNonNullElse(session.text("waits_for"), "")) {
      case "outpost" -> status + ", no outpost for it";
      case "machine" ->
          status + ", waits for a machine, number " + session.number("queue_position", 1);
      case "connection" -> status + ", its machine starts";
      default -> status;
    };
  }

  static String time(long epochSeconds) {
    return Instant.ofEpochSecond(epochSeconds).toString();
  }

  private static void line(PrintWriter out, String name, @Nullable String value) {
    if (value != null) {
      out.printf("%-8s %s%n", name, PlainText.line(value));
    }
  }
}
