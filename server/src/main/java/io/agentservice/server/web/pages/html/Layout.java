package io.agentservice.server.web.pages.html;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class Layout {
  private static final String TYPE = "text/html; charset=utf-8";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  private static final Map<String, String> HEADERS = headers(POLICY);

  private final Assets assets;
  private final Html ways;

  /** {@code ways}: the links at the left of the top of its pages. */
  public Layout(Assets assets, Html ways) {
    this.assets = assets;
    this.ways = ways;
  }

  /** What all documents for browsers say, each with its content security policy. */
  public static Map<String, String> headers(String policy) {
    return Map.of(
        "Content-Security-Policy", policy,
        "X-Content-Type-Options", "nosniff",
        "Referrer-Policy", "same-origin",
        "Cross-Origin-Opener-Policy", "same-origin");
  }

  /** A whole page; {@code who} is what stands at the right of its top. */
  public Answer page(int status, String title, Html who, Html content) {
    return page(status, title, who, content, Map.of());
  }

  public Answer page(int status, String title, Html who, Html content, Map<String, String> more) {
    return page(status, title, Html.NONE, who, content, more);
  }

  /** {@code parts} are further styles and scripts of this page alone. */
  public Answer page(
      int status, String title, Html parts, Html who, Html content, Map<String, String> more) {
    var document =
        assets.document(
            title,
            assets.address("page.css"),
            "system",
            Html.of("<script src=\"{}\" defer></script>\n{}", assets.address("page.js"), parts),
            Html.of(
                """
                <nav>{}<a href="/docs">API</a><a href="/docs/guide">Guide</a>{}</nav>
                <main>{}</main>
                """,
                ways,
                who,
                content));
    var headers = new HashMap<>(HEADERS);
    headers.putAll(more);
    return new Answer.Text(status, TYPE, document.toString(), headers);
  }

  /** A text and nothing else. */
  public static Answer plain(String text) {
    return new Answer.Text(200, "text/plain;charset=utf-8", text, HEADERS);
  }

  /** Who is signed in, with the way out. */
  public static Html who(Principal principal, Request request) {
    String token = request.cookie(WebSessions.COOKIE);
    return Html.of(
        "<span class=\"who\">{} {}</span>",
        principal.name(),
        token == null
            ? Html.NONE
            : Html.of(
                """
                <form method="post" action="/logout">{}<button class="plain">Sign out</button></form>\
                """,
                csrf(token)));
  }

  /** The hidden field that a form of a signed-in person needs; null: he came by another way. */
  public static Html csrf(@Nullable String token) {
    return token == null
        ? Html.NONE
        : Html.of(
            "<input type=\"hidden\" name=\"{}\" value=\"{}\">",
            Gate.CSRF_FIELD,
            WebSessions.csrfToken(token));
  }

  /** On to another page of ours. */
  public static Answer seeOther(String path) {
    return new Answer.Empty(303, Map.of("Location", path));
  }
}
