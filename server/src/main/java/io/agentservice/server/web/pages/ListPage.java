package io.agentservice.server.web.pages;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Layout;
import io.agentservice.server.web.pages.html.PlainAddress;
import io.agentservice.server.web.pages.html.Words;
import java.time.Instant;
import java.util.List;

/** The newest sessions that the person may see. */
final class ListPage {
  private static final int ROWS = 50;

  private final Sessions sessions;
  private final Layout layout;

  ListPage(Sessions sessions, Layout layout) {
    this.sessions = sessions;
    this.layout = layout;
  }

  Answer get(Request request) {
    var principal = request.principal();
    var organizations = organizations(principal);
    var found =
        organizations.isEmpty() && !seesAll(principal)
            ? new Rows<Session>(List.of(), false)
            : sessions
                .list(of(principal), shown(organizations, principal))
                .rows()
                .apply(window(request));
    var shown = found.items();
    var now = Instant.now();
    var content =
        Html.of(
            "<h1>Sessions</h1>{}{}",
            shown.isEmpty()
                ? Html.of("<p class=\"hint\">No sessions here yet.</p>")
                : Html.of(
                    "<ul class=\"sessions\">{}</ul>",
                    Html.join(shown.stream().map(session -> row(session, now)).toList())),
            found.more()
                ? Html.of(
                    "<p><a href=\"{}?after={}\">Older sessions</a></p>",
                    PlainAddress.LIST,
                    shown.getLast().sessionId().hex())
                : Html.NONE);
    return layout.page(200, "Sessions", Layout.who(principal, request), content);
  }

  /** Those that are not archived. */
  private static SessionFilter shown(List<String> organizations, Principal principal) {
    return SessionFilter.any(principal.author())
        .of(organizations)
        .with(SessionFilter.State.archived(false));
  }

  private static Scope of(Principal principal) {
    return new Scope(principal.accountId(), null);
  }

  private static boolean seesAll(Principal principal) {
    return principal.holds(Permission.VIEW_ORG_SESSIONS);
  }

  private static List<String> organizations(Principal principal) {
    return seesAll(principal)
        ? List.of()
        : principal.orgRoles().keySet().stream()
            .filter(org -> principal.holds(Permission.VIEW_ORG_SESSIONS, org))
            .map(OrgId::value)
            .toList();
  }

  private Window window(Request request) {
    String text = request.query().text("after");
    var id = text == null ? null : Id.parse(SessionId.class, text);
    if (id == null) {
      return Window.first(ROWS);
    }
    var last = sessions.get(request.principal().accountId(), id);
    return Window.first(ROWS).behind(new Place(last.createdAt(), last.sessionId().value()));
  }

  private static Html row(Session session, Instant now) {
    return Html.of(
        "<li><a href=\"{}\">{}</a>{}<span class=\"cost\">{}</span>{}</li>",
        PlainAddress.of(session.sessionId()),
        Words.title(session),
        Words.badge(session),
        session.usage().cost().words(),
        Words.age(session.createdAt(), now));
  }
}
