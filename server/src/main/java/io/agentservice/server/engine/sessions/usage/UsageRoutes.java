package io.agentservice.server.engine.sessions.usage;

import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.costs.BillingCycle;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.CycleLimits;
import io.agentservice.server.engine.sessions.SessionOfPath;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What a session has used, and its limits. */
record UsageRoutes(Database database, CycleLimits limits, SessionOfPath path) {
  private static final String USAGE = "/v3/organizations/{org_id}/sessions/{session_id}/usage";

  List<Route> routes() {
    return List.of(Route.get(USAGE, organization(VIEW_ORG_SESSIONS), this::get));
  }

  private Answer get(Request request) {
    return ok(usage(path.find(request).sessionId()));
  }

  private SessionUsage usage(SessionId session) {
    return database.inTransaction(tx -> {
      var sql = tx.on(UsageSql.class);
      var used = sql.used(session);
      var all = new ArrayList<SessionUsage.Limit>();
      if (used.acuLimit() != null) {
        all.add(new SessionUsage.Limit("session", used.acuLimit(), plain(used.acus()), null));
      }
      long resets = BillingCycle.at(used.at(), limits.cycleDay()).end().getEpochSecond();
      for (var held : limits.held(tx, session)) {
        all.add(new SessionUsage.Limit(held.scope(), held.acus(), plain(held.used()), resets));
      }
      return new SessionUsage(
          plain(used.acus()),
          plain(used.machineAcus()),
          plain(used.tokenAcus()),
          used.machineSeconds(),
          sql.models(session).stream().map(UsageRoutes::plain).toList(),
          all);
    });
  }

  private static SessionUsage.OfModel plain(SessionUsage.OfModel of) {
    return new SessionUsage.OfModel(
        of.model(),
        of.calls(),
        of.inputTokens(),
        of.cachedTokens(),
        of.outputTokens(),
        plain(of.acus()));
  }

  private static BigDecimal plain(BigDecimal acus) {
    return acus.stripTrailingZeros();
  }
}
