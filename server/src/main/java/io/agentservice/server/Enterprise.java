package io.agentservice.server;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.enterprise.consumption.Consumption;
import io.agentservice.server.enterprise.consumption.ConsumptionFeature;
import java.util.List;

/** The wing {@code enterprise}, wired: what the administrator of an account sees and sets. */
record Enterprise(Consumption consumption, List<Route> routes) {

  static Enterprise wire(
      SessionsFeature.Base base,
      Identity identity,
      Context context,
      Engine engine,
      Settings settings) {
    var consumption =
        ConsumptionFeature.wire(base.database(), base.lists(), settings.limits().cycleDay());
    return new Enterprise(consumption.consumption(), consumption.routes());
  }
}
