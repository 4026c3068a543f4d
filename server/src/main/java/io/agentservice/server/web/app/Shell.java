package io.agentservice.server.web.app;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.enterprise.organizations.Organizations;
import io.agentservice.server.identity.preferences.OwnPreferences;
import io.agentservice.server.identity.preferences.Preferences;
import io.agentservice.server.web.pages.html.Assets;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Layout;
import io.agentservice.server.web.pages.html.PlainAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents of the app: a program, who is signed in, and the first answer. */
final class Shell {
  private static final String TYPE = "text/html; charset=utf-8";

  /**
   * Text of strangers becomes elements only: no markup is ever made of a text, and of addresses of
   * programs only that of the service worker, by the policy {@code agent-worker}.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
          + "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
          + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types agent-worker";

  /**
   * What shows a terminal makes {@code <style>} elements, so it is a document of its own: it shows
   * nothing but that, and no text of it becomes markup (Trusted Types).
   */
  private static final String TERMINAL_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
          + "img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; "
          + "require-trusted-types-for 'script'; trusted-types 'none'";

  /** What shows a desktop has pictures in addresses of their own: nothing is fetched for them. */
  private static final String DESKTOP_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; "
          + "img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; "
          + "require-trusted-types-for 'script'; trusted-types 'none'";

  /** A document: its files by their names in the manifest, and what it may do. */
  private record Kind(String script, String style, Map<String, String> headers) {}

  private static final Kind APP = new Kind("script", "style", Layout.headers(POLICY));
  private static final Kind TERMINAL =
      new Kind("terminal_script", "terminal_style", Layout.headers(TERMINAL_POLICY));
  private static final Kind DESKTOP =
      new Kind("desktop_script", "desktop_style", Layout.headers(DESKTOP_POLICY));

  /** So many organizations are offered for choice. */
  private static final int ORGANIZATIONS = 200;

  private final Built built;
  private final Assets assets;
  private final Organizations organizations;
  private final OwnPreferences preferences;

  Shell(Built built, Assets assets, Organizations organizations, OwnPreferences preferences) {
    this.built = built;
    this.assets = assets;
    this.organizations = organizations;
    this.preferences = preferences;
  }

  /** {@code first}: null has the app ask itself. */
  Answer page(int status, Request request, @Nullable Object first) {
    return page(APP, status, request, first);
  }

  /** The document of a session's terminals. */
  Answer terminal(int status, Request request, @Nullable Object first) {
    return page(TERMINAL, status, request, first);
  }

  /** The document of the desktop of a session's machine. */
  Answer desktop(int status, Request request, @Nullable Object first) {
    return page(DESKTOP, status, request, first);
  }

  private Answer page(Kind kind, int status, Request request, @Nullable Object first) {
    var wanted = preferences.get(request.principal());
    var document =
        assets.document(
            "agent",
            AppFiles.PATH + built.entry(kind.style()),
            wanted.theme(),
            Html.of(
                """
                <script type="module" src="{}"></script>
                <script type="application/json" id="boot">{}</script>
                <script type="application/json" id="first">{}</script>
                """,
                AppFiles.PATH + built.entry(kind.script()),
                Html.data(Json.MAPPER.writeValueAsString(boot(request, wanted))),
                Html.data(Json.MAPPER.writeValueAsString(first))),
            Html.of(
                """
                <div id="app"></div>
                <noscript><p>This page needs JavaScript. There is a <a href="{}">plain page</a> of the same.</p></noscript>
                """,
                PlainAddress.inPlaceOf(request.path())));
    return new Answer.Text(status, TYPE, document.toString(), kind.headers());
  }

  private Map<String, @Nullable Object> boot(Request request, Preferences wanted) {
    var principal = request.principal();
    String token = request.cookie(WebSessions.COOKIE);
    var boot = new LinkedHashMap<String, @Nullable Object>();
    boot.put("name", principal.name());
    boot.put("user_id", principal.userId());
    boot.put("csrf", token == null ? null : WebSessions.csrfToken(token));
    boot.put("permissions", Permission.names(principal.accountRole()));
    boot.put("organizations", organizations(principal));
    boot.put("preferences", wanted);
    return boot;
  }

  private List<Map<String, Object>> organizations(Principal principal) {
    return organizations
        .list(principal.accountId())
        .rows()
        .apply(Window.first(ORGANIZATIONS))
        .items()
        .stream()
        .filter(org -> !principal.in(org.orgId()).isEmpty())
        .map(org ->
            Map.<String, Object>of(
                "org_id", org.orgId().value(),
                "name", org.name(),
                "permissions", Permission.names(principal.in(org.orgId()))))
        .toList();
  }
}
