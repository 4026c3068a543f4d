package io.agentservice.server.web.app;

import io.agentservice.server.agent.timeline.NewestSteps;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import io.agentservice.server.enterprise.organizations.Organizations;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the API would answer the first request of a screen, so that it need not ask. */
record FirstAnswers(
    Sessions sessions, Organizations organizations, NewestSteps newest, Addresses addresses) {
  private static final int ROWS = 50;

  /** Null when filters are named: these are the list's own to ask for. */
  @Nullable Map<String, Object> rows(Request request, OrgId org) {
    var principal = request.principal();
    permit(principal, org);
    if (!request.query().isEmpty()) {
      return null;
    }
    var filter = SessionFilter.any(principal.author()).with(SessionFilter.State.archived(false));
    var rows =
        sessions
            .list(new Scope(principal.accountId(), org), filter)
            .rows()
            .apply(Window.first(ROWS));
    var items =
        rows.items().stream().map(session -> SessionJson.of(session, addresses.base())).toList();
    return Map.of(
        "org_id", org.value(), "sessions", new Page<>(items, null, rows.more(), items.size()));
  }

  /** With the newest steps. */
  Map<String, Object> session(Principal principal, SessionId id) {
    var session = sessions.get(principal.accountId(), id);
    if (!principal.holds(Permission.VIEW_ORG_SESSIONS, session.orgId())) {
      throw Problem.notFound("session").exception();
    }
    return Map.of("session", SessionJson.of(session, addresses.base()), "timeline", newest.of(id));
  }

  /** 404 where the caller has no business. */
  void check(Principal principal, OrgId org) {
    if (principal.in(org).isEmpty()) {
      throw Gate.noOrganization();
    }
    organizations.get(principal.accountId(), org);
  }

  private void permit(Principal principal, OrgId org) {
    check(principal, org);
    Gate.permitIn(org, Set.of(Permission.VIEW_ORG_SESSIONS), principal);
  }
}
