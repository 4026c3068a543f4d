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
import io.agentservice.server.engine.sessions.live.LivePosition;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import io.agentservice.server.enterprise.organizations.Organizations;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the API would answer the first request of a screen, so that it need not ask. */
record FirstAnswers(
    Sessions sessions,
    Organizations organizations,
    NewestSteps newest,
    Addresses addresses,
    LivePosition live) {
  private static final int ROWS = 50;

  /** Null when filters are named: these are the list's own to ask for. */
  @Nullable Map<String, Object> rows(Request request, OrgId org) {
    var principal = request.principal();
    permit(principal, org);
    if (!request.query().isEmpty()) {
      return null;
    }
    String position = live.now(); // before the rows, so that the feed misses none of their changes
    var rows = newest(principal, org, SessionFilter.State.archived(false));
    return Map.of("org_id", org.value(), "sessions", rows, "position", position);
  }

  private Page<SessionJson> newest(Principal principal, OrgId org, SessionFilter.State state) {
    var filter = SessionFilter.any(principal.author()).with(state);
    var rows =
        sessions
            .list(new Scope(principal.accountId(), org), filter)
            .rows()
            .apply(Window.first(ROWS));
    var items =
        rows.items().stream().map(session -> SessionJson.of(session, addresses.base())).toList();
    return new Page<>(items, null, rows.more(), items.size());
  }

  /** With the newest steps, and what else waits for people: the title counts these. */
  Map<String, Object> session(Principal principal, SessionId id) {
    var session = seen(principal, id);
    String position = live.now();
    return Map.of(
        "org_id",
        session.orgId().value(),
        "session",
        SessionJson.of(session, addresses.base()),
        "timeline",
        newest.of(id),
        "asking",
        newest(principal, session.orgId(), SessionFilter.State.asking()).items(),
        "position",
        position);
  }

  /** The session alone, for who may use its machine. */
  Map<String, Object> machine(Principal principal, SessionId id) {
    var session = seen(principal, id);
    Gate.permitIn(session.orgId(), Set.of(Permission.MANAGE_ORG_SESSIONS), principal);
    return Map.of(
        "org_id", session.orgId().value(), "session", SessionJson.of(session, addresses.base()));
  }

  /** 404 for who may not look at it. */
  private Session seen(Principal principal, SessionId id) {
    var session = sessions.get(principal.accountId(), id);
    if (!principal.holds(Permission.VIEW_ORG_SESSIONS, session.orgId())) {
      throw Problem.notFound("session").exception();
    }
    return session;
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
