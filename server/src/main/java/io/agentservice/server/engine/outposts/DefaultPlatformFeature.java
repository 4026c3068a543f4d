package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import java.util.List;

public record DefaultPlatformFeature(List<Route> routes) implements Feature {
  public static DefaultPlatformFeature wire(Database database) {
    return new DefaultPlatformFeature(
        new DefaultPlatformRoutes(new DefaultPlatforms(database)).routes());
  }
}
