package io.agentservice.client.sessions;

import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Page;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.SseStream;
import io.agentservice.client.http.Transport;
import io.agentservice.wire.json.JsonObject;
import java.net.http.WebSocket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one organization (interface.md 4.2) as JSON objects: the caller names the fields
 * it knows, the rest passes through.
 */
public final class SessionClient {
  private static final Duration EVENTS_IDLE = Duration.ofSeconds(60);

  private final Transport client;
  private final String sessions;
  private final CollectionClient all;

  /** Over these connections. */
  public SessionClient(Transport client, String orgId) {
    this.client = client;
    this.sessions = "/v3/organizations/" + Query.segment(orgId) + "/sessions";
    this.all = new CollectionClient(client, sessions);
  }

  /**
   * Creates a session.
   *
   * @param body interface.md 2.2; {@code prompt} is required
   * @param idempotencyKey makes a repeated call harmless (completions.md 10); null for none
   */
  public Session create(JsonObject body, @Nullable String idempotencyKey) {
    return Session.of(all.create(body, idempotencyKey));
  }

  /** One session. */
  public Session get(String sessionId) {
    return Session.of(client.get(path(sessionId, ""), Query.NONE));
  }

  /** A page of sessions, newest first. */
  public Page list(Query query) {
    return all.list(query);
  }

  /** Sends a message; wakes a sleeping session. */
  public Session message(String sessionId, String text) {
    var body = JsonObject.of("message", text);
    return Session.of(client.post(path(sessionId, "/messages"), body));
  }

  /** A page of messages, oldest first. */
  public Page messages(String sessionId, Query query) {
    return Page.of(client.get(path(sessionId, "/messages"), query));
  }

  /** What it has used up to now, by model, and its limits. */
  public JsonObject usage(String sessionId) {
    return client.get(path(sessionId, "/usage"), Query.NONE);
  }

  /** Its files, newest first, all on one page. */
  public Page attachments(String sessionId) {
    return Page.of(client.get(path(sessionId, "/attachments"), Query.NONE));
  }

  /** What is in a directory of its machine; {@code path} is below the working directory. */
  public JsonObject files(String sessionId, String path) {
    return client.get(path(sessionId, "/files"), Query.of("path", path));
  }

  /** The bytes of a file of its machine, secrets masked; at most 16 MiB. */
  public byte[] readFile(String sessionId, String path) {
    return client.bytes(path(sessionId, "/files/content"), Query.of("path", path));
  }

  /** Which of its files differ from a state of before; {@code since} as in the interface. */
  public JsonObject changes(String sessionId, String since) {
    return client.get(path(sessionId, "/changes"), Query.of("from", since));
  }

  /** The patch of that, secrets masked; at most 20 MiB. */
  public byte[] patch(String sessionId, String since) {
    return client.bytes(path(sessionId, "/changes/patch"), Query.of("from", since));
  }

  /**
   * Opens a shell on its machine.
   *
   * @param body {@code rows} and {@code columns}; {@code cwd} where the shell begins elsewhere
   */
  public JsonObject openTerminal(String sessionId, JsonObject body) {
    return client.post(path(sessionId, "/terminals"), body);
  }

  /**
   * Looks at a shell on its machine and types into it, by {@code agent-terminal.v1}
   * (docs/terminals.md).
   *
   * @param from the first byte that is wanted of all that it has put out; null: what is kept
   */
  public WebSocket connectTerminal(
      String sessionId, String terminalId, @Nullable Long from, WebSocket.Listener talk) {
    var place = path(sessionId, "/terminals/" + Query.segment(terminalId) + "/connect");
    var query = from == null ? Query.NONE : Query.of("from", Long.toString(from));
    return client.websocket(place, query, "agent-terminal.v1", talk);
  }

  /** Stops what the agent does; it goes on with the message, or waits for one where it is null. */
  public Session interrupt(String sessionId, @Nullable String message) {
    var body = message == null ? JsonObject.of() : JsonObject.of("message", message);
    return Session.of(client.post(path(sessionId, "/interrupt"), body));
  }

