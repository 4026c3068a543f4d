package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import java.util.List;

/** The feature, wired. */
public record CapacityFeature(Hypervisors hypervisors, List<Route> routes) {

  public static CapacityFeature wire(Database database, Lists lists, Settings.Fleet fleet) {
    var health = new QueueHealth(database, fleet.queueLevels());
    var hypervisors = new Hypervisors(database);
    return new CapacityFeature(
        hypervisors, new CapacityRoutes(health, hypervisors, lists).routes());
  }
}
