package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import java.util.List;

/** The feature, wired. */
public record PlaybooksFeature(Playbooks playbooks, List<Route> routes) {

  public static PlaybooksFeature wire(Database database, Lists lists) {
    var playbooks = new Playbooks(database);
    return new PlaybooksFeature(playbooks, new PlaybookRoutes(playbooks, lists).routes());
  }
}
