package io.agentservice.server.context.tags;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import java.util.List;

public record TagsFeature(OrganizationTags tags, List<Route> routes) implements Feature {

  /** {@code on}: whether it is served, and tags are checked. */
  public static TagsFeature wire(Database database, boolean on) {
    var tags = new OrganizationTags(database, on);
    return new TagsFeature(tags, new OrganizationTagRoutes(tags, on).routes());
  }
}
