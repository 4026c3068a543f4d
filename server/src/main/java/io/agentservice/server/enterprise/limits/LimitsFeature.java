package io.agentservice.server.enterprise.limits;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Feature;
import io.agentservice.server.base.settings.Settings;
import java.util.List;

/** The feature, wired. */
public record LimitsFeature(Limits limits, List<Route> routes) {

  public static LimitsFeature wire(Database database, Lists lists, Settings settings) {
    var limits = new Limits(database, settings.limits().cycleAcus());
    boolean withGroups = settings.features().contains(Feature.ORG_GROUP_LIMITS);
    return new LimitsFeature(limits, new LimitRoutes(limits, lists, withGroups).routes());
  }
}
