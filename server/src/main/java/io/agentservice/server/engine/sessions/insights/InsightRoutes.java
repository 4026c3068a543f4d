package io.agentservice.server.engine.sessions.insights;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.inOrganizationOfThing;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import io.agentservice.server.engine.sessions.parts.SessionQuery;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The routes of insights (api-org.md 1.3, api-enterprise.md 5). */
final class InsightRoutes {
  private static final String OF_ORGANIZATION = "/v3/organizations/{org_id}/sessions";
  private static final String OF_ACCOUNT = "/v3/enterprise/sessions";

  private final Insights insights;
  private final SessionOfPath path;
  private final Lists lists;
  private final Addresses addresses;

  InsightRoutes(Insights insights, Sessions sessions, Lists lists, Addresses addresses) {
    this.insights = insights;
    this.path = new SessionOfPath(sessions);
    this.lists = lists;
    this.addresses = addresses;
  }

  List<Route> routes() {
    String one = "/{session_id}/insights";
    return List.of(
        Route.get(OF_ORGANIZATION + "/insights", organization(VIEW_ORG_SESSIONS), this::list),
        Route.get(OF_ORGANIZATION + one, organization(VIEW_ORG_SESSIONS), this::get),
        Route.post(
                OF_ORGANIZATION + one + "/generate",
                organization(MANAGE_ORG_SESSIONS),
                this::generate)
            .of(path::find),
        Route.get(OF_ACCOUNT + "/insights", account(VIEW_ACCOUNT_SESSIONS), this::list),
        Route.get(OF_ACCOUNT + one, account(VIEW_ACCOUNT_SESSIONS), this::get),
        Route.post(
                OF_ACCOUNT + one + "/generate",
                inOrganizationOfThing(MANAGE_ORG_SESSIONS),
                this::generate)
            .of(request -> path.permit(request, MANAGE_ORG_SESSIONS)));
  }

  private Answer list(Request request) {
    var query = request.query();
    var filter = SessionQuery.filter(request, query);
    var scope = request.scope();
    return ok(lists.page(query, "insights " + scope, insights.list(scope, filter), this::json));
  }

  private Answer get(Request request) {
    return ok(json(insights.of(path.find(request))));
  }

  private Answer generate(Request request) {
    var id = SessionOfPath.id(request);
    boolean started = insights.generate(path.org(request), id, request.caller());
    return ok(new Generation(id, started ? "started" : "already_exists"));
  }

  private record Generation(SessionId sessionId, String status) {}

  /** The session's record with what is known of its course (sessions.md 7). */
  private record InsightsJson(
      @JsonUnwrapped SessionJson session,
      long numUserMessages,
      long numAgentMessages,
      String sessionSize,
      @Nullable JsonNode analysis) {}

  private InsightsJson json(Insights.Insight insight) {
    String analysis = insight.analysis();
    return new InsightsJson(
        SessionJson.of(insight.session(), addresses.base()),
        insight.userMessages(),
        insight.agentMessages(),
        size(insight.session().usage().acusConsumed()),
        analysis == null ? null : Json.MAPPER.readTree(analysis));
  }

  /** By the ACUs that it used. */
  private static String size(BigDecimal acus) {
    double used = acus.doubleValue();
    return used < 1 ? "xs" : used < 3 ? "s" : used < 8 ? "m" : used < 20 ? "l" : "xl";
  }
}
