package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.metrics.AccountGauge;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.Duration;
import java.util.List;

public record SchedulesFeature(
    Firing firing, Belongings belongings, List<Route> routes, List<AccountGauge> gauges)
    implements Feature {

  public static SchedulesFeature wire(
      Core core, SessionContext context, Sessions sessions, Placement placement) {
    var database = core.database();
    var schedules = new Schedules(database, sessions, context, placement);
    var firing = new Firing(database, sessions, context);
    return new SchedulesFeature(
        firing,
        schedules::erase,
        new ScheduleRoutes(schedules, firing, core.lists(), core.addresses()).routes(),
        List.of(
            new AccountGauge(
                "schedules_late_seconds",
                "How late the schedule is that should have run first",
                List.of(),
                account -> List.of(AccountGauge.Reading.of(schedules.lateSeconds(account))))));
  }

  @Override
  public List<Chore> chores() {
    return List.of(
        Chore.everywhere("schedules", Duration.ofSeconds(1), firing::runDue)
            .taking(Duration.ofMinutes(10)),
        // So late may a list tell that a schedule has lost its owner; it never runs without one.
        Chore.everywhere("schedule-owners", Duration.ofSeconds(2), firing::pauseAbandoned)
            .taking(Duration.ofMinutes(10)));
  }
}
