package io.agentservice.server.web.pages;

import io.agentservice.server.agent.timeline.LivePieces;
import io.agentservice.server.agent.timeline.steps.Timeline;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.web.pages.StepHtml.Item;
import io.agentservice.server.web.pages.html.Html;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What follows a page: items by the log's numbers, live text, and {@code end}. */
final class LiveStream {
  /** How soon live text and events of other nodes are noticed. */
  private static final Duration TICK = Duration.ofMillis(200);

  private static final Duration POLL = Duration.ofSeconds(1);

  /** How soon a revoked key closes its streams (auth.md 1). */
  private static final Duration CHECK = Duration.ofSeconds(5);

  /** Events to look back for the turn of a running call. */
  private static final int CONTEXT = 500;

  private static final Set<String> TELL_OF_MESSAGES =
      Set.of("created", "message_queued", "message_withdrawn", "status");

  /** What the streams of all browsers share. */
  record Sources(
      Sessions sessions,
      EventLog log,
      EventSignals signals,
      LivePieces live,
      Duration longest,
      Duration keepalive) {}

  private final Sources sources;
  private final SessionId id;
  private final long after;
  private final BooleanSupplier allowed;
  private final OutputStream out;
  private final Waits waits;
  private final StepHtml look;
  private final Timeline timeline = new Timeline();
  private final RunningJobs jobs = new RunningJobs();
  private long last;
  private boolean begun;
  private boolean news;
  private boolean due = true;

  /** {@code after} is the browser's last event; {@code allowed}: the person may still watch. */
  LiveStream(
      Sources sources,
      SessionId id,
      long after,
      BooleanSupplier allowed,
      OutputStream out,
      Waits waits) {
    this.sources = sources;
    this.id = id;
    this.look = new StepHtml(id);
    this.after = after;
    this.allowed = allowed;
    this.out = out;
    this.waits = waits;
  }

  /** Writes until the session has ended, the longest time is over or the browser has gone. */
  void write() throws IOException, InterruptedException {
    var start = Timer.start();
    var looked = Timer.start();
    var checked = Timer.start();
    var quiet = Timer.start();
    var figures = Timer.start();
    try (var listener = sources.signals().listen(id);
        var watch = sources.live().watch(id)) {
      while (!start.isOver(sources.longest()) && !waits.isOver()) {
        news = false;
        if (checked.isOver(CHECK)) {
          checked = Timer.start();
          if (!allowed.getAsBoolean()) {
            return;
          }
        }
        if (due || looked.isOver(POLL)) {
          looked = Timer.start();
          if (look()) {
            return;
          }
        }
        for (var piece : watch.take()) {
          send(piece);
        }
        if (news) {
          quiet = Timer.start();
        } else if (quiet.isOver(sources.keepalive())) {
          quiet = Timer.start();
          write(": keepalive\n\n");
        }
        if (figures.isOver(sources.keepalive())) { // machine time is booked without an event
          figures = Timer.start();
          send(SessionPage.head(sources.sessions().find(id).orElseThrow()));
        }
        out.flush();
        waits.on(() -> due = listener.await(TICK));
      }
    }
  }

  /** Learns of the calls that still run, without reading what the browser has anyway. */
  private void prime() {
    sources.log().before(id, after + 1, CONTEXT).events().forEach(this::items);
    last = after;
  }

  /** Sends what the log has more; true when the session has ended and all of it was sent. */
  private boolean look() throws IOException {
    boolean head = !begun;
    boolean messages = false;
    if (!begun) {
      prime();
      begun = true;
    }
    EventLog.Part part;
    do {
      part = sources.log().after(id, last, EventLog.PAGE);
      for (Event event : part.events()) {
        if (waits.isOver()) { // the reader sets the pace: a long log may take him hours
          return false;
        }
        last = event.seq();
        for (Item item : items(event)) {
          send(item);
        }
        head = true;
        messages |= TELL_OF_MESSAGES.contains(event.type());
      }
    } while (part.more());
    if (!head) {
      return false;
    }
    var session = sources.sessions().find(id).orElseThrow();
    if (messages) {
      var waiting = new Waiting(sources.sessions(), session);
      for (var page = waiting.next(); !page.isEmpty(); page = waiting.next()) {
        for (Item item : page) {
          send(item);
        }
      }
    }
    send(SessionPage.head(session));
    return hasEnded(session);
  }

  /** What the event does to the page. */
  private List<Item> items(Event event) {
    var items = new ArrayList<Item>();
    switch (event.type()) {
      case "model_turn", "interrupted" -> items.add(new Item(StepHtml.WRITING, Html.NONE));
      case "message_withdrawn" -> {
        String id = Json.MAPPER.readTree(event.data()).path("event_id").asString("");
        items.add(new Item(StepHtml.ofMessage(id), Html.NONE));
      }
      default -> {}
    }
    timeline.add(event).forEach(step -> items.add(look.item(step)));
    items.addAll(jobs.add(event));
    return items;
  }

  private boolean hasEnded(Session session) throws IOException {
    boolean ended =
        session.standing().status().ended() && sources.log().after(id, last, 1).events().isEmpty();
    if (ended) {
      write("event: end\ndata: {}\n\n");
      out.flush();
    }
    return ended;
  }

  private void send(Item item) throws IOException {
    var data =
        Json.MAPPER.createObjectNode().put("id", item.id()).put("html", item.html().toString());
    write("id: %d\ndata: %s\n\n".formatted(last, data));
  }

  private void send(LivePieces.Piece piece) throws IOException {
    switch (piece) {
      case LivePieces.Piece.ModelText(String text) -> sendPiece(StepHtml.WRITING, text);
      case LivePieces.Piece.Restart() -> send(new Item(StepHtml.WRITING, Html.NONE));
      case LivePieces.Piece.CallOutput(String callId, String text) -> {
        String item = timeline.stepOf(callId);
        if (item != null) {
          sendPiece(item, text);
        }
      }
    }
  }

  private void sendPiece(String item, String text) throws IOException {
    var data = Json.MAPPER.createObjectNode().put("id", item).put("text", text);
    write("event: piece\ndata: %s\n\n".formatted(data));
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    news = true;
  }

  private record Timer(long nanos) {
    static Timer start() {
      return new Timer(System.nanoTime());
    }

    boolean isOver(Duration duration) {
      return System.nanoTime() - nanos >= duration.toNanos();
    }
  }
}
