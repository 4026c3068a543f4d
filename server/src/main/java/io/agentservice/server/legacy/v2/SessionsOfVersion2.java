package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_SESSIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.pullrequests.PullRequest;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.insights.InsightsFeature;
import io.agentservice.server.engine.sessions.insights.SessionHistories;
import io.agentservice.server.engine.sessions.insights.SessionHistories.AskedInsight;
import io.agentservice.server.engine.sessions.parts.Analysis;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class SessionsOfVersion2 {
  private static final List<String> ORDERS = List.of("asc", "desc");

  private final Sessions sessions;
  private final SessionHistories histories;
  private final Lists lists;
  private final Addresses addresses;

  SessionsOfVersion2(InsightsFeature feature, Lists lists, Addresses addresses) {
    this.sessions = feature.sessions();
    this.histories = feature.histories();
    this.lists = lists;
    this.addresses = addresses;
  }

  List<Route> routes() {
    var read = account(VIEW_ACCOUNT_SESSIONS);
    return List.of(
        Route.get("/v2/enterprise/sessions", read, this::list),
        Route.get("/v2/enterprise/sessions/insights", read, this::insights),
        Route.get("/v2/enterprise/organizations/{org_id}/sessions", read, this::list));
  }

  private record Shown(
      SessionId sessionId,
      String url,
      String status,
      @Nullable String title,
      List<String> tags,
      @Nullable String userId,
      OrgId orgId,
      String createdAt,
      String updatedAt,
      BigDecimal acusConsumed,
      List<ShownPullRequest> pullRequests) {
    static Shown of(Session session, String base) {
      return new Shown(
          session.sessionId(),
          session.url(base),
          session.standing().status().word(),
          session.task().title(),
          session.task().tags(),
          session.requester().userId(),
          session.orgId(),
          Times.iso(session.createdAt()),
          Times.iso(session.updatedAt()),
          session.usage().acusConsumed().stripTrailingZeros(),
          session.results().pullRequests().stream().map(ShownPullRequest::of).toList());
    }
  }

  private record ShownPullRequest(String url, String state) {
    static ShownPullRequest of(PullRequest pull) {
      return new ShownPullRequest(pull.url(), pull.state().word());
    }
  }

  /** A session with what was found out about it. */
  private record ShownInsight(
      @JsonUnwrapped Shown session,
      @Nullable String initialUserMessage,
      @Nullable ShownAnalysis sessionAnalysis) {
    static ShownInsight of(AskedInsight asked, String base) {
      String analysis = asked.insight().analysis();
      return new ShownInsight(
          Shown.of(asked.insight().session(), base),
          asked.prompt(),
          analysis == null
              ? null
              : ShownAnalysis.of(Json.MAPPER.readValue(analysis, Analysis.class)));
    }
  }

  private record ShownAnalysis(
      Analysis.@Nullable SuggestedPrompt suggestedPrompt,
      List<Analysis.ActionItem> actionItems,
      List<Analysis.Issue> issues,
      List<Analysis.Step> timeline) {
    static ShownAnalysis of(Analysis analysis) {
      return new ShownAnalysis(
          analysis.suggestedPrompt(),
          analysis.actionItems(),
          analysis.issues(),
          analysis.timeline());
    }
  }

  private Answer list(Request request) {
    var query = request.query();
    var found = found(request, query);
    return ok(
        lists.skipPage(
            query,
            "sessions of version 2 " + request.scope(),
            found,
            session -> Shown.of(session, addresses.base())));
  }

  private Answer insights(Request request) {
    var query = request.query();
    var found = histories.insights(found(request, query));
    return ok(
        lists.skipPage(
            query,
            "sessions of version 2 " + request.scope(),
            found,
            insight -> ShownInsight.of(insight, addresses.base())));
  }

  private Listing<Session> found(Request request, Query query) {
    var filter = filter(request, query);
    return "asc".equals(query.oneOf("sort_order", ORDERS))
        ? sessions.oldestFirst(request.scope(), filter)
        : sessions.list(request.scope(), filter);
  }

  private static SessionFilter filter(Request request, Query query) {
    var org = request.scope().orgId();
    var created = period(query, "created");
    var updated = period(query, "updated");
    return new SessionFilter(
        org == null ? query.any("org_ids") : List.of(org.value()),
        query.any("session_ids", SessionsOfVersion2::spelled),
        created,
        updated,
        new SessionFilter.Tags(query.each("tags")),
        List.of(),
        SessionFilter.Maker.ANY,
        SessionFilter.Owner.of(query.any("user_ids")),
        SessionFilter.State.ANY,
        SessionFilter.Search.ANY,
        request.principal().author());
  }

  private static SessionFilter.Period period(Query query, String name) {
    var after = query.isoTime(name + "_after");
    var before = query.isoTime(name + "_before");
    if (after != null && before != null && after.isAfter(before)) {
      query.fail("inconsistent", "The lower bound is above the upper one", name + "_after");
    }
    return new SessionFilter.Period(after, before);
  }

  /** In its canonical spelling; what is no session id stays, and matches nothing. */
  private static String spelled(String text) {
    var id = Id.parse(SessionId.class, text);
    return id == null ? text : id.value();
  }
}
