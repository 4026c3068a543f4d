package io.agentservice.server.web.pages;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.identity.openid.OpenId;
import io.agentservice.server.identity.passwords.Passwords;
import io.agentservice.server.identity.signins.SignIns;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Layout;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Signing in with a key, a password or an identity provider, and out again (auth.md 1 and 8). */
final class SignIn {
  /** Refusals after which the form asks for a new password too. */
  private static final Set<String> NEW_PASSWORD =
      Set.of(Passwords.CHANGE_REQUIRED, Passwords.UNFIT);

  /**
   * Where a sign-in may lead: a screen of the web app, or a plain page, with what is chosen there.
   */
  private static final Pattern OURS =
      Pattern.compile(
          "((/plain)?/sessions/[0-9a-f]{32}|/o/org-[0-9a-f]{32}/(sessions|new)|/plain(?=\\?|$))"
              + "(\\?[-A-Za-z0-9_.~%/=&+:@]*)?");

  /** What the browser keeps while a person is with the identity provider. */
  private static final String AWAY = "agent_sign_in";

  private static final String TO_PROVIDER = "/login/oidc";

  private static final Duration LONGEST_AWAY = Duration.ofMinutes(15);

  private final Database database;
  private final Ways ways;
  private final Addresses addresses;
  private final Layout layout;

  SignIn(Database database, Ways ways, Addresses addresses, Layout layout) {
    this.database = database;
    this.ways = ways;
    this.addresses = addresses;
    this.layout = layout;
  }

  /** By a key, by name and password, or with an identity provider; null: there is none. */
  record Ways(Authenticator keys, SignIns signIns, Passwords passwords, @Nullable OpenId openId) {}

  List<Route> routes() {
    Access.Refusal again = (problem, request) -> form(problem.status(), problem, next(request));
    var routes = new ArrayList<Route>();
    var openId = ways.openId();
    if (openId != null) {
      var page = new Access.OpenPage(again);
      routes.add(Route.get(TO_PROVIDER, page, request -> toProvider(openId, request)));
      routes.add(
          Route.get(OpenId.BACK, page, request -> fromProvider(openId, request)).changingAccess());
    }
    routes.addAll(
        List.of(
            Route.get(
                "/login", new Access.OpenPage(again), request -> form(200, null, next(request))),
            Route.post("/login", new Access.OpenPage(again), this::signIn),
            Route.post("/logout", new Access.Page((_, _) -> out()), this::signOut)));
    return routes;
  }

  /** To the sign-in, and from there to where the person wanted to go. */
  static Answer first(Request request) {
    return Layout.seeOther("/login?next=" + encoded(local(request.target())));
  }

  private Answer signIn(Request request) {
    checkOrigin(request);
    String name = filled(request, "name");
    String token = name == null ? byKey(request) : byPassword(request, name.strip());
    return in(next(request), token);
  }

  private Answer toProvider(OpenId openId, Request request) {
    var beginning = openId.begin();
    String kept = beginning.token() + "." + next(request);
    return redirect(beginning.address().toString(), cookie(AWAY, kept, LONGEST_AWAY));
  }

  /** The cookie stays until its time is over: what it stands for is worth nothing any more. */
  private Answer fromProvider(OpenId openId, Request request) {
    String cookie = request.cookie(AWAY);
    var kept = cookie == null ? new String[0] : cookie.split("\\.", 2);
    var query = request.query();
    var back =
        new OpenId.Return(
            kept.length == 0 ? null : kept[0],
            query.text("state"),
            query.text("code"),
            query.text("error"),
            query.text("iss"));
    String token = openId.end(back, request.ip(), request.source(), request.id());
    return in(kept.length < 2 ? "/" : local(kept[1]), token);
  }

  private Answer in(String next, String token) {
    return redirect(next, cookie(WebSessions.COOKIE, token, WebSessions.LIFETIME));
  }

  private String byPassword(Request request, String name) {
    String password = filled(request, "password");
    return ways.passwords()
        .signIn(
            new Passwords.Attempt(
                name,
                password == null ? "" : password,
                filled(request, "new_password"),
                request.ip(),
                request.source(),
                request.id()));
  }

  private static @Nullable String filled(Request request, String field) {
    String text = request.form(field);
    return text == null || text.isEmpty() ? null : text;
  }

