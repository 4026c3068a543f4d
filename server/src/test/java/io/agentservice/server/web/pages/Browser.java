package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Chromium without a window, driven over its debugging protocol. */
public final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final Map<String, Integer> CODES = Map.of("Enter", 13, "Tab", 9, "Escape", 27);

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final LinkedBlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final WebSocket socket;
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final Queue<String> workers = new ConcurrentLinkedQueue<>();
  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private int lastId;

  /** Where it is on this machine; empty when there is none. */
  public static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .flatMap(dir ->
            Stream.of("chromium", "chromium-browser", "google-chrome")
                .map(name -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts one with a profile of its own. */
  public static Browser start(Path program, Path profile) throws Exception {
    var process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--window-size=1000,1200",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log").toFile())
            .start();
    try {
      return new Browser(process, profile);
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private Browser(Process process, Path profile) throws Exception {
    this.process = process;
    var file = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<String> lines = List.of();
    while (lines.size() < 2) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new IOException(
            "the browser did not start: " + Files.readString(profile.resolve("log")));
      }
      TimeUnit.MILLISECONDS.sleep(50);
      lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
    var targets =
        JSON.readTree(
            URI.create("http://127.0.0.1:" + lines.getFirst() + "/json")
                .toURL()
                .openStream()
                .readAllBytes());
    var page =
        targets
            .valueStream()
            .filter(target -> target.path("type").asString().equals("page"))
            .findFirst()
            .orElseThrow();
    socket =
        http.newWebSocketBuilder()
            .buildAsync(URI.create(page.path("webSocketDebuggerUrl").asString()), new Answers())
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private final class Answers implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        var message = JSON.readTree(text.toString());
        if (message.has("id")) {
          answers.add(message);
        } else {
          heard(message);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  public JsonNode call(String method, Map<String, ?> params) throws Exception {
    int id = ++lastId;
    socket
        .sendText(
            JSON.writeValueAsString(Map.of("id", id, "method", method, "params", params)), true)
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    while (true) {
      var answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (answer == null) {
        throw new IOException("no answer to " + method);
      }
      if (answer.path("id").asInt(0) == id) {
        return answer.path("result");
      }
    }
  }

  /** From now on it notes what it is asked for and what it complains of. */
  public void listen() throws Exception {
    for (String domain : List.of("Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  private void heard(JsonNode message) {
    var params = message.path("params");
    switch (message.path("method").asString("")) {
      case "Network.requestWillBeSent" ->
          requests.add(params.path("request").path("url").asString(""));
      case "Runtime.exceptionThrown" -> complaints.add(params.toString());
      case "Runtime.consoleAPICalled" -> {
        if (Set.of("error", "warning", "assert").contains(params.path("type").asString(""))) {
          complaints.add(params.toString());
        }
      }
      case "Log.entryAdded" -> {
        if (params.path("entry").path("level").asString("").equals("error")) {
          complaints.add(params.path("entry").toString());
        }
      }
      case "ServiceWorker.workerRegistrationUpdated" ->
          params
              .path("registrations")
              .forEach(one -> workers.add(one.path("registrationId").asString("")));
      default -> {}
    }
  }

  /** The registrations of service workers, by id, since {@code ServiceWorker.enable}. */
  public List<String> workers() {
    return List.copyOf(workers);
  }

  /** Addresses that were asked for since {@link #listen}. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Errors of the console, breaches of the policy among them. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Presses a key, such as {@code Enter} or {@code j}. */
  public void press(String key, String... with) throws Exception {
    int modifiers = List.of(with).contains("Control") ? 2 : List.of(with).contains("Shift") ? 8 : 0;
    String text = key.equals("Enter") ? "\r" : key.length() == 1 ? key : "";
    var params = new HashMap<String, Object>();
    params.put("key", key);
    params.put("modifiers", modifiers);
    params.put("windowsVirtualKeyCode", CODES.getOrDefault(key, 0));
    params.put("type", text.isEmpty() || modifiers == 2 ? "rawKeyDown" : "keyDown");
    if (!text.isEmpty() && modifiers != 2) {
      params.put("text", text);
    }
    call("Input.dispatchKeyEvent", params);
    call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
  }

  /** Types a text where the focus is. */
  public void type(String text) throws Exception {
    call("Input.insertText", Map.of("text", text));
  }

  public void open(String address) throws Exception {
    call("Page.navigate", Map.of("url", address));
    until("document.readyState === 'complete' && location.href !== 'about:blank'");
  }

  /** The value of an expression. */
  public JsonNode value(String expression) throws Exception {
    return call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true))
        .path("result")
        .path("value");
  }

  /** What a promise comes to. */
  public JsonNode awaited(String promise) throws Exception {
    return call(
            "Runtime.evaluate",
            Map.of("expression", promise, "awaitPromise", true, "returnByValue", true))
        .path("result")
        .path("value");
  }

  /** Waits until an expression is true. */
  public void until(String expression) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!value(expression).asBoolean(false)) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "never true: " + expression + "\n" + value("document.body.innerText").asString(""));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  public void dark(boolean dark) throws Exception {
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  public void width(int pixels) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", 1200, "deviceScaleFactor", 1, "mobile", false));
  }

  /**
   * What axe finds on the page in view, in both themes: theme, rule and element of each. Pictures
   * of both are kept under the name.
   */
  public List<String> violations(Path pictures, String name) throws Exception {
    try (var script = Objects.requireNonNull(Browser.class.getResourceAsStream("/axe.min.js"))) {
      value(new String(script.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
    }
    var found = new ArrayList<String>();
    for (boolean dark : List.of(false, true)) {
      dark(dark);
      until("matchMedia('(prefers-color-scheme: dark)').matches === " + dark);
      var result =
          awaited(
              """
              axe.run().then(found => ({
                looked: found.passes.length,
                violations: found.violations.flatMap(rule =>
                    rule.nodes.map(node => rule.id + ' ' + node.target.join(' ') + ' ' + node.failureSummary))
              }))\
              """);
      assertThat(result.path("looked").asInt(0)).isGreaterThan(10);
      result
          .path("violations")
          .forEach(node -> found.add((dark ? "dark " : "light ") + node.asString()));
      screenshot(pictures.resolve(name + (dark ? "-dark.png" : "-light.png")));
    }
    return found;
  }

  public void screenshot(Path file) throws Exception {
    var image =
        call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(image.path("data").asString()));
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
    process.destroy();
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  public static String quoted(String text) {
    return Json.MAPPER.writeValueAsString(text);
  }
}
