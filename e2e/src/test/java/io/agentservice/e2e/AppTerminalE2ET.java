package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.web.pages.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Terminals of a session's machine, from a real remote, in a real browser. */
@Tag("long")
@Timeout(400) // several programs start, one after the other
class AppTerminalE2ET {
  private static final Path APP = Path.of("../web/target/classes/io/agentservice/web");
  private static final Path PICTURES = Path.of("target", "app");
  private static final String FRAME = "document.querySelector('iframe.framed').contentDocument";

  private static final String DONE =
      """
      {"name": "done", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """;

  @TempDir private Path directory;
  @TempDir private Path profile;
  private Installation installation;
  private Browser browser;
  private String session;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Files.exists(APP), "npm is not installed here: the web app was not built");
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "3600"));
    installation.startWorker("worker-1");
    session = installation.create("Look around", DONE);
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

  @AfterEach
  void stop() {
    if (browser != null) {
      browser.close();
    }
    if (installation != null) {
      installation.close();
    }
  }

  /** The machine is told of a new size a moment later than the browser has it. */
  private static final String SIZES = "for i in $(seq 24); do clear; stty size; sleep 0.25; done\n";

  @Test
  void aPersonUsesShellsOfTheMachineAndFindsThemAgain() throws Exception {
    openSession("");
    browser.press("4");
    browser.until("location.search === '?tab=terminal'");
    click("Open a terminal");
    untilReady();
    type("pwd; echo =$((40 + 2))=\n");
    untilSeen(installation.work().toRealPath().toString());
    untilSeen("=42=");

    browser.value("location.reload()");
    untilFrame(FRAME + "?.querySelector('.xterm-rows')?.textContent.includes('=42=')");
    click("New terminal");
    browser.until(
        FRAME
            + ".querySelectorAll('[role=tab]').length === 2 && !"
            + FRAME
            + ".querySelector('.xterm-rows').textContent.includes('=42=')");
    untilReady();
    type(SIZES);
    untilSize("[1-9]\\d{1,2}");

    browser.width(390);
    browser.until("document.documentElement.scrollWidth <= window.innerWidth");
    untilFrame(FRAME + ".documentElement.scrollWidth <= 390");
    type(SIZES);
    untilSize("[2-5]\\d");

    type("exit 7\n");
    untilFrame(FRAME + ".body.innerText.includes('exited with code 7')");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void withoutAMachineItIsSaidAndAPersonWakesIt() throws Exception {
    openSession("?tab=terminal");
    click("Open a terminal");
    untilReady();

    installation.client().sessions(installation.org()).sleep(session);

    untilFrame(FRAME + ".body.innerText.includes('It is asleep.')");
    assertThat(violations("terminal-asleep")).isEmpty();
    click("Wake");
    click("New terminal"); // the one that has ended stays in view until then
    untilFrame("!" + FRAME + ".body.innerText.includes('The terminal has ended')");
    untilReady();
    type("echo a$((1 + 1))c\n");
    untilSeen("a2c");
  }

  @Test
  void itStandsInAWindowOfItsOwnUnderItsOwnPolicy() throws Exception {
    browser.open(installation.client().baseUrl() + "/sessions/" + hex() + "/terminal");
    browser.until("document.querySelector('.empty button') !== null");
    browser.value("document.querySelector('.empty button').click()");
    browser.until("(document.querySelector('.xterm-rows')?.textContent.trim() ?? '') !== ''");
    browser.value("document.querySelector('textarea').focus()");
    browser.type("printf '\\033[31mred\\033[0m %s\\n' \"$((6 * 7))\"");
    browser.press("Enter");
    browser.until("document.querySelector('.xterm-rows').textContent.includes('red 42')");
    browser.until(
        "[...document.querySelectorAll('.xterm-rows span')].some(e => e.textContent === 'red')");
    assertThat(violations("terminal-window")).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  private String hex() {
    return session.substring(session.indexOf('-') + 1);
  }

  private void openSession(String query) throws Exception {
    browser.open(installation.client().baseUrl() + "/sessions/" + hex() + query);
    browser.until("document.querySelector('.tabs') !== null");
  }

  private void untilFrame(String condition) throws Exception {
    browser.until("document.querySelector('iframe.framed') !== null && " + condition);
  }

  /** In the frame, by its words. */
  private void click(String words) throws Exception {
    String button =
        "[...(%s?.querySelectorAll('button') ?? [])].find(e => e.innerText === %s && !e.disabled)"
            .formatted(FRAME, Browser.quoted(words));
    untilFrame(button + " !== undefined");
    browser.value(button + ".click()");
  }

  /** The shell has put out its prompt, and takes what is typed. */
  private void untilReady() throws Exception {
    untilFrame("(" + FRAME + "?.querySelector('.xterm-rows')?.textContent.trim() ?? '') !== ''");
    browser.value(
        "document.querySelector('iframe.framed').focus(), "
            + FRAME
            + ".querySelector('textarea').focus()");
  }

  /** What stands before each end of a line, which is the key for that. */
  private void type(String text) throws Exception {
    browser.value(FRAME + ".querySelector('textarea').focus()");
    for (String line : text.split("\n", -1)) {
      if (line.isEmpty()) {
        continue;
      }
      browser.type(line);
      browser.press("Enter");
    }
  }

  private void untilSeen(String text) throws Exception {
    untilFrame(
        "%s.querySelector('.xterm-rows').textContent.includes(%s)"
            .formatted(FRAME, Browser.quoted(text)));
  }

  /** The machine has been told of as many rows as are shown, and of so many columns. */
  private void untilSize(String columns) throws Exception {
    String rows = FRAME + ".querySelector('.xterm-rows')";
    untilFrame(
        "new RegExp('(^|\\\\D)' + %s.children.length + ' %s(\\\\D|$)').test(%s.textContent)"
            .formatted(rows, columns.replace("\\", "\\\\"), rows));
  }

  private List<String> violations(String name) throws Exception {
    return browser.violations(PICTURES, name);
  }
}
