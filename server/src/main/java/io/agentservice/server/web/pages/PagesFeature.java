package io.agentservice.server.web.pages;

import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.identity.openid.OpenId;
import io.agentservice.server.identity.passwords.Passwords;
import io.agentservice.server.identity.signins.SignIns;
import java.util.ArrayList;
import java.util.List;

/** The feature's parts, wired. */
public final class PagesFeature {
  private PagesFeature() {}

  /** The routes of all pages; {@code live} hears the loops of this node. */
  public static List<Route> routes(
      SessionsFeature.Base base,
      SessionsFeature sessions,
      Authenticator authenticator,
      LivePieces live,
      Settings settings) {
    var fleet = settings.fleet();
    var assets = new Assets();
    var layout = new Layout(assets);
    var sources =
        new LiveStream.Sources(
            sessions.sessions(),
            base.log(),
            base.signals(),
            live,
            fleet.watchLongest(),
            fleet.watchKeepalive());
    var routes = new ArrayList<Route>();
    routes.add(assets.route());
    routes.add(new ReferencePage(layout, assets).route());
    var signIns = new SignIns(base.database(), authenticator);
    var passwords = new Passwords(base.database(), signIns);
    var openId =
        settings.openId() == null
            ? null
            : new OpenId(base.database(), signIns, base.addresses(), settings.openId());
    var ways = new SignIn.Ways(authenticator, passwords, openId);
    routes.addAll(
        Route.changingAccess(new SignIn(base.database(), ways, base.addresses(), layout).routes()));
    routes.addAll(new PageRoutes(sources, authenticator, layout).routes());
    return routes;
  }
}
