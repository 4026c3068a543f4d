package io.agentservice.remote.browser;

import io.agentservice.remote.browser.Json.Node;
import io.agentservice.wire.frames.ToRemote.Browse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does one request in the browser's current tab. For one thread. */
final class Actions {
  static final int PAGE_CHARACTERS = 10_000;
  static final int AFTERWARDS_CHARACTERS = 4_000;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private static final Duration NEW_TAB = Duration.ofSeconds(1);
  private static final Duration DOWNLOAD_BEGIN = Duration.ofSeconds(10);

  private final Chrome chrome;
  private final Tabs tabs;
  private final Downloads downloads;
  private final Path workDirectory;
  private final Path screenshots;
  private final Consumer<String> notes;

  Actions(
      Chrome chrome,
      Tabs tabs,
      Downloads downloads,
      Path workDirectory,
      Path screenshots,
      Consumer<String> notes) {
    this.chrome = chrome;
    this.tabs = tabs;
    this.downloads = downloads;
    this.workDirectory = workDirectory;
    this.screenshots = screenshots;
    this.notes = notes;
  }

  /** What an action leaves: where the browser is, what it reads there, what it saved. */
  record Seen(String url, String title, String text, @Nullable Path file) {}

  Seen carryOut(Browse request, Deadline deadline) throws BrowserException, InterruptedException {
    return switch (request.action()) {
      case NAVIGATE -> navigate(request, deadline);
      case BACK -> back(deadline);
      case READ -> seen(read(request.selector(), PAGE_CHARACTERS, deadline), null, deadline);
      case CLICK -> click(request, deadline);
      case TYPE -> type(request, deadline);
      case PRESS -> press(request, deadline);
      case SCREENSHOT -> screenshot(request, deadline);
      case DOWNLOAD -> download(request, deadline);
    };
  }

  private Seen navigate(Browse request, Deadline deadline)
      throws BrowserException, InterruptedException {
    var url = address(request.url(), "https?://.+|(file|data|about):.*");
    var known = downloads.count();
    var tab = tabs.current(deadline);
    var error = open(tab, url, deadline).text("errorText");
    if (!error.isEmpty()) {
      if (downloads.count() > known || error.equals("net::ERR_ABORTED")) {
        throw new BrowserException(
            url + " is no page but a file: use the action download to save it");
      }
      throw new BrowserException("cannot open " + url + ": " + error);
    }
    return afterwards(tab, known, PAGE_CHARACTERS, deadline);
  }

  private static Node open(Tab tab, String url, Deadline deadline)
      throws BrowserException, InterruptedException {
    try {
      return tab.call("Page.navigate", Map.of("url", url), deadline);
    } catch (BrowserException e) {
      if (e.code().equals(Chrome.TIME_UP)) {
        tab.send("Page.stopLoading", Map.of());
        throw new BrowserException("no answer from " + url + " in time");
      }
      throw e;
    }
  }

  private Seen back(Deadline deadline) throws BrowserException, InterruptedException {
    var tab = tabs.current(deadline);
    var history = tab.call("Page.getNavigationHistory", Map.of(), deadline);
    var before = (int) history.number("currentIndex") - 1;
    if (before < 0) {
      throw new BrowserException("there is no page before this one");
    }
    var entry = (long) history.nodes("entries").get(before).number("id");
    tab.call("Page.navigateToHistoryEntry", Map.of("entryId", entry), deadline);
    return afterwards(tab, downloads.count(), PAGE_CHARACTERS, deadline);
  }

  private Seen click(Browse request, Deadline deadline)
      throws BrowserException, InterruptedException {
    var known = downloads.count();
    var tab = tabs.current(deadline);
    Elements.click(tab, request, deadline);
    return afterwards(tab, known, AFTERWARDS_CHARACTERS, deadline);
  }

  private Seen type(Browse request, Deadline deadline)
      throws BrowserException, InterruptedException {
    var text = request.text();
    if (text == null) {
      throw BrowserException.invalid("type needs the text to type; it may be empty");
    }
    var keys = request.key() == null ? null : Keys.events(request.key());
    var known = downloads.count();
    var tab = tabs.current(deadline);
    if (Elements.prepare(tab, request, Map.of("text", text), deadline).equals("ready")) {
      if (text.isEmpty()) {
        Elements.strike(tab, "Backspace", deadline);
      } else {
        tab.call("Input.insertText", Map.of("text", text), deadline);
      }
    }
    if (keys == null) {
      return seen("", null, deadline);
    }
    Elements.strike(tab, String.valueOf(request.key()), deadline);
    return afterwards(tab, known, AFTERWARDS_CHARACTERS, deadline);
  }

  private Seen press(Browse request, Deadline deadline)
      throws BrowserException, InterruptedException {
    var key = request.key();
    if (key == null) {
      throw BrowserException.invalid("press needs a key");
    }
    Keys.events(key); // checked before anything is done
    var known = downloads.count();
    var tab = tabs.current(deadline);
    if (request.selector() != null) {
      Elements.prepare(tab, request, Map.of("focusOnly", true), deadline);
    }
    Elements.strike(tab, key, deadline);
    return afterwards(tab, known, AFTERWARDS_CHARACTERS, deadline);
  }

