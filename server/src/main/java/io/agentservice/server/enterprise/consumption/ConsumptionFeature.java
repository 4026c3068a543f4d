package io.agentservice.server.enterprise.consumption;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import java.util.List;

public record ConsumptionFeature(Consumption consumption, List<Route> routes) implements Feature {

  /** {@code cycleDay}: day of the month on which cycles begin, 1..28. */
  public static ConsumptionFeature wire(Database database, Lists lists, int cycleDay) {
    var consumption = new Consumption(database, cycleDay);
    return new ConsumptionFeature(consumption, new ConsumptionRoutes(consumption, lists).routes());
  }
}
