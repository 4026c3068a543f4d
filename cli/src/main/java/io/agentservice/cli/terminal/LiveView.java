package io.agentservice.cli.terminal;

import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.SseStream;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a run waits for, on a terminal: since when, the model's text as it comes, a command's last
 * lines. All of it goes again when the event comes that says it whole.
 */
public final class LiveView implements AutoCloseable {
  private static final String SPINNER = "|/-\\";
  private static final Duration TICK = Duration.ofMillis(250);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int LAST_LINES = 4;
  private static final int MOST_KEPT = 16_384;
  private static final int COMMAND = 60;

  private final @Nullable LiveLines lines;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final StringBuilder written = new StringBuilder();
  private String waitsFor = "";
  private boolean model;
  private long since = System.nanoTime();
  private boolean paused;
  private int ticks;
  private long last;
  private volatile @Nullable SseStream pieces;

  private LiveView(@Nullable LiveLines lines) {
    this.lines = lines;
  }

  /** Whether a terminal can take back what it showed. */
  static boolean possible(Map<String, String> environment) {
    var kind = environment.getOrDefault("TERM", "");
    return !kind.isBlank() && !kind.equals("dumb");
  }

  /** Shows nothing yet. */
  static LiveView on(LiveLines lines) {
    var view = new LiveView(lines);
    Thread.ofVirtual().name("live-view").start(view::tick);
    return view;
  }

  /** Where there is no terminal: what is to be printed above it is just printed. */
  public static LiveView none() {
    return new LiveView(null);
  }

  private void tick() {
    try {
      while (!closed.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
        refresh();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Shows what has come, and the time. */
  void refresh() {
    lock.lock();
    try {
      ticks++;
      paint();
    } finally {
      lock.unlock();
    }
  }

  /** From now on it waits for that, in a few words. */
  public void waitFor(String what) {
    change(what, false);
  }

  private void change(String what, boolean ofModel) {
    lock.lock();
    try {
      waitsFor = what;
      model = ofModel;
      since = System.nanoTime();
      written.setLength(0);
      paint();
    } finally {
      lock.unlock();
    }
  }

  /** Prints above it what belongs to an event, and tells what it waits for after that. */
  public void event(SessionEvent told, Runnable printing) {
    above(printing);
    var event = SessionEvent.of(PlainText.of(told.source()));
    last = Math.max(last, event.seq());
    switch (event.data()) {
      case EventData.Created _, EventData.UserMessage _ -> change("waits for the worker", false);
      case EventData.MachineAttached _, EventData.ToolResult _, EventData.Nudge _ ->
          change("waits for the model", true);
      case EventData.ModelAway _ -> change("waits for the model, which is away", true);
      case EventData.RepositoryCheckout(var repository, _) ->
          change("checks out " + repository, false);
      case EventData.RepositoryReady _, EventData.RepositorySkipped _ ->
          change("waits for the model", true);
      case EventData.ToolIntent intent -> change("runs " + call(intent.tool()), false);
      case EventData.ModelTurn _ -> change("works", false);
      default -> {
        // No change of what it waits for.
      }
    }
  }

  private static String call(EventData.Tool tool) {
    var command = tool.input().text("command");
    if (command == null) {
      return tool.name();
    }
    var line = PlainText.line(command.strip());
    return line.length() > COMMAND ? line.substring(0, COMMAND) + "…" : line;
  }

  /** Follows what is written in a session, until this is closed. */
  public void follow(SessionClient sessions, String sessionId) {
    if (lines == null) {
      return;
    }
    Thread.ofVirtual()
        .name("live-pieces")
        .start(() -> {
          try {
            do {
              readPieces(sessions, sessionId);
            } while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void readPieces(SessionClient sessions, String sessionId) {
    try (var stream = sessions.live(sessionId, last)) {
      pieces = stream;
      for (var text = stream.next(); text != null && closed.getCount() > 0; text = stream.next()) {
        piece(JsonObject.parse(text));
      }
    } catch (ClientException | JsonException _) {
      // What is written comes with the events at the latest.
    }
  }

  /** Takes what was written, or that it begins anew. */
  void piece(JsonObject piece) {
    var stream = piece.text("stream");
    var text = piece.text("text");
    lock.lock();
    try {
      if ("restart".equals(stream)) {
        written.setLength(0);
      } else if (stream != null && text != null && model == stream.equals("model")) {
        written.append(PlainText.of(text));
        written.delete(0, Math.max(0, written.length() - MOST_KEPT));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Shows nothing while somebody types. */
  public void pause(boolean now) {
    lock.lock();
    try {
      paused = now;
      since = System.nanoTime();
      if (paused) {
        show(List.of());
      }
    } finally {
      lock.unlock();
    }
  }

  private void paint() {
    if (paused || waitsFor.isEmpty() || closed.getCount() == 0) {
      return;
    }
    var all = new ArrayList<String>();
    var texts = written.toString().lines().filter(line -> !line.isBlank()).toList();
    texts.stream()
        .skip(Math.max(0, texts.size() - LAST_LINES))
        .forEach(line -> all.add("  " + line));
    long seconds = (System.nanoTime() - since) / 1_000_000_000L;
    char mark = SPINNER.charAt(ticks % SPINNER.length());
    all.add("%c %s, %s".formatted(mark, waitsFor, time(seconds)));
    show(all);
  }

  private static String time(long seconds) {
    return seconds < 60 ? seconds + " s" : "%d min %02d s".formatted(seconds / 60, seconds % 60);
  }

  /** Prints above it. */
  void above(Runnable printing) {
    if (lines == null) {
      printing.run();
    } else {
      lines.above(printing);
    }
  }

  private void show(List<String> all) {
    if (lines != null) {
      lines.show(all);
    }
  }

  /** Nothing of it is left. */
  @Override
  public void close() {
    closed.countDown();
    lock.lock();
    try {
      show(List.of());
    } finally {
      lock.unlock();
    }
    var stream = pieces;
    if (stream != null) {
      stream.close();
    }
  }
}