  private String byKey(Request request) {
    String key = request.form("key");
    var principal = ways.keys().authenticate("Bearer " + (key == null ? "" : key.strip()));
    if (principal.kind().isLegacy()) {
      throw Problem.unauthorized(
              "credentials_invalid",
              "A legacy key is good for v1 and v2 only",
              "Use a service user key or a personal token")
          .exception();
    }
    ways.signIns().checkSource(principal.accountId(), request.source());
    var caller = new Caller(principal, request.ip(), request.id());
    return database.inTransaction(tx -> {
      Audit.record(tx, caller, "login", null, Map.of("method", "key", "success", true));
      return WebSessions.open(tx, principal.keyId());
    });
  }

  /** Without a token to check, another site could sign a person in under its key. */
  private void checkOrigin(Request request) {
    String site = request.header("Sec-Fetch-Site");
    String origin = request.header("Origin");
    boolean foreign =
        site != null
            ? !site.equals("same-origin") && !site.equals("none")
            : origin != null && !isOurs(origin, request.header("Host"));
    if (foreign) {
      throw Problem.forbidden("csrf_token_invalid", "The request does not come from our page")
          .exception();
    }
  }

  private boolean isOurs(String origin, @Nullable String host) {
    int scheme = origin.indexOf("://");
    if (scheme < 0) {
      return false;
    }
    var authority = origin.substring(scheme + "://".length());
    return authority.equals(host) || authority.equals(URI.create(addresses.base()).getAuthority());
  }

  private Answer signOut(Request request) {
    String token = request.cookie(WebSessions.COOKIE);
    if (token != null) {
      database.useTransaction(tx -> WebSessions.close(tx, token));
    }
    return out();
  }

  private Answer out() {
    return redirect("/login", cookie(WebSessions.COOKIE, "", Duration.ZERO));
  }

  /** Lax: sent too when the identity provider sends a browser back to us. */
  private String cookie(String name, String value, Duration life) {
    return "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax"
            .formatted(name, value, life.toSeconds())
        + (addresses.base().startsWith("https:") ? "; Secure" : "");
  }

  private static Answer redirect(String path, String cookie) {
    return new Answer.Empty(303, Map.of("Location", path, "Set-Cookie", cookie));
  }

  private static String next(Request request) {
    String sent = request.form("next");
    String next = sent == null ? request.query().text("next") : sent;
    return local(next == null ? "/" : next);
  }

  /** Only to our own pages, never to an address that came from outside. */
  private static String local(String path) {
    var ours = OURS.matcher(path);
    return ours.lookingAt() ? ours.group() : "/";
  }

  private static String encoded(String next) {
    return URLEncoder.encode(next, StandardCharsets.UTF_8).replace("%2F", "/");
  }

  private Answer form(int status, @Nullable Problem problem, String next) {
    var content =
        Html.of(
            """
            <section class="login">
            <h1>Sign in</h1>
            {}{}
            <form method="post" action="/login">
            <input type="hidden" name="next" value="{}">
            <label for="key">Key</label>
            <input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
            <p class="hint">A service user key or a personal token. The first start of the server printed one.</p>
            <button>Sign in</button>
            </form>
            <h2>With a password</h2>
            <form method="post" action="/login">
            <input type="hidden" name="next" value="{}">
            <label for="name">Name or address of mail</label>
            <input id="name" name="name" autocomplete="username" required>
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required>
            {}
            <button>Sign in</button>
            </form>
            </section>
            """,
            problem == null
                ? Html.NONE
                : Html.of(
                    "<p class=\"problem\" role=\"alert\">{}. {}</p>",
                    problem.detail(),
                    problem.hint() == null ? "" : problem.hint()),
            ways.openId() == null
                ? Html.NONE
                : Html.of(
                    "<p><a class=\"button\" href=\"{}?next={}\">Sign in with your organization's account</a></p>",
                    TO_PROVIDER,
                    encoded(next)),
            next,
            next,
            problem != null && NEW_PASSWORD.contains(problem.code())
                ? Html.of(
                    """
                    <label for="new_password">New password</label>
                    <input id="new_password" name="new_password" type="password" autocomplete="new-password"
                      minlength="12" maxlength="256" required>
                    """)
                : Html.NONE);
    return layout.page(status, "Sign in", Html.NONE, content);
  }
}
