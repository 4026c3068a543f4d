package io.agentservice.server.web.pages;

import io.agentservice.server.agent.timeline.steps.Timeline;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.approvals.SessionApprovals;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.web.pages.StepHtml.Item;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.PlainAddress;
import io.agentservice.server.web.pages.html.Words;
import io.agentservice.wire.text.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class SessionPage {
  private static final int ITEMS = 1000;

  /** So many events are read for them, and for a page of all: each is about half an item. */
  private static final int EVENTS = 2000;

  private static final int ALL_EVENTS = 20_000;

  private final Sessions sessions;
  private final EventLog log;
  private final SessionApprovals approvals;

  SessionPage(Sessions sessions, EventLog log, SessionApprovals approvals) {
    this.sessions = sessions;
    this.log = log;
    this.approvals = approvals;
  }

  /** {@code all}: as much as a page can hold; {@code csrf} is the forms' field. */
  Html show(Session session, boolean all, Html csrf, boolean writes) {
    var id = session.sessionId();
    var look = new StepHtml(id);
    var items = new ShownItems(all ? Integer.MAX_VALUE : ITEMS);
    sessions
        .messages(id)
        .rows()
        .read(null, 1)
        .items()
        .forEach(prompt -> items.put(look.message(prompt)));
    var events = newest(id, all ? ALL_EVENTS : EVENTS);
    var timeline = new Timeline();
    var running = new RunningJobs();
    var jobs = new LinkedHashMap<String, Html>();
    for (var event : events.events()) {
      timeline.add(event).forEach(step -> items.put(look.item(step)));
      running.add(event).forEach(job -> jobs.put(job.id(), job.html()));
    }
    long last = events.events().isEmpty() ? 0 : events.events().getLast().seq();
    var waiting = new Waiting(sessions, session);
    for (var page = waiting.next(); !page.isEmpty(); page = waiting.next()) {
      page.forEach(items::putIfAbsent);
    }
    var path = PlainAddress.of(id);
    return Html.of(
        """
        {}
        <ul id="jobs" aria-label="Jobs that run">{}</ul>
        {}
        <ol id="timeline"{}>{}</ol>
        <p id="state" role="status"></p>
        <section id="end">{}</section>
        """,
        head(session).html(),
        Html.join(jobs.values()),
        leftOut(items.leftOut(), events.more(), all, path),
        session.standing().status().ended()
            ? Html.NONE
            : Html.of(" data-stream=\"{}/live\" data-after=\"{}\"", path, last),
        items.html(),
        writes && !session.standing().status().ended()
            ? Html.of("{}{}", approval(id, path, csrf), forms(path, csrf))
            : Html.NONE);
  }

  private Html approval(SessionId id, String path, Html csrf) {
    return approvals.open(id).map(open -> ApprovalPart.form(path, open, csrf)).orElse(Html.NONE);
  }

  /** As much as is asked for and fits onto a page, so that a long log costs no more than that. */
  private EventLog.Part newest(SessionId id, int most) {
    var parts = new ArrayDeque<Event>();
    long before = Long.MAX_VALUE;
    long characters = 0;
    EventLog.Part part;
    do {
      part = log.before(id, before, Math.min(EventLog.PAGE, most - parts.size()));
      for (var event : part.events().reversed()) {
        parts.addFirst(event);
        characters += event.data().length();
        before = event.seq();
      }
    } while (part.more() && parts.size() < most && characters < ShownItems.MAX_CHARACTERS);
    return new EventLog.Part(List.copyOf(parts), part.more());
  }

  private static Html leftOut(int count, boolean more, boolean all, String path) {
    if (count == 0 && !more) {
      return Html.NONE;
    }
    String steps = more ? "The earlier" : "%,d earlier".formatted(count);
    return all
        ? Html.of(
            "<p class=\"hint\">{} steps are left out, for this page would be too long.</p>", steps)
        : Html.of(
            "<p class=\"hint\">{} steps are left out. <a href=\"{}?all=true\">Show more</a></p>",
            steps,
            path);
  }

  static Item head(Session session) {
    boolean ended = session.standing().status().ended();
    var error = session.standing().error();
    var limit = session.usage().acuLimit();
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
            session.usage().cost().words(),
            limit == null ? "" : ", limit " + limit + " ACU",
            ended ? Html.NONE : Html.of(" data-since=\"{}\"", session.createdAt().getEpochSecond()),
            TimeText.of(Duration.between(session.createdAt(), until)),
            Words.age(session.createdAt(), Instant.now()),
            fact("Model", session.task().model()),
            fact("Repositories", String.join(", ", session.task().repos())),
            error == null
                ? Html.NONE
                : Html.of(
                    "<p class=\"problem\">{} <code>{}</code></p>",
                    error.errorMessage(),
                    error.errorCode()));
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
