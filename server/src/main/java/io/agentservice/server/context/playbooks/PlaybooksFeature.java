package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import java.util.List;

public record PlaybooksFeature(Playbooks playbooks, List<Route> routes) implements Feature {

  public static PlaybooksFeature wire(Database database, Lists lists) {
    var playbooks = new Playbooks(database);
    return new PlaybooksFeature(playbooks, new PlaybookRoutes(playbooks, lists).routes());
  }
}
