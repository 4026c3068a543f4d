package io.agentservice.server.legacy.v1;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.context.knowledge.Knowledge;
import java.util.List;

/** The routes of versions 1 and 2, on the features that they show. */
public final class Legacy {
  private Legacy() {}

  public static List<Route> routes(Knowledge knowledge) {
    return new KnowledgeOfVersion1(knowledge).routes();
  }
}
