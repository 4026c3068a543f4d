package io.agentservice.e2e.history;

import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a client did or saw.
 *
 * @param actor the client
 * @param group the connection of an event, the walk of a row; empty for a page on its own
 * @param session whose entry; empty for a walk
 * @param acceptor who claims or releases; empty otherwise
 * @param result {@link #OK}, {@link #UNKNOWN} or the code of the refusal
 * @param begin before the request was sent; of an event, the request that opened the connection
 * @param end after the answer was read; {@link Ticks#NEVER} when it was lost
 * @param seen the entry of the answer
 * @param cursor of an event
 */
record Op(
    Kind kind,
    String actor,
    String group,
    String session,
    String acceptor,
    String result,
    long begin,
    long end,
    @Nullable Seen seen,
    @Nullable String cursor) {
  static final String OK = "ok";
  static final String UNKNOWN = "unknown";

  enum Kind {
    CREATE,
    TERMINATE,
    CLAIM,
    RELEASE,
    /** A row of a list. */
    ROW,
    /** A list read from its first page to its last; its rows have the same group. */
    WALK,
    /** An event of a watch. */
    EVENT,
    /** A row of the table at the end, when nobody writes any more. */
    FINAL
  }

  boolean ok() {
    return result.equals(OK);
  }

  boolean unknown() {
    return result.equals(UNKNOWN);
  }

  /** In one line of words, for a violation. */
  String words() {
    return "%s %s by %s%s at %d..%s: %s%s"
        .formatted(
            kind,
            session,
            actor,
            acceptor.isEmpty() ? "" : " as " + acceptor,
            begin,
            end == Ticks.NEVER ? "?" : Long.toString(end),
            result,
            seen == null ? "" : " " + seen);
  }

  String toJson() {
    return JsonObject.of(
            "kind", kind.name(),
            "actor", actor,
            "group", group,
            "session", session,
            "acceptor", acceptor,
            "result", result,
            "begin", begin,
            "end", end,
            "cursor", cursor,
            "seen", seen == null ? null : json(seen))
        .toJson();
  }

  private static JsonObject json(Seen seen) {
    return JsonObject.of(
        "session", seen.session(),
        "acceptor", seen.acceptor(),
        "deadline", seen.deadline(),
        "status", seen.status(),
        "removed", seen.removed(),
        "token", seen.token());
  }

  static Op parse(String line) {
    var json = JsonObject.parse(line);
    return new Op(
        Kind.valueOf(json.required("kind")),
        json.required("actor"),
        json.required("group"),
        json.required("session"),
        json.required("acceptor"),
        json.required("result"),
        json.number("begin", 0),
        json.number("end", 0),
        json.text("seen") == null && json.object("seen").fields().isEmpty()
            ? null
            : seen(json.object("seen")),
        json.text("cursor"));
  }

  private static Seen seen(JsonObject json) {
    return new Seen(
        json.required("session"),
        json.text("acceptor"),
        json.text("deadline") == null ? null : json.number("deadline", 0),
        json.required("status"),
        json.isTrue("removed"),
        json.isTrue("token"));
  }
}
