package io.agentservice.server.engine.reviews;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.context.git.GitRepositories;
import io.agentservice.server.engine.sessions.Sessions;
import java.util.List;

public final class ReviewsFeature {
  private ReviewsFeature() {}

  public static List<Route> routes(Core core, GitRepositories git, Sessions sessions) {
    return new ReviewRoutes(new Reviews(core.database(), sessions, git)).routes();
  }
}
