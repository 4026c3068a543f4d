package io.agentservice.server.web.pages;

import io.agentservice.server.agent.timeline.LivePieces;
import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.approvals.SessionApprovals;
import io.agentservice.server.identity.openid.OpenId;
import io.agentservice.server.identity.passwords.Passwords;
import io.agentservice.server.identity.signins.SignIns;
import io.agentservice.server.web.pages.html.Assets;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Layout;
import io.agentservice.server.web.pages.html.PlainAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The plain pages.
 *
 * @param access of pages for people: who is not signed in is led to the sign-in
 */
public record PagesFeature(List<Route> routes, Assets assets, Access access) implements Feature {

  /**
   * Wires them.
   *
   * @param live hears the loops of this node
   * @param app whether there is the web app too
   */
  public static PagesFeature wire(
      Core core,
      SessionsFeature sessions,
      SessionApprovals approvals,
      Authenticator authenticator,
      IpAccess access,
      LivePieces live,
      boolean app) {
    var settings = core.settings();
    var fleet = settings.fleet();
    var assets = new Assets();
    var layout = new Layout(assets, Html.of("<a href=\"/\">Sessions</a>"));
    var sources =
        new LiveStream.Sources(
            sessions.sessions(),
            core.log(),
            core.signals(),
            live,
            fleet.watchLongest(),
            fleet.watchKeepalive());
    var routes = new ArrayList<Route>();
    routes.add(assets.route());
    routes.add(new ReferencePage(layout, assets).route());
    var signIns = new SignIns(core.database(), authenticator, access);
    var passwords = new Passwords(core.database(), signIns);
    var openId =
        settings.openId() == null
            ? null
            : new OpenId(core.database(), signIns, core.addresses(), settings.openId());
    var ways = new SignIn.Ways(authenticator, signIns, passwords, openId);
    routes.addAll(
        Route.changingAccess(new SignIn(core.database(), ways, core.addresses(), layout).routes()));
    var pages = new PageRoutes(sources, approvals, authenticator, plain(assets, app));
    routes.addAll(pages.routes());
    return new PagesFeature(routes, assets, pages.access());
  }

  /** Who reads plain pages stays on them. */
  private static Layout plain(Assets assets, boolean app) {
    var toApp = app ? Html.of("<a href=\"/\">Web app</a>") : Html.NONE;
    return new Layout(assets, Html.of("<a href=\"{}\">Sessions</a>{}", PlainAddress.LIST, toApp));
  }
}
