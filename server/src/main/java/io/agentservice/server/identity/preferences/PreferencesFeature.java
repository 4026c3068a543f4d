package io.agentservice.server.identity.preferences;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import java.util.List;

public record PreferencesFeature(
    OwnPreferences preferences, Belongings belongings, List<Route> routes) implements Feature {

  public static PreferencesFeature wire(Database database) {
    var preferences = new OwnPreferences(database);
    return new PreferencesFeature(
        preferences, preferences::erase, new PreferenceRoutes(preferences).routes());
  }
}
