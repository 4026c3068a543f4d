package io.agentservice.server.web.pages;

import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.identity.passwords.Passwords;
import java.util.ArrayList;
import java.util.List;

/** The feature's parts, wired. */
public final class PagesFeature {
  private PagesFeature() {}

  /** The routes of all pages; {@code live} hears the loops of this node. */
  public static List<Route> routes(
      SessionsFeature.Base base,
      Sessions sessions,
      Authenticator authenticator,
      LivePieces live,
      Settings.Fleet fleet) {
    var assets = new Assets();
    var layout = new Layout(assets);
    var sources =
        new LiveStream.Sources(
            sessions,
            base.log(),
            base.signals(),
            live,
            fleet.watchLongest(),
            fleet.watchKeepalive());
    var routes = new ArrayList<Route>();
    routes.add(assets.route());
    routes.add(new ReferencePage(layout, assets).route());
    var passwords = new Passwords(base.database(), authenticator);
    var ways = new SignIn.Ways(authenticator, passwords);
    routes.addAll(
        Route.changingAccess(new SignIn(base.database(), ways, base.addresses(), layout).routes()));
    routes.addAll(new PageRoutes(sources, authenticator, layout).routes());
    return routes;
  }
}
