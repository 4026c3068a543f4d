package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.util.List;

/** The feature, wired; {@code firing} wants to be run every second. */
public record SchedulesFeature(Firing firing, List<Route> routes) {

  public static SchedulesFeature wire(
      SessionsFeature.Base base, Sessions sessions, Placement placement) {
    var database = base.database();
    var playbooks = base.context().playbooks();
    var schedules = new Schedules(database, sessions, base.context(), placement);
    return new SchedulesFeature(
        new Firing(database, sessions, playbooks),
        new ScheduleRoutes(schedules, base.lists()).routes());
  }
}
