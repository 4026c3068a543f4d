package io.agentservice.cli.session;

import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.sessions.Session;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A session in words for people. */
final class SessionText {
  private SessionText() {}

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
    line(out, "parent", session.source().text("parent_session_id"));
    for (var child : session.source().list("child_session_ids")) {
      line(out, "child", String.valueOf(child));
    }
  }

  /**
   * How it stands: what its task has come to if it sleeps, what it waits for if it does, else the
   * status and its detail. Servers of before tell the latter only.
   */
  static String status(Session session) {
    var standing = session.standing();
    var detail = standing.detail();
    var status = standing.status() + (detail == null ? "" : " (" + detail + ")");
    var wait = standing.longWait();
    if (wait != null) {
      var until = wait.until();
      String what =
          switch (wait.what()) {
            case "message" -> "you write";
            case "child" -> "its sessions are done or ask";
            default -> "";
          };
      String time = until == null ? "" : time(until);
      return "asleep until " + what + (what.isEmpty() || time.isEmpty() ? "" : ", or ") + time;
    }
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
