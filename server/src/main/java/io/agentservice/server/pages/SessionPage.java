package io.agentservice.server.pages;

import io.agentservice.server.events.Event;
import io.agentservice.server.events.EventLog;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.pages.Timeline.Item;
import io.agentservice.server.sessions.Session;
import io.agentservice.server.sessions.Sessions;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The page of one session. */
final class SessionPage {
  private static final int ITEMS = 1000;

  private final Sessions sessions;
  private final EventLog log;

  SessionPage(Sessions sessions, EventLog log) {
    this.sessions = sessions;
    this.log = log;
  }

  /**
   * The page's content.
   *
   * @param all whether to show the timeline from its beginning however long it is
   * @param csrf the hidden field of the forms
   * @param writes whether the person may write
   */
  Html show(Session session, boolean all, Html csrf, boolean writes) {
    var id = new SessionId(session.sessionId());
    var items = new ShownItems(all ? Integer.MAX_VALUE : ITEMS);
    sessions.messages(id, 0, 1).items().forEach(prompt -> items.put(Timeline.message(prompt)));
    long last = fold(id, items);
    var waiting = new Waiting(sessions, session);
    for (var page = waiting.next(); !page.isEmpty(); page = waiting.next()) {
      page.forEach(items::putIfAbsent);
    }
    var path = "/sessions/" + id.hex();
    return Html.of(
        """
        {}
        {}
        <ol id="timeline"{}>{}</ol>
        <p id="state" role="status"></p>
        <section id="end">{}</section>
        """,
        head(session).html(),
        leftOut(items.leftOut(), all, path),
        session.status().ended()
            ? Html.NONE
            : Html.of(" data-stream=\"{}/live\" data-after=\"{}\"", path, last),
        items.html(),
        writes && !session.status().ended() ? forms(path, csrf) : Html.NONE);
  }

  private long fold(SessionId id, ShownItems items) {
    var timeline = new Timeline();
    long last = 0;
    EventLog.Part part;
    do {
      part = log.after(id, last, EventLog.PAGE);
      for (Event event : part.events()) {
        last = event.seq();
        timeline.add(event).forEach(items::put);
      }
    } while (part.more());
    return last;
  }

  private static Html leftOut(int count, boolean all, String path) {
    if (count == 0) {
      return Html.NONE;
    }
    return all
        ? Html.of(
            "<p class=\"hint\">{} earlier steps are left out, for this page would be too long.</p>",
            count)
        : Html.of(
            "<p class=\"hint\">{} earlier steps are left out. <a href=\"{}?all=true\">Show all</a></p>",
            count,
            path);
  }

  /** Title, state and figures. */
  static Item head(Session session) {
    boolean ended = session.status().ended();
    var until = ended ? session.updatedAt() : Instant.now();
    var html =
        Html.of(
            """
            <header id="head"><h1>{}</h1>
            <p>{}</p>
            <dl>
            <div><dt>Cost</dt><dd>{}{}</dd></div>
            <div><dt>Duration</dt><dd{}>{}</dd></div>
            <div><dt>Started</dt><dd>{}</dd></div>
            {}{}
            </dl>
            {}</header>
            """,
            Words.title(session),
            Words.badge(session),
            session.cost().words(),
            session.acuLimit() == null ? "" : ", limit " + session.acuLimit() + " ACU",
            ended ? Html.NONE : Html.of(" data-since=\"{}\"", session.createdAt().getEpochSecond()),
            Words.duration(Duration.between(session.createdAt(), until)),
            Words.age(session.createdAt(), Instant.now()),
            fact("Model", session.model()),
            fact("Repositories", String.join(", ", session.repos())),
            session.errorCode() == null
                ? Html.NONE
                : Html.of(
                    "<p class=\"problem\">{} <code>{}</code></p>",
                    session.errorMessage(),
                    session.errorCode()));
    return new Item("head", html);
  }

  private static Html fact(String name, @Nullable String value) {
    return value == null || value.isEmpty()
        ? Html.NONE
        : Html.of("<div><dt>{}</dt><dd>{}</dd></div>", name, value);
  }

  private static Html forms(String path, Html csrf) {
    return Html.of(
        """
        <form id="say" method="post" action="{}/messages">{}
        <label for="message">Message to the agent</label>
        <textarea id="message" name="message" rows="3" required></textarea>
        <button>Send</button>
        </form>
        <details class="terminate"><summary>Terminate</summary>
        <form method="post" action="{}/terminate">{}
        <p>This ends the session for good. It can't be continued.</p>
        <button class="danger">Terminate the session</button>
        </form>
        </details>
        """,
        path,
        csrf,
        path,
        csrf);
  }
}