  private Seen screenshot(Browse request, Deadline deadline)
      throws BrowserException, InterruptedException {
    var tab = tabs.current(deadline);
    if (request.selector() != null) {
      Elements.show(tab, request, deadline);
    }
    var picture = tab.call("Page.captureScreenshot", Map.of("format", "png"), deadline);
    var path = place(request.path());
    try {
      var file = path != null ? path : nextScreenshot();
      var parent = file.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.write(file, Base64.getDecoder().decode(picture.text("data")));
      return seen("", file, deadline);
    } catch (IOException e) {
      throw new BrowserException("io", "the screenshot cannot be saved: " + e.getMessage());
    }
  }

  private Path nextScreenshot() throws IOException {
    Files.createDirectories(screenshots);
    try (var files = Files.list(screenshots)) {
      return screenshots.resolve("screenshot-" + (files.count() + 1) + ".png");
    }
  }

  private Seen download(Browse request, Deadline deadline)
      throws BrowserException, InterruptedException {
    var path = place(request.path());
    var tab = tabs.current(deadline);
    var known = downloads.count();
    if (request.url() != null) {
      new ForcedDownload(tab).open(address(request.url(), "https?://.+"), deadline);
    } else {
      Elements.click(tab, request, deadline);
    }
    if (!downloads.awaitBegin(known, deadline.orIn(DOWNLOAD_BEGIN))) {
      throw new BrowserException("nothing was downloaded");
    }
    var file = downloads.fetch(chrome, known, path, workDirectory, deadline);
    return seen("", file, deadline);
  }

  /** Waits until the page has settled, in the newest tab, and reads it; saves what it downloads. */
  private Seen afterwards(Tab tab, int knownDownloads, int characters, Deadline deadline)
      throws BrowserException, InterruptedException {
    var loaded = settle(tab, deadline);
    var newest = tabs.current(deadline);
    if (newest != tab) {
      notes.accept("Another tab is the current one now.");
      awaitAddress(newest, deadline.orIn(NEW_TAB));
      loaded = newest.settle(deadline);
    }
    Path file = null;
    if (downloads.count() > knownDownloads) {
      file = downloads.fetch(chrome, knownDownloads, null, workDirectory, deadline);
    }
    if (!loaded) {
      notes.accept("The page was still loading when the time was over.");
    }
    var grace = Deadline.in(Duration.ofSeconds(5)); // for what a slow page shows so far
    return seen(read(null, characters, loaded ? deadline : grace), file, loaded ? deadline : grace);
  }

  /** A new tab is empty at first, and complete in that state. */
  private static void awaitAddress(Tab tab, Deadline deadline)
      throws BrowserException, InterruptedException {
    while (!deadline.isOver()
        && tab.ask("where", Map.of(), deadline.plus(Elements.LAST_LOOK))
            .text("url")
            .matches("|about:blank")) {
      deadline.pause(LOOK_AGAIN);
    }
  }

  /** True also when what was done has closed the tab. */
  private boolean settle(Tab tab, Deadline deadline) throws BrowserException, InterruptedException {
    try {
      return tab.settle(deadline);
    } catch (BrowserException e) {
      if (tabs.current(deadline) == tab) {
        throw e;
      }
      return true; // the one before it takes its place
    }
  }

  private String read(@Nullable String selector, int characters, Deadline deadline)
      throws BrowserException, InterruptedException {
    Map<String, ?> element = selector == null ? Map.of() : Map.of("selector", selector);
    var answer = tabs.current(deadline).ask("read", element, deadline);
    return switch (answer.text("state")) {
      case "missing" ->
          throw new BrowserException("not_found", "no element of the page fits " + selector);
      case "bad_selector" -> throw BrowserException.invalid(selector + " is not a CSS selector");
      default -> Clipped.middle(answer.text("text"), characters);
    };
  }

  private Seen seen(String text, @Nullable Path file, Deadline deadline)
      throws BrowserException, InterruptedException {
    var where = tabs.current(deadline).ask("where", Map.of(), deadline);
    return new Seen(where.text("url"), where.text("title"), text, file);
  }

  private @Nullable Path place(@Nullable String path) throws BrowserException {
    try {
      return path == null || path.isBlank() ? null : workDirectory.resolve(path).normalize();
    } catch (java.nio.file.InvalidPathException e) {
      throw BrowserException.invalid("not a path: " + path);
    }
  }

  private static String address(@Nullable String url, String allowed) throws BrowserException {
    var address = url == null ? "" : url.strip();
    if (!address.matches("(?is)" + allowed)) {
      throw BrowserException.invalid(
          "url must be a whole address that starts with http:// or https://");
    }
    return address;
  }
}