  /**
   * A new session that goes on from what this one has said and done.
   *
   * @param atSeq the last event that counts; null: all
   * @param message what it is to do now; null: go on
   */
  public Session fork(String sessionId, @Nullable Integer atSeq, @Nullable String message) {
    var body = JsonObject.of("at_seq", atSeq, "message", message);
    return Session.of(client.post(path(sessionId, "/fork"), body));
  }

  /** A page of what the agent has asked people to approve, newest first. */
  public Page approvals(String sessionId, Query query) {
    return Page.of(client.get(path(sessionId, "/approvals"), query));
  }

  /**
   * Approves what the agent asks for; a sleeping session wakes.
   *
   * @param eventId of the request
   * @param forSession whether what its rules ask about is not to be asked again
   */
  public Session approve(String sessionId, String eventId, boolean forSession) {
    return answer(sessionId, eventId, JsonObject.of("approved", true, "for_session", forSession));
  }

  /** Lets this session and all later ones of its organization reach the host that it asks for. */
  public Session approveForOrganization(String sessionId, String eventId) {
    return answer(sessionId, eventId, JsonObject.of("approved", true, "for_organization", true));
  }

  /** Refuses it. {@code reason}: for the agent; null for none. */
  public Session refuse(String sessionId, String eventId, @Nullable String reason) {
    return answer(sessionId, eventId, JsonObject.of("approved", false, "message", reason));
  }

  private Session answer(String sessionId, String eventId, JsonObject body) {
    var approval = "/approvals/" + Query.segment(eventId);
    return Session.of(client.post(path(sessionId, approval), body));
  }

  /** Puts a session to sleep, in sight as before; a message or {@link #resume} wakes it. */
  public Session sleep(String sessionId) {
    return Session.of(client.post(path(sessionId, "/sleep"), null));
  }

  /** Wakes a sleeping session; its agent goes on where it was. */
  public Session resume(String sessionId) {
    return Session.of(client.post(path(sessionId, "/resume"), null));
  }

  /** Puts a session away; a running one goes to sleep. */
  public Session archive(String sessionId) {
    return Session.of(client.post(path(sessionId, "/archive"), null));
  }

  /** Takes a session out of the archive; does not wake it. */
  public Session unarchive(String sessionId) {
    return Session.of(client.post(path(sessionId, "/unarchive"), null));
  }

  /** Ends a session for good. */
  public Session terminate(String sessionId, boolean archive) {
    var query = archive ? Query.of("archive", true) : Query.NONE;
    var answer = client.request("DELETE", path(sessionId, ""), query, null);
    return Session.of(Transport.orThrow(answer).json());
  }

  /** A page of the event log, oldest first. */
  public EventPage eventPage(String sessionId, long after) {
    return EventPage.of(client.get(path(sessionId, "/events"), Query.of("after", after)), after);
  }

  /**
   * Follows what happens in a session: each event is the JSON of a {@link SessionEvent}. The
   * service ends the stream after some minutes; go on with the last {@code seq}.
   *
   * @param after the last {@code seq} that is known; 0 from the beginning
   */
  public SseStream events(String sessionId, long after) {
    var query = Query.of("watch", true).and("after", after);
    return client.stream(path(sessionId, "/events"), query, EVENTS_IDLE);
  }

  /**
   * Follows what the model and the commands of a session are writing: among others objects with
   * {@code stream} ({@code model}, {@code output}, or {@code restart} when the model begins anew)
   * and {@code text}. None of it is kept: the whole comes with the log's next event. A service
   * without timelines answers 404.
   *
   * @param after the last {@code seq} that is known
   */
  public SseStream live(String sessionId, long after) {
    var query = Query.of("watch", true).and("after", after);
    return client.stream(path(sessionId, "/timeline"), query, EVENTS_IDLE);
  }

  private String path(String sessionId, String rest) {
    return sessions + "/" + Query.segment(sessionId) + rest;
  }
}
