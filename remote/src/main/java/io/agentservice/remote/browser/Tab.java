package io.agentservice.remote.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.remote.browser.Json.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** One page of the browser. */
final class Tab {
  static final int WIDTH = 1280;
  static final int HEIGHT = 800;

  private static final String SCRIPT = read("page.js");
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** What follows a click or a load is waited for so long. */
  private static final Duration SETTLE_LIMIT = Duration.ofSeconds(3);

  /** Requests that pages wait for before they show something; others may last for ever. */
  private static final Set<String> AWAITED = Set.of("XHR", "Fetch", "Document", "Script");

  /** Words of Chrome's when the page asked is not there any more. */
  private static final List<String> NAVIGATED = List.of("context", "navigated", "No frame");

  private final Chrome chrome;
  private final String target;
  private final String session;
  private final Set<String> requests = ConcurrentHashMap.newKeySet();
  private volatile String mainFrame;
  private volatile boolean loading = true;
  private volatile Consumer<Node> interceptor = _ -> {};

  Tab(Chrome chrome, String target, String session) {
    this.chrome = chrome;
    this.target = target;
    this.session = session;
    this.mainFrame = target;
  }

  /** Has it tell of itself; in order, before any question, without waiting. */
  void watch() {
    chrome.send(session, "Page.enable", Map.of());
    chrome.send(session, "Inspector.enable", Map.of());
    chrome.send(session, "Network.enable", Map.of("maxTotalBufferSize", 0));
    chrome.send(session, "Page.setLifecycleEventsEnabled", Map.of("enabled", true));
    chrome.send(session, "Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
    chrome.send(
        session,
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", WIDTH, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
  }

  String target() {
    return target;
  }

  String session() {
    return session;
  }

  String mainFrame() {
    return mainFrame;
  }

  /** On the reader's thread. */
  void event(String method, Node params) {
    switch (method) {
      case "Page.frameNavigated" -> {
        if (!params.node("frame").has("parentId")) {
          mainFrame = params.node("frame").text("id");
          requests.clear();
        }
      }
      case "Page.frameStartedLoading" -> loading = loading || ofMainFrame(params);
      case "Page.frameStoppedLoading" -> loading = loading && !ofMainFrame(params);
      case "Page.lifecycleEvent" -> {
        if (params.text("name").equals("load") && ofMainFrame(params)) {
          loading = false;
        }
      }
      case "Network.requestWillBeSent" -> {
        if (AWAITED.contains(params.text("type"))) {
          requests.add(params.text("requestId"));
        }
      }
      case "Network.loadingFinished", "Network.loadingFailed" ->
          requests.remove(params.text("requestId"));
      case "Fetch.requestPaused" -> interceptor.accept(params);
      default -> {} // of no interest
    }
  }

  /** Hears of requests that are held; on the reader's thread. */
  void intercept(Consumer<Node> paused) {
    interceptor = paused;
  }

  private boolean ofMainFrame(Node params) {
    return params.text("frameId").equals(mainFrame);
  }

  Node call(String method, Map<String, ?> params, Deadline deadline)
      throws BrowserException, InterruptedException {
    return chrome.call(session, method, params, deadline);
  }

  void send(String method, Map<String, ?> params) {
    chrome.send(session, method, params);
  }

  /** Asks {@code page.js} (its {@code op}), once more when the page is replaced meanwhile. */
  Node ask(String question, Map<String, ?> members, Deadline deadline)
      throws BrowserException, InterruptedException {
    while (true) {
      try {
        return askOnce(question, members, deadline);
      } catch (BrowserException e) {
        if (deadline.isOver()
            || chrome.hasEnded()
            || NAVIGATED.stream().noneMatch(e.reason()::contains)) {
          throw e;
        }
        deadline.pause(LOOK_AGAIN);
      }
    }
  }

  private Node askOnce(String question, Map<String, ?> members, Deadline deadline)
      throws BrowserException, InterruptedException {
    var world =
        call(
            "Page.createIsolatedWorld",
            Map.of("frameId", mainFrame, "worldName", "agent"),
            deadline);
    var asked = Json.write(Map.of("op", question, "arg", members));
    var expression = "(a => (" + SCRIPT + ")(a.op, a.arg))(" + asked + ")";
    var answer =
        call(
            "Runtime.evaluate",
            Map.of(
                "expression",
                expression,
                "contextId",
                (long) world.number("executionContextId"),
                "returnByValue",
                true,
                "awaitPromise",
                true),
            deadline);
    if (answer.has("exceptionDetails")) {
      var details = answer.node("exceptionDetails");
      throw new BrowserException(
          "in the page: "
              + details.node("exception").text("description").lines().findFirst().orElse("error"));
    }
    return answer.node("result").node("value");
  }

  /** Waits until the page is loaded; false when it is not in time. */
  boolean awaitLoad(Deadline deadline) throws BrowserException, InterruptedException {
    while (loading) {
      if (deadline.isOver()) {
        return false;
      }
      if (chrome.hasEnded()) {
        throw new BrowserException("the browser has ended");
      }
      deadline.pause(LOOK_AGAIN);
    }
    return true;
  }

  /** Waits until the page is loaded and changes no more for a moment; false when it still loads. */
  boolean settle(Deadline deadline) throws BrowserException, InterruptedException {
    if (!awaitLoad(deadline)) {
      return false;
    }
    var limit = deadline.orIn(SETTLE_LIMIT);
    do {
      try {
        ask("quiet", Map.of(), limit);
      } catch (BrowserException e) {
        if (!e.code().equals(Chrome.TIME_UP)) {
          throw e;
        }
      }
    } while (!limit.isOver() && !loading && !requests.isEmpty());
    return awaitLoad(deadline);
  }

  private static String read(String name) {
    try (var in = Objects.requireNonNull(Tab.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
