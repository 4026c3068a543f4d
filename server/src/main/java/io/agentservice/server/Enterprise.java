package io.agentservice.server;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.util.List;

/** The wing {@code enterprise}, wired: what the administrator of an account sees and sets. */
record Enterprise(List<Route> routes) {

  static Enterprise wire(
      SessionsFeature.Base base,
      Identity identity,
      Context context,
      Engine engine,
      Settings settings) {
    return new Enterprise(List.of());
  }
}
