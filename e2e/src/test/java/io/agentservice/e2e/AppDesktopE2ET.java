package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.web.pages.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The desktop of a session's machine, from a real display of a real remote, in a real browser. */
@Tag("long")
@Timeout(400) // several programs start, one after the other
class AppDesktopE2ET {
  private static final Path APP = Path.of("../web/target/classes/io/agentservice/web");
  private static final Path PICTURES = Path.of("target", "app");
  private static final String FRAME = "document.querySelector('iframe.framed').contentDocument";

  /** As xev writes it. */
  private static final Pattern PRESSED =
      Pattern.compile("ButtonPress event.*\\R.*root:\\((\\d+),(\\d+)\\)");

  /** At the second task a program fills the display, white, and writes down what reaches it. */
  private static final String TASKS =
      """
      {"name": "a window", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "(exec stdbuf -oL xev -geometry 1280x800+0+0 -event keyboard -event button >events.txt 2>&1 </dev/null &)"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """;

  /** One who goes round the page: he looks on, and presses a key and a button all the same. */
  private static final String ROUND_THE_PAGE =
      """
      new Promise((done, fail) => {
        const socket = new WebSocket(location.origin.replace('http', 'ws') + PATH, 'agent-desktop.v1');
        socket.binaryType = 'arraybuffer';
        let heard = 0;
        const say = (...bytes) => socket.send(new Uint8Array(bytes));
        const steps = [
          [12, () => say(...new TextEncoder().encode('RFB 003.008\\n'))],
          [14, () => say(1)],
          [18, () => say(1)],
          [42, () => {
            say(4, 1, 0, 0, 0, 0, 0, 0x7a, 4, 0, 0, 0, 0, 0, 0, 0x7a);
            say(5, 1, 0, 50, 0, 60, 5, 0, 0, 50, 0, 60);
            say(255, 0, 0, 1, 0, 0, 0, 0x7a, 0, 0, 0, 44);
            say(3, 0, 0, 0, 0, 0, 0, 8, 0, 8);
          }],
          [250, () => { socket.onclose = null; socket.close(); done('shown'); }],
        ];
        socket.onmessage = ({data}) => {
          heard += data.byteLength;
          while (steps.length && heard >= steps[0][0]) steps.shift()[1]();
        };
        socket.onclose = ({code, reason}) => fail(new Error(code + reason));
      })
      """;

