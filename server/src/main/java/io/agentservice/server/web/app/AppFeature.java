package io.agentservice.server.web.app;

import io.agentservice.server.agent.timeline.TimelineFeature;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.live.LivePosition;
import io.agentservice.server.enterprise.organizations.Organizations;
import io.agentservice.server.identity.preferences.OwnPreferences;
import io.agentservice.server.web.pages.PagesFeature;
import io.agentservice.server.web.pages.html.Layout;
import io.agentservice.server.web.pages.html.PlainAddress;
import java.util.ArrayList;
import java.util.List;

public record AppFeature(List<Route> routes) implements Feature {

  /** Where the app was not built, its addresses lead to the plain pages. */
  public static AppFeature wire(
      Core core,
      Sessions sessions,
      Organizations organizations,
      OwnPreferences preferences,
      TimelineFeature timeline,
      PagesFeature pages) {
    var built = Built.find();
    if (built.isEmpty()) {
      return new AppFeature(
          AppRoutes.PATHS.stream()
              .map(path -> Route.get(path, Access.open(), AppFeature::toPlain))
              .toList());
    }
    var first =
        new FirstAnswers(
            sessions,
            organizations,
            timeline.newest(),
            core.addresses(),
            new LivePosition(core.database()));
    var shell = new Shell(built.get(), pages.assets(), organizations, preferences);
    var routes = new ArrayList<Route>();
    routes.addAll(new AppFiles(built.get()).routes());
    routes.addAll(new AppRoutes(first, shell, pages.access()).routes());
    return new AppFeature(routes);
  }

  /** Whether the app was built. */
  public static boolean isBuilt() {
    return Built.find().isPresent();
  }

  private static Answer toPlain(Request request) {
    return Layout.seeOther(PlainAddress.inPlaceOf(request.path()));
  }
}
