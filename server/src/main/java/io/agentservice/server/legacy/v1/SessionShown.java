package io.agentservice.server.legacy.v1;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.sessions.insights.SessionHistory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sessions on the wire of version 1 (api-legacy.md 2.2). */
final class SessionShown {
  private SessionShown() {}

  /** What a list and a single one show alike. */
  record Head(
      SessionId sessionId,
      String url,
      String status,
      String title,
      String createdAt,
      String updatedAt,
      @Nullable String snapshotId,
      @Nullable PlaybookId playbookId,
      List<String> tags,
      @Nullable PullRequest pullRequest) {
    static Head of(SessionHistory history, String base) {
      var session = history.session();
      var task = session.task();
      var pullRequests = session.results().pullRequests();
      return new Head(
          session.sessionId(),
          session.url(base),
          history.state().status().word(),
          task.title() == null ? "" : task.title(),
          Times.iso(session.createdAt()),
          Times.iso(session.updatedAt()),
          session.host().snapshotId(),
          task.playbookId(),
          task.tags(),
          pullRequests.isEmpty() ? null : new PullRequest(pullRequests.getLast().url()));
    }
  }

  record Item(
      @JsonUnwrapped Head head,
      @Nullable String structuredOutput,
      String statusEnum,
      @Nullable String requestingUserEmail) {
    static Item of(SessionHistory history, String base) {
      return new Item(
          Head.of(history, base),
          history.session().results().structuredOutput(),
          StatusEnum.of(history.state()),
          history.state().ownerEmail());
    }
  }

  /** A single one, with its messages, which are read while they are written. */
  record Details(
      @JsonUnwrapped Head head,
      @Nullable JsonNode structuredOutput,
      String statusEnum,
      @Nullable String requestingUserEmail,
      Iterable<MessageShown> messages) {
    static Details of(Item item, Iterable<MessageShown> messages) {
      String output = item.structuredOutput();
      return new Details(
          item.head(),
          output == null ? null : Json.MAPPER.readTree(output),
          item.statusEnum(),
          item.requestingUserEmail(),
          messages);
    }
  }

  record PullRequest(String url) {}

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
}
