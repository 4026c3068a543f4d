package io.agentservice.server.engine.sessions.erasure;

import static io.agentservice.server.base.auth.Permission.MANAGE_ENTERPRISE_SETTINGS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;

/** The route of how long an organization's ended sessions are kept (ADR 0095). */
final class RetentionRoutes {
  private static final String PATH = "/v3/enterprise/organizations/{org_id}/retention";
  private static final String DAYS = "session_days";

  private final SessionRetention retention;

  RetentionRoutes(SessionRetention retention) {
    this.retention = retention;
  }

  List<Route> routes() {
    var access = account(MANAGE_ENTERPRISE_SETTINGS);
    return List.of(
        Route.get(PATH, access, request -> shown(retention.get(request.org()))),
        Route.put(PATH, access, this::replace),
        Route.delete(
            PATH,
            access,
            request -> shown(retention.replace(request.org(), null, request.caller()))));
  }

  private Answer replace(Request request) {
    var body = request.body();
    body.require(DAYS);
    Integer days = body.optionalInt(DAYS, 0, SessionRetention.MOST_DAYS);
    if (body.isNull(DAYS)) {
      body.fail("type", "Input should be a whole number", DAYS);
    }
    body.check();
    return shown(retention.replace(request.org(), days, request.caller()));
  }

  private record Answered(int sessionDays, String source) {}

  private static Answer shown(SessionRetention.Days days) {
    return ok(new Answered(days.days(), days.own() ? "organization" : "installation"));
  }
}
