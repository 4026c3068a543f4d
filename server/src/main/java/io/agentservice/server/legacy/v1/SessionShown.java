package io.agentservice.server.legacy.v1;

import io.agentservice.server.base.http.Json;
import io.agentservice.server.base.http.Times;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.sessions.OlderSession;
import io.agentservice.server.engine.sessions.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sessions on the wire of version 1 (api-legacy.md 2.2). */
final class SessionShown {
  private SessionShown() {}

  /** A session in a list. */
  record Item(
      SessionId sessionId,
      String url,
      String status,
      String title,
      String createdAt,
      String updatedAt,
      @Nullable String snapshotId,
      @Nullable PlaybookId playbookId,
      List<String> tags,
      @Nullable PullRequest pullRequest,
      @Nullable String structuredOutput,
      String statusEnum,
      @Nullable String requestingUserEmail) {
    static Item of(OlderSession older, String base) {
      var session = older.session();
      var state = older.state();
      return new Item(
          session.sessionId(),
          session.url(base),
          state.status().word(),
          titleOf(session),
          Times.iso(session.createdAt()),
          Times.iso(session.updatedAt()),
          state.snapshotId(),
          session.playbookId(),
          session.tags(),
          session.pullRequests().isEmpty()
              ? null
              : new PullRequest(session.pullRequests().getLast().url()),
          session.structuredOutput(),
          StatusEnum.of(state),
          state.ownerEmail());
    }
  }

  /** A single one, with its messages, which are read while they are written. */
  record Details(
      SessionId sessionId,
      String url,
      String status,
      String title,
      String createdAt,
      String updatedAt,
      @Nullable String snapshotId,
      @Nullable PlaybookId playbookId,
      List<String> tags,
      @Nullable PullRequest pullRequest,
      @Nullable JsonNode structuredOutput,
      String statusEnum,
      @Nullable String requestingUserEmail,
      Iterable<MessageShown> messages) {
    static Details of(Item item, Iterable<MessageShown> messages) {
      String output = item.structuredOutput();
      return new Details(
          item.sessionId(),
          item.url(),
          item.status(),
          item.title(),
          item.createdAt(),
          item.updatedAt(),
          item.snapshotId(),
          item.playbookId(),
          item.tags(),
          item.pullRequest(),
          output == null ? null : Json.MAPPER.readTree(output),
          item.statusEnum(),
          item.requestingUserEmail(),
          messages);
    }
  }

  /** The newest of a session. */
  record PullRequest(String url) {}

  /** A message. */
  record MessageShown(
      String type,
      String eventId,
      String message,
      String timestamp,
      @Nullable String username,
      @Nullable String origin,
      @Nullable String userId) {
    /** {@code first}: the id of the session's first message, which is its prompt. */
    static MessageShown of(Message message, String first) {
      return new MessageShown(
          type(message, first),
          message.eventId(),
          message.message(),
          Times.iso(message.createdAt()),
          message.username(),
          message.origin(),
          message.userId());
    }

    private static String type(Message message, String first) {
      if (!message.source().equals("user")) {
        return "agent_message";
      }
      return message.eventId().equals(first) ? "initial_user_message" : "user_message";
    }
  }

  private static String titleOf(Session session) {
    return session.title() == null ? "" : session.title();
  }
}
