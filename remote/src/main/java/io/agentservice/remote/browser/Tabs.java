package io.agentservice.remote.browser;

import io.agentservice.remote.browser.Json.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The browser's pages, also those opened by scripts and links; the newest is the current one. */
final class Tabs implements Chrome.Listener {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final int DIALOG_CHARACTERS = 500;

  private final List<Tab> tabs = new CopyOnWriteArrayList<>();
  private final Consumer<String> notes;
  private volatile @Nullable Chrome chrome;
  private volatile @Nullable Downloads downloads;

  /** {@code notes} hears what the answer should tell. */
  Tabs(Consumer<String> notes) {
    this.notes = notes;
  }

  /** To be called once, when the browser runs. */
  void follow(Chrome started, Downloads saved, Deadline deadline)
      throws BrowserException, InterruptedException {
    chrome = started;
    downloads = saved;
    var pages = List.of(Map.of("type", "page"));
    started.call(
        null, "Target.setDiscoverTargets", Map.of("discover", true, "filter", pages), deadline);
    current(deadline);
  }

  /** The newest page; a new one where there is none. */
  Tab current(Deadline deadline) throws BrowserException, InterruptedException {
    var running = chrome;
    if (running == null) {
      throw new BrowserException("the browser does not run");
    }
    var present = List.copyOf(tabs); // the reader may drop the last one meanwhile
    if (!present.isEmpty()) {
      return present.getLast();
    }
    var asked = false;
    var patience = deadline.orIn(Duration.ofSeconds(1));
    while (tabs.isEmpty()) {
      if (patience.isOver() && !asked) { // the last one was closed, or has crashed
        asked = true;
        running.call(null, "Target.createTarget", Map.of("url", "about:blank"), deadline);
      }
      if (deadline.isOver() || running.hasEnded()) {
        throw new BrowserException("the browser shows no page");
      }
      deadline.pause(LOOK_AGAIN);
    }
    var first = tabs.get(0);
    first.awaitLoad(deadline); // a page that is sent elsewhere before it is there crashes
    return first;
  }

  @Override
  public void event(String session, String method, Node params) {
    var running = chrome;
    var saved = downloads;
    if (running == null || saved == null) {
      return;
    }
    switch (method) {
      case "Target.targetCreated" ->
          running.send(
              null,
              "Target.attachToTarget",
              Map.of("targetId", params.node("targetInfo").text("targetId"), "flatten", true));
      case "Target.attachedToTarget" -> {
        var target = params.node("targetInfo").text("targetId");
        var tab = new Tab(running, target, params.text("sessionId"));
        tab.watch();
        tabs.add(tab);
      }
      case "Target.targetDestroyed" ->
          tabs.stream()
              .filter(tab -> tab.target().equals(params.text("targetId")))
              .forEach(tab -> drop(running, tab, "the page was closed"));
      case "Browser.downloadWillBegin" -> saved.begin(params);
      case "Browser.downloadProgress" -> saved.progress(params);
      default ->
          tabs.stream()
              .filter(tab -> tab.session().equals(session))
              .forEach(tab -> ofTab(running, tab, method, params));
    }
  }

  private void ofTab(Chrome running, Tab tab, String method, Node params) {
    switch (method) {
      case "Page.javascriptDialogOpening" -> {
        var type = params.text("type");
        var text = params.text("message");
        var shown = text.length() > DIALOG_CHARACTERS ? text.substring(0, DIALOG_CHARACTERS) : text;
        tab.send(
            "Page.handleJavaScriptDialog",
            Map.of("accept", true, "promptText", params.text("defaultPrompt")));
        notes.accept("A dialog (" + type + ") was accepted: " + shown);
      }
      case "Inspector.targetCrashed" -> {
        notes.accept("The page has crashed and was closed.");
        drop(running, tab, "the page has crashed");
        running.send(null, "Target.closeTarget", Map.of("targetId", tab.target()));
      }
      default -> tab.event(method, params);
    }
  }

  private void drop(Chrome running, Tab tab, String why) {
    tabs.remove(tab);
    running.failCalls(tab.session(), why);
  }
}
