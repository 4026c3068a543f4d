package io.agentservice.remote.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.browser.Json.Node;
import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.shell.Commands;
import io.agentservice.remote.shell.Terminal;
import io.agentservice.remote.walls.Walls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A running Chrome and the DevTools protocol on its pipes, NUL after each message; on a port every
 * user of the machine could drive it.
 */
final class Chrome implements Terminal.Receiver {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final int MESSAGE_LIMIT = 32 << 20;

  /** Code of a call that was not answered in time; never sent. */
  static final String TIME_UP = "time_up";

  private static final String GONE = "the browser has ended";

  /** Chrome wants the protocol on descriptors 3 and 4; what it prints goes to a file. */
  private static final String LAUNCH = "exec \"$@\" 3<&0 4>&1 </dev/null >\"$CHROME_LOG\" 2>&1";

  private static final List<String> FLAGS =
      List.of(
          "--headless=new",
          "--remote-debugging-pipe",
          "--no-first-run",
          "--no-default-browser-check",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--disable-gpu",
          "--disable-quic",
          "--disable-dev-shm-usage",
          "--password-store=basic",
          "--window-size=1280,800");

  /** Hears events, one at a time, and must not wait for Chrome. */
  interface Listener {
    void event(String session, String method, Node params);
  }

  private final Listener listener;
  private final ByteArrayOutputStream message = new ByteArrayOutputStream();
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, Call> calls = new ConcurrentHashMap<>();
  private volatile boolean ended;
  private volatile @Nullable Terminal process;

  private Chrome(Listener listener) {
    this.listener = listener;
  }

  private record Call(@Nullable String session, CompletableFuture<Node> answer) {}

  /** Starts the program with an empty profile and waits until it answers. */
  static Chrome start(Commands commands, String id, Path program, Path profile, Listener listener)
      throws BrowserException, InterruptedException {
    var chrome = new Chrome(listener);
    var log = profile.resolveSibling("chrome.log");
    var argv = new ArrayList<>(List.of("sh", "-c", LAUNCH, "sh", program.toString()));
    argv.addAll(FLAGS);
    argv.add("--user-data-dir=" + profile);
    if (hasNoSandbox()) {
      argv.add("--no-sandbox");
    }
    argv.add("about:blank");
    try {
      chrome.process =
          commands.startProgram(id, argv, Map.of("CHROME_LOG", log.toString()), chrome);
      chrome.call(null, "Browser.getVersion", Map.of(), Deadline.in(START_LIMIT));
      return chrome;
    } catch (NotStartedException e) {
      throw new BrowserException("the browser does not start: " + e.getMessage());
    } catch (BrowserException e) {
      chrome.close();
      throw new BrowserException("the browser does not start: " + lastWords(log, e.reason()));
    }
  }

  /** It refuses to be sandboxed by root; behind walls it can't make namespaces of its own. */
  private static boolean hasNoSandbox() {
    return "root".equals(System.getProperty("user.name")) || Walls.promised(System.getenv());
  }

  /** The end of its log says most. */
  private static String lastWords(Path log, String otherwise) {
    try (var lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains("ERROR") || line.contains("FATAL") || line.contains("not"))
          .reduce((_, second) -> second)
          .map(line -> line.length() > 300 ? line.substring(0, 300) : line)
          .orElse(otherwise);
    } catch (IOException | RuntimeException e) {
      return otherwise;
    }
  }

  boolean hasEnded() {
    var running = process;
    return ended || running == null || running.hasEnded();
  }

  /** True when it answers: its end may not have been noticed yet, or it hangs. */
  boolean answers() throws InterruptedException {
    try {
      call(null, "Browser.getVersion", Map.of(), Deadline.in(ANSWER_LIMIT));
      return true;
    } catch (BrowserException e) {
      return false;
    }
  }

  /** Asks and waits for the answer; a null session is the browser itself. */
  Node call(@Nullable String session, String method, Map<String, ?> params, Deadline deadline)
      throws BrowserException, InterruptedException {
    var id = lastId.incrementAndGet();
    var call = new Call(session, new CompletableFuture<>());
    calls.put(id, call);
    try {
      write(id, session, method, params);
      if (hasEnded()) {
        throw new BrowserException(GONE);
      }
      var answer = call.answer().get(Math.max(0, deadline.leftNanos()), TimeUnit.NANOSECONDS);
      if (answer.has("error")) {
        throw new BrowserException(answer.node("error").text("message"));
      }
      return answer.node("result");
    } catch (TimeoutException e) {
      throw new BrowserException(TIME_UP, "the page does not answer in time (" + method + ")");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BrowserException known
          ? new BrowserException(known.code(), known.reason())
          : new BrowserException(GONE);
    } finally {
      calls.remove(id);
    }
  }

  void send(@Nullable String session, String method, Map<String, ?> params) {
    write(lastId.incrementAndGet(), session, method, params);
  }

  private void write(long id, @Nullable String session, String method, Map<String, ?> params) {
    var running = process;
    if (running == null) {
      return;
    }
    var request = new LinkedHashMap<String, Object>();
    request.put("id", id);
    if (session != null) {
      request.put("sessionId", session);
    }
    request.put("method", method);
    request.put("params", params);
    running.input((Json.write(request) + '\0').getBytes(UTF_8));
  }

  /** Nobody answers for a tab that is gone. */
  void failCalls(String session, String why) {
    calls.values().stream()
        .filter(call -> session.equals(call.session()))
        .forEach(call -> call.answer().completeExceptionally(new BrowserException(why)));
  }

  @Override
  public void output(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      var next = bytes.get();
      if (next == 0) {
        var json = message.toString(UTF_8);
        message.reset();
        hear(json);
      } else {
        message.write(next);
      }
    }
    if (message.size() > MESSAGE_LIMIT) {
      Log.warn("the browser says too much at once");
      message.reset();
      Thread.ofVirtual().start(this::close);
    }
  }

  private void hear(String json) {
    try {
      var heard = Json.read(json);
      if (heard.has("id")) {
        var call = calls.get((long) heard.number("id"));
        if (call != null) {
          call.answer().complete(heard);
        }
      } else {
        listener.event(heard.text("sessionId"), heard.text("method"), heard.node("params"));
      }
    } catch (RuntimeException e) { // one message, not the browser
      Log.warn("a message of the browser was not understood: " + e);
    }
  }

  @Override
  public void exited(int code) {
    ended = true;
    calls.values().forEach(call -> call.answer().completeExceptionally(new BrowserException(GONE)));
  }

  /** Ends it and all that it started. */
  void close() {
    var running = process;
    ended = true;
    if (running != null) {
      running.kill();
    }
  }
}
