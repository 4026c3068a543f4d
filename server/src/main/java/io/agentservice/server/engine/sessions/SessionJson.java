package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.http.Json;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Status.Detail;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.pullrequests.PullRequest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The session record on the wire (api-org.md 1.1); every field is always there. */
record SessionJson(
    SessionId sessionId,
    String url,
    String status,
    @Nullable String statusDetail,
    OrgId orgId,
    long createdAt,
    long updatedAt,
    BigDecimal acusConsumed,
    BigDecimal modelDollars,
    List<String> tags,
    List<PullRequestJson> pullRequests,
    @Nullable String title,
    @Nullable String userId,
    @Nullable String serviceUserId,
    @Nullable PlaybookId playbookId,
    @Nullable ScheduleId scheduleId,
    @Nullable SessionId parentSessionId,
    List<String> childSessionIds,
    boolean isAdvanced,
    boolean isArchived,
    @Nullable JsonNode structuredOutput,
    String origin,
    @Nullable String category,
    @Nullable String subcategory,
    @Nullable String automationId,
    @Nullable String agentMode,
    @Nullable String platform,
    @Nullable OutpostId outpostId,
    boolean resumable,
    @Nullable ErrorJson error) {

  /** Why it failed. */
  record ErrorJson(String code, String message) {}

  /** A pull request on the wire; its state is never null. */
  record PullRequestJson(String prUrl, String prState) {
    static PullRequestJson of(PullRequest pullRequest) {
      return new PullRequestJson(pullRequest.url(), pullRequest.state().word());
    }
  }

  /** A message on the wire (sessions.md 4). */
  record MessageJson(
      String eventId,
      String source,
      String message,
      long createdAt,
      @Nullable String origin,
      @Nullable String userId,
      @Nullable String username,
      String delivery,
      List<AttachmentId> attachmentIds) {
    static MessageJson of(Message message) {
      return new MessageJson(
          message.eventId(),
          message.source(),
          message.message(),
          message.createdAt().getEpochSecond(),
          message.origin(),
          message.userId(),
          message.username(),
          message.delivery(),
          message.attachmentIds());
    }
  }

  static SessionJson of(Session session, String baseUrl) {
    return new SessionJson(
        session.sessionId(),
        session.url(baseUrl),
        session.status().word(),
        Detail.word(session.statusDetail()),
        session.orgId(),
        session.createdAt().getEpochSecond(),
        session.updatedAt().getEpochSecond(),
        session.acusConsumed().stripTrailingZeros(),
        session.modelDollars().stripTrailingZeros(),
        session.tags(),
        session.pullRequests().stream().map(PullRequestJson::of).toList(),
        session.title(),
        session.userId(),
        session.serviceUserId(),
        session.playbookId(),
        session.scheduleId(),
        session.parentSessionId(),
        session.childSessionIds(),
        session.isAdvanced(),
        session.isArchived(),
        session.structuredOutput() == null
            ? null
            : Json.MAPPER.readTree(session.structuredOutput()),
        session.origin().toLowerCase(Locale.ROOT),
        session.category(),
        session.subcategory(),
        null,
        session.agentMode(),
        session.platform(),
        session.outpostId(),
        session.resumable(),
        session.errorCode() == null
            ? null
            : new ErrorJson(session.errorCode(), String.valueOf(session.errorMessage())));
  }
}
