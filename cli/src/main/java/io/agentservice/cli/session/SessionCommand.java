package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionClient;
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

    abstract Session act(SessionClient sessions, String id);

    @Override
    public Integer call() {
      var session = connection.call(sessions -> act(sessions, id));
      SessionCommand.print(output, session);
      return 0;
    }
  }

  @Command(name = "get", description = "Shows a session.", mixinStandardHelpOptions = true)
  static final class Get extends Action {
    @Override
    Session act(SessionClient sessions, String id) {
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
    Session act(SessionClient sessions, String id) {
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
    Session act(SessionClient sessions, String id) {
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
    Session act(SessionClient sessions, String id) {
      return sessions.terminate(id, archive);
    }
  }

  static void print(Output output, Session session) {
    output.result(session.source(), (plain, out) -> show(Session.of(plain), out));
  }

  /** A session for people. */
  static void show(Session session, PrintWriter out) {
    line(out, "session", session.id());
    line(out, "title", session.title());
    line(out, "status", status(session) + (session.standing().archived() ? ", archived" : ""));
    line(out, "error", session.error());
    line(out, "created", time(session.createdAt()));
    line(out, "updated", time(session.updatedAt()));
    line(out, "cost", session.cost().words());
    line(out, "url", session.url());
  }

  /**
   * How it stands: what its task has come to if it sleeps, what it waits for if it does, else the
   * status and its detail. Servers of before tell the latter only.
   */
  static String status(Session session) {
    var standing = session.standing();
    var detail = standing.detail();
    var status = standing.status() + (detail == null ? "" : " (" + detail + ")");
    if ("suspended".equals(standing.status())) {
      return switch (Objects.requireNonNullElse(standing.outcome(), "")) {
        case "finished" -> "finished, asleep";
        case "asks" -> "waits for your answer, asleep";
        case "failed" -> "failed, asleep";
        default -> status;
      };
    }
    return switch (Objects.requireNonNullElse(standing.waitsFor(), "")) {
      case "outpost" -> status + ", no outpost for it";
      case "machine" -> status + ", waits for a machine, number " + standing.queuePosition();
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
