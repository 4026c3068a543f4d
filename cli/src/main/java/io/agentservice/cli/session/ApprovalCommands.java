package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.connection.PageOptions;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.ApprovalText;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.http.Query;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent session approvals}, {@code approve} and {@code refuse}. */
final class ApprovalCommands {
  private ApprovalCommands() {}

  /** The request of a session that waits for an answer. */
  static String open(SessionClient sessions, String id) {
    return sessions.approvals(id, Query.of("first", 1)).items().stream()
        .filter(item -> item.text("answer") == null)
        .map(item -> String.valueOf(item.text("event_id")))
        .findFirst()
        .orElseThrow(() ->
            CommandFailure.failed(
                "the session waits for no approval",
                "`agent session approvals %s` lists those of before".formatted(id)));
  }

  @Command(
      name = "approvals",
      description = "Lists what the agent has asked people to approve, newest first.",
      mixinStandardHelpOptions = true)
  static final class Of implements Callable<Integer> {
    @Mixin private Connection connection;
    @Mixin private Output output;
    @Mixin private PageOptions page = new PageOptions();

    @Parameters(index = "0", paramLabel = "<session_id>", description = "Id of the session")
    private String id;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Of() {}

    @Override
    public Integer call() {
      var found = connection.call(sessions -> sessions.approvals(id, page.query(Query.NONE)));
      output.result(
          PageOptions.json(found),
          (plain, out) -> {
            found.items().forEach(item -> show(item, out)); // marked, so not the plain ones
            PageOptions.next(plain, out);
          });
      return 0;
    }

    private static void show(JsonObject item, PrintWriter out) {
      var answer = Objects.requireNonNullElse(item.text("answer"), "open");
      var reason = item.text("message");
      out.printf(
          "%s  %s  %s%s%n",
          PlainText.line(String.valueOf(item.text("event_id"))),
          SessionText.time(item.number("created_at", 0)),
          PlainText.line(answer),
          reason == null ? "" : ": " + PlainText.line(reason));
      var tool = new EventData.Tool(String.valueOf(item.text("tool")), item.object("input"));
      var rules = item.list("rules").stream().map(String::valueOf).toList();
      ApprovalText.request(tool, rules, item.text("unclear")).forEach(out::println);
    }
  }

  abstract static class Answer extends SessionAction {
    @Option(
        names = "--event",
        paramLabel = "<event_id>",
        description = "Of the request (default: the one that waits)")
    private @Nullable String event;

    /** Of the request that is answered. */
    String event(SessionClient sessions, String id) {
      return event == null ? open(sessions, id) : event;
    }
  }

  @Command(
      name = "approve",
      description = "Approves what the agent waits to do.",
      mixinStandardHelpOptions = true)
  static final class Approve extends Answer {
    @Option(
        names = "--for-session",
        description = "What asked for this approval is not to ask again in this session")
    private boolean forSession;

    @Option(
        names = "--for-organization",
        description =
            "All sessions of the organization may reach the host that is asked for, from their next"
                + " start on")
    private boolean forOrganization;

    @Override
    Session act(SessionClient sessions, String id) {
      if (forSession && forOrganization) {
        throw CommandFailure.usage(
            "a host is approved for the session in any case",
            "give --for-session or --for-organization");
      }
      var event = event(sessions, id);
      return forOrganization
          ? sessions.approveForOrganization(id, event)
          : sessions.approve(id, event, forSession);
    }
  }

  @Command(
      name = "refuse",
      description = "Refuses what the agent waits to do; it goes on without.",
      mixinStandardHelpOptions = true)
  static final class Refuse extends Answer {
    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "<reason>",
        description = "For the agent; - reads it from standard input")
    private @Nullable String reason;

    @Override
    Session act(SessionClient sessions, String id) {
      return sessions.refuse(
          id, event(sessions, id), reason == null ? null : Prompts.read("reason", reason));
    }
  }
}
