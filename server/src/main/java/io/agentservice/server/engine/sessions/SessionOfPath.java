package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.Set;

/**
 * The session of a request's path, in the organization of the path or the query's {@code org_id},
 * else the account (api-enterprise.md 5).
 */
public record SessionOfPath(Sessions sessions) {

  /** 404 when there is none. */
  public Session find(Request request) {
    var scope = request.scope();
    if (scope.orgId() != null) {
      return sessions.get(scope.accountId(), scope.orgId(), id(request));
    }
    var session = sessions.get(scope.accountId(), id(request));
    String wanted = request.query().text("org_id");
    if (wanted != null && !wanted.equals(session.orgId().value())) {
      throw Problem.notFound("session").exception();
    }
    return session;
  }

  /** Its organization; 404 when that is to be found out and there is no such session. */
  public OrgId org(Request request) {
    var org = request.scope().orgId();
    return org == null ? find(request).orgId() : org;
  }

  /** As {@link #find}, for a route that asks for a permission in the session's organization. */
  public void permit(Request request, Permission permission) {
    var org = find(request).orgId();
    if (request.principal().in(org).isEmpty()) {
      throw Problem.notFound("session").exception();
    }
    Gate.permitIn(org, Set.of(permission), request.principal());
  }

  public static SessionId id(Request request) {
    return request.id(SessionId.class);
  }
}
