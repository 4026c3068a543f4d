package io.agentservice.server.web.app;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import io.agentservice.server.enterprise.organizations.Organizations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Each address of the app answers the shell, with the first thing that its screen shows. */
final class AppRoutes {
  private static final int ROWS = 50;

  private final Sessions sessions;
  private final Organizations organizations;
  private final Addresses addresses;
  private final Shell shell;
  private final Access access;
  private final String base;

  AppRoutes(
      Sessions sessions,
      Organizations organizations,
      Addresses addresses,
      Shell shell,
      Access access,
      String base) {
    this.sessions = sessions;
    this.organizations = organizations;
    this.addresses = addresses;
    this.shell = shell;
    this.access = access;
    this.base = base;
  }

  List<Route> routes() {
    return List.of(
        Route.get(base.isEmpty() ? "/" : base, access, this::home),
        Route.get(base + "/o/{org_id}/sessions", access, this::list),
        Route.get(base + "/sessions/{session_id}", access, this::session));
  }

  private Answer home(Request request) {
    var org = request.principal().organization();
    return org == null
        ? shell.page(200, request, "/", null)
        : answer(request, "/", () -> rows(request, org));
  }

  private Answer list(Request request) {
    return answer(
        request,
        "/",
        () -> {
          var org = Id.parse(OrgId.class, request.path("org_id"));
          if (org == null) {
            throw Gate.noOrganization();
          }
          return rows(request, org);
        });
  }

  private Answer session(Request request) {
    var id = request.id(SessionId.class);
    return answer(request, "/sessions/" + id.hex(), () -> whole(request.principal(), id));
  }

  /** What is refused, is said by the app in its own form. */
  private Answer answer(
      Request request, String plain, Supplier<@Nullable Map<String, Object>> first) {
    try {
      return shell.page(200, request, plain, first.get());
    } catch (ProblemException e) {
      var problem = e.problem();
      if (problem.status() != 403 && problem.status() != 404) {
        throw e;
      }
      return shell.page(problem.status(), request, plain, Map.of("problem", refused(problem)));
    }
  }

  private static Map<String, @Nullable Object> refused(Problem problem) {
    var body = new LinkedHashMap<String, @Nullable Object>();
    body.put("status", problem.status());
    body.put("code", problem.code());
    body.put("detail", problem.sentence());
    body.put("hint", problem.hint());
    return body;
  }

  /** Null when filters are named: these are the list's own to ask for. */
  private @Nullable Map<String, Object> rows(Request request, OrgId org) {
    var principal = request.principal();
    permit(principal, org);
    if (!request.query().isEmpty()) {
      return null;
    }
    var filter =
        SessionFilter.any(principal.author()).with(new SessionFilter.State(List.of(), false, null));
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

  private Map<String, Object> whole(Principal principal, SessionId id) {
    var session = sessions.get(principal.accountId(), id);
    if (!principal.holds(Permission.VIEW_ORG_SESSIONS, session.orgId())) {
      throw Problem.notFound("session").exception();
    }
    return Map.of("session", SessionJson.of(session, addresses.base()));
  }

  private void permit(Principal principal, OrgId org) {
    if (principal.in(org).isEmpty()) {
      throw Gate.noOrganization();
    }
    organizations.get(principal.accountId(), org);
    Gate.permitIn(org, Set.of(Permission.VIEW_ORG_SESSIONS), principal);
  }
}