  @TempDir private Path directory;
  @TempDir private Path profile;
  private Installation installation;
  private Browser browser;
  private String session;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Files.exists(APP), "npm is not installed here: the web app was not built");
    assumeTrue(isHere("Xtigervnc"), "install tigervnc-standalone-server");
    assumeTrue(isHere("xev"), "install x11-utils");
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "3600"));
    installation.startWorker(
        "worker-1", directory.resolve("worker-1"), Map.of("AGENT_OUTPOST_DESKTOP", "true"));
    session = installation.create("Look around", TASKS);
    installation.awaitStatus(session, "running", "finished");
    browser = Browser.start(program.get(), profile);
    browser.open(installation.client().baseUrl() + "/login?next=/plain");
    browser.value(
        "document.getElementById('key').value = "
            + Browser.quoted(Installation.TOKEN)
            + "; document.querySelector('form').requestSubmit()");
    browser.until("location.pathname === '/plain'");
    browser.listen();
  }

  private static boolean isHere(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  @AfterEach
  void stop() {
    if (browser != null) {
      browser.close();
    }
    if (installation != null) {
      installation.close();
    }
  }

  @Test
  void aPersonLooksOnTakesControlAndGivesItBack() throws Exception {
    openSession();
    browser.press("5");
    browser.until("location.search === '?tab=desktop'");
    untilShown(0);
    openWindow();
    untilShown(255);

    clickAt(300, 200);
    browser.value(FRAME + ".querySelector('canvas').focus()");
    browser.press("a");
    assertThat(browser.awaited(ROUND_THE_PAGE.replace("PATH", Browser.quoted(path()))).asString())
        .isEqualTo("shown");
    click("Take control");
    untilControl();
    clickAt(640, 400);
    browser.press("b");
    installation.await("a key", () -> events().contains("keysym 0x62"));
    assertThat(isPressed(640, 400)).isTrue();
    assertThat(isPressed(300, 200)).isFalse();
    assertThat(isPressed(50, 60)).isFalse();
    assertThat(events()).doesNotContain("keysym 0x61", "keysym 0x7a");

    browser.press("Escape", "Shift");
    browser.until(FRAME + ".activeElement.innerText === 'Give back control'");
    click("Give back control");
    untilShown(255);
    clickAt(640, 300);
    click("Take control");
    untilControl();
    clickAt(700, 500);
    installation.await("another button", () -> isPressed(700, 500));
    assertThat(isPressed(640, 300)).isFalse();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void itComesBackAfterAServerWasReplacedAndAfterSleep() throws Exception {
    openSession();
    browser.press("5");
    untilShown(0);
    openWindow();
    untilShown(255);

    installation.killServer();
    untilFrame(FRAME + ".querySelector('canvas') === null");
    installation.startServer();
    untilShown(255);

    installation.client().sessions(installation.org()).sleep(session);
    untilFrame(FRAME + ".body.innerText.includes('It is asleep.')");
    assertThat(violations("desktop-asleep")).isEmpty();
    click("Wake");
    untilShown(0);
  }

  @Test
  void itStandsInAWindowOfItsOwnUnderItsOwnPolicyAndIsForLookingOnAPhone() throws Exception {
    browser.open(installation.client().baseUrl() + "/sessions/" + hex() + "/desktop");
    browser.until("document.querySelector('canvas')?.width === 1280");
    openWindow();
    browser.until(pixel("document", 255));
    assertThat(violations("desktop-window")).isEmpty();
    browser.value("document.querySelector('.bar button').click()");
    browser.until("document.querySelector('canvas')?.role === 'application'");
    browser.until(pixel("document", 255));
    assertThat(violations("desktop-control")).isEmpty();

    browser.width(390);
    browser.until("document.querySelector('.bar button') === null");
    browser.until("document.querySelector('canvas')?.role === 'img'");
    browser.until(pixel("document", 255));
    browser.until(
        "document.documentElement.scrollWidth <= 390 && document.querySelector('canvas').getBoundingClientRect().width <= 390");
    assertThat(violations("desktop-phone")).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  private String hex() {
    return session.substring(session.indexOf('-') + 1);
  }

  private String path() {
    return "/v3/organizations/%s/sessions/%s/desktop/connect?mode=view"
        .formatted(installation.org(), session);
  }

  private void openSession() throws Exception {
    browser.open(installation.client().baseUrl() + "/sessions/" + hex());
    browser.until("document.querySelector('.tabs') !== null");
  }

  /** The agent starts its program, on the display that somebody looks at. */
  private void openWindow() {
    installation.client().sessions(installation.org()).message(session, "Open a window");
    installation.await("its program", () -> !events().isEmpty());
  }

  private String events() {
    return Programs.read(installation.work().resolve("events.txt"));
  }

  /** About there: the picture is scaled. */
  private boolean isPressed(int x, int y) {
    return PRESSED
        .matcher(events())
        .results()
        .anyMatch(at ->
            Math.abs(Integer.parseInt(at.group(1)) - x) <= 4
                && Math.abs(Integer.parseInt(at.group(2)) - y) <= 4);
  }

  private void untilFrame(String condition) throws Exception {
    browser.until("document.querySelector('iframe.framed')?.contentDocument && " + condition);
  }

  /** The picture is there, and so bright in its middle. */
  private void untilShown(int bright) throws Exception {
    untilFrame(pixel(FRAME, bright));
  }

  private static String pixel(String document, int bright) {
    return ("(canvas => canvas !== null && canvas.width === 1280 && canvas.height === 800 && "
            + "canvas.getContext('2d').getImageData(640, 400, 1, 1).data[0] === %d)(%s.querySelector('canvas'))")
        .formatted(bright, document);
  }

  private void untilControl() throws Exception {
    untilFrame(FRAME + ".querySelector('canvas')?.role === 'application'");
    untilShown(255);
  }

  /** In the frame, by its words. */
  private void click(String words) throws Exception {
    String button =
        "[...(%s?.querySelectorAll('button') ?? [])].find(e => e.innerText === %s && !e.disabled)"
            .formatted(FRAME, Browser.quoted(words));
    untilFrame(button + " !== undefined");
    browser.value(button + ".click()");
  }

  /** The mouse is pressed at a place of the desktop. */
  private void clickAt(int x, int y) throws Exception {
    var at =
        browser.value(
            """
            (() => {
              const frame = document.querySelector('iframe.framed');
              frame.scrollIntoView({block: 'end'});
              const outer = frame.getBoundingClientRect();
              const canvas = frame.contentDocument.querySelector('canvas');
              const inner = canvas.getBoundingClientRect();
              const scale = inner.width / canvas.width;
              return {x: outer.left + inner.left + (X + .5) * scale, y: outer.top + inner.top + (Y + .5) * scale};
            })()\
            """
                .replace("X", String.valueOf(x))
                .replace("Y", String.valueOf(y)));
    for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
      browser.call(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              type,
              "x",
              at.path("x").asDouble(),
              "y",
              at.path("y").asDouble(),
              "button",
              type.equals("mouseMoved") ? "none" : "left",
              "clickCount",
              type.equals("mouseMoved") ? 0 : 1));
    }
  }

  private List<String> violations(String name) throws Exception {
    return browser.violations(PICTURES, name);
  }
}
