package io.agentservice.server.context.searches;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.context.indexing.IndexSearch;
import java.util.List;

public record SearchesFeature(Searches searches, List<Route> routes) implements Feature {

  public static SearchesFeature wire(Database database, IndexSearch index, Lists lists) {
    var searches = new Searches(database, index);
    return new SearchesFeature(searches, new SearchRoutes(searches, lists).routes());
  }
}
