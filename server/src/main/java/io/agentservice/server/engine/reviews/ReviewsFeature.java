package io.agentservice.server.engine.reviews;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.util.List;

/** The feature, wired. */
public final class ReviewsFeature {
  private ReviewsFeature() {}

  public static List<Route> routes(SessionsFeature.Base base, Sessions sessions) {
    return new ReviewRoutes(new Reviews(base.database(), sessions, base.context().git())).routes();
  }
}
