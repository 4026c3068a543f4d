package io.agentservice.server.engine.sessions.parts;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.pullrequests.PullRequest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The session on the wire (api-org.md 1.1), in parts that lie flat in it. */
public record SessionJson(
    SessionId sessionId,
    String url,
    @JsonUnwrapped StandingJson standing,
    OrgId orgId,
    long createdAt,
    long updatedAt,
    @JsonUnwrapped UsageJson usage,
    @JsonUnwrapped HeadingJson heading,
    @JsonUnwrapped RelationsJson relations,
    @JsonUnwrapped CharacterJson character,
    @JsonUnwrapped HostJson host,
    @Nullable ErrorJson error) {

  record StandingJson(
      String status,
      @Nullable String statusDetail,
      String outcome,
      @Nullable String waitsFor,
      @Nullable Integer queuePosition,
      @JsonProperty("wait") @Nullable WaitJson longWait,
      long version) {
    static StandingJson of(Session session) {
      var standing = session.standing();
      var waitsFor = session.waitsFor();
      return new StandingJson(
          standing.status().word(),
          Detail.word(standing.statusDetail()),
          standing.outcome().word(),
          waitsFor == null ? null : waitsFor.word(),
          standing.queuePosition(),
          WaitJson.of(standing.longWait()),
          standing.version());
    }
  }

  record WaitJson(@JsonProperty("for") String what, @Nullable Long until) {
    static @Nullable WaitJson of(Session.@Nullable Wait wait) {
      if (wait == null) {
        return null;
      }
      var until = wait.waitUntil();
      return new WaitJson(wait.waitFor(), until == null ? null : until.getEpochSecond());
    }
  }

  record UsageJson(BigDecimal acusConsumed, BigDecimal modelDollars) {
    static UsageJson of(Session.Usage usage) {
      return new UsageJson(
          usage.acusConsumed().stripTrailingZeros(), usage.modelDollars().stripTrailingZeros());
    }
  }

  /** By what people know it. */
  record HeadingJson(
      List<String> tags, List<PullRequestJson> pullRequests, @Nullable String title) {
    static HeadingJson of(Session session) {
      return new HeadingJson(
          session.task().tags(),
          session.results().pullRequests().stream().map(PullRequestJson::of).toList(),
          session.task().title());
    }
  }

  /** Whose it is, and what it belongs to. */
  record RelationsJson(
      @Nullable String userId,
      @Nullable String serviceUserId,
      @Nullable PlaybookId playbookId,
      @Nullable ScheduleId scheduleId,
      @Nullable SessionId parentSessionId,
      List<String> childSessionIds,
      @Nullable ForkedJson forkedFrom) {
    static RelationsJson of(Session session) {
      var requester = session.requester();
      return new RelationsJson(
          requester.userId(),
          requester.serviceUserId(),
          session.task().playbookId(),
          requester.scheduleId(),
          requester.parentSessionId(),
          session.results().childSessionIds(),
          ForkedJson.of(requester));
    }
  }

  record ForkedJson(SessionId sessionId, long seq) {
    static @Nullable ForkedJson of(Requester requester) {
      var session = requester.forkedFromSessionId();
      var seq = requester.forkedFromSeq();
      return session == null || seq == null ? null : new ForkedJson(session, seq);
    }
  }

  /** Of what kind it is, and its output; {@code automationId} is for later and null. */
  record CharacterJson(
      boolean isAdvanced,
      boolean isArchived,
      @Nullable JsonNode structuredOutput,
      String origin,
      @Nullable String category,
      @Nullable String subcategory,
      @Nullable String automationId) {
    static CharacterJson of(Session session) {
      var results = session.results();
      String output = results.structuredOutput();
      return new CharacterJson(
          session.isAdvanced(),
          session.standing().isArchived(),
          output == null ? null : Json.MAPPER.readTree(output),
          session.requester().origin().toLowerCase(Locale.ROOT),
          results.category(),
          results.subcategory(),
          null);
    }
  }

  record HostJson(
      @Nullable String agentMode,
      @Nullable String platform,
      @Nullable OutpostId outpostId,
      boolean resumable) {
    static HostJson of(Session session) {
      var host = session.host();
      return new HostJson(
          session.task().agentMode(), host.platform(), host.outpostId(), host.resumable());
    }
  }

  record ErrorJson(String code, String message) {
    static @Nullable ErrorJson of(Session.@Nullable Failure error) {
      return error == null
          ? null
          : new ErrorJson(error.errorCode(), String.valueOf(error.errorMessage()));
    }
  }

  record PullRequestJson(String prUrl, String prState) {
    static PullRequestJson of(PullRequest pullRequest) {
      return new PullRequestJson(pullRequest.url(), pullRequest.state().word());
    }
  }

  public record MessageJson(
      String eventId,
      String source,
      String message,
      long createdAt,
      @Nullable String origin,
      @Nullable String userId,
      @Nullable String username,
      String delivery,
      List<AttachmentId> attachmentIds) {
    public static MessageJson of(Message message) {
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

  public static SessionJson of(Session session, String baseUrl) {
    return new SessionJson(
        session.sessionId(),
        session.url(baseUrl),
        StandingJson.of(session),
        session.orgId(),
        session.createdAt().getEpochSecond(),
        session.updatedAt().getEpochSecond(),
        UsageJson.of(session.usage()),
        HeadingJson.of(session),
        RelationsJson.of(session),
        CharacterJson.of(session),
        HostJson.of(session),
        ErrorJson.of(session.standing().error()));
  }
}
