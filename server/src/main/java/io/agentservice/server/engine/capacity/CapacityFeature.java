package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.metrics.AccountGauge;
import io.agentservice.server.base.settings.QueueLevels;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

public record CapacityFeature(
    Hypervisors hypervisors, List<Route> routes, List<AccountGauge> gauges) implements Feature {

  public static CapacityFeature wire(Database database, Lists lists, Supplier<QueueLevels> levels) {
    var health = new QueueHealth(database, levels);
    var hypervisors = new Hypervisors(database);
    return new CapacityFeature(
        hypervisors,
        new CapacityRoutes(health, hypervisors, lists).routes(),
        new Standing(database).gauges());
  }

  @Override
  public List<Chore> chores() {
    return List.of(
        Chore.everywhere(
            "hypervisors", Duration.ofSeconds(10), () -> Lane.NODE.run(hypervisors::write)));
  }
}
