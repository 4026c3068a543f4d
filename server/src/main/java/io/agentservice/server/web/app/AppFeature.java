package io.agentservice.server.web.app;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.enterprise.organizations.Organizations;
import io.agentservice.server.web.pages.PagesFeature;
import java.util.ArrayList;
import java.util.List;

public record AppFeature(List<Route> routes) implements Feature {
  private static final String BASE = "/app";

  /** Nothing where the app was not built. */
  public static AppFeature wire(
      Core core, Sessions sessions, Organizations organizations, PagesFeature pages) {
    return Built.find()
        .map(built -> {
          var shell = new Shell(built, pages.assets(), organizations, BASE);
          var routes = new ArrayList<Route>();
          routes.add(new AppFiles(built).route());
          routes.addAll(
              new AppRoutes(sessions, organizations, core.addresses(), shell, pages.access(), BASE)
                  .routes());
          return new AppFeature(routes);
        })
        .orElse(new AppFeature(List.of()));
  }
}
