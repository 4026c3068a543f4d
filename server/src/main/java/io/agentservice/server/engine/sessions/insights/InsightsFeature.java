package io.agentservice.server.engine.sessions.insights;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.Duration;
import java.util.List;

/** The feature, wired; {@code sessions} are those that it tells of. */
public record InsightsFeature(
    Sessions sessions,
    Insights insights,
    SessionHistories histories,
    List<Route> routes,
    List<Chore> chores)
    implements Feature {

  public static InsightsFeature wire(Core core, Sessions sessions) {
    var database = core.database();
    var insights = new Insights(database, sessions);
    return new InsightsFeature(
        sessions,
        insights,
        new SessionHistories(database, sessions, insights),
        new InsightRoutes(insights, sessions, core.lists(), core.addresses()).routes(),
        List.of(
            // Only begins them: they are made on threads of their own.
            Chore.everywhere("insights", Duration.ofSeconds(1), insights::beginDue)
                .begunBy(insights.due()),
            Chore.everywhere("insights-held", Duration.ofSeconds(5), insights::hold)));
  }
}
