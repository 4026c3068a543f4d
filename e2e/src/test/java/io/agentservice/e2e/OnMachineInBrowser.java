package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.web.pages.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A session whose first task is done, on a real remote, in the web app in a real browser. */
abstract class OnMachineInBrowser {
  static final Path APP = Path.of("../web/target/classes/io/agentservice/web");
  static final Path PICTURES = Path.of("target", "app");

  @TempDir Path directory;
  @TempDir Path profile;
  Installation installation;
  Browser browser;
  Path work;
  String session;

  @BeforeEach
  final void start() throws Exception {
    assumeTrue(Files.exists(APP), "npm is not installed here: the web app was not built");
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "3600"));
    work = installation.work();
    repository();
    installation.startWorker("worker-1");
    session = installation.create("Mend the total", transcript());
    installation.awaitStatus(session, "running", "finished");
    browser = Browser.start(program.get(), profile);
    signIn();
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

  /** What is in the working directory before the session begins. */
  abstract void repository() throws Exception;

  /** Of the model. */
  abstract String transcript();

  void git(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).directory(work.toFile()).inheritIO().start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  void signIn() throws Exception {
    browser.open(installation.client().baseUrl() + "/login?next=/plain");
    browser.value(
        "document.getElementById('key').value = "
            + Browser.quoted(Installation.TOKEN)
            + "; document.querySelector('form').requestSubmit()");
    browser.until("location.pathname === '/plain'");
    browser.listen();
  }

  void open(String query) throws Exception {
    String hex = session.substring(session.indexOf('-') + 1);
    browser.open(installation.client().baseUrl() + "/sessions/" + hex + query);
    browser.until("document.querySelector('.tabs') !== null");
  }

  void press(String element) throws Exception {
    browser.until(element + " !== null");
    browser.value(element + ".click()");
  }

  void untilShown(String text) throws Exception {
    browser.until("document.body.innerText.includes(" + Browser.quoted(text) + ")");
  }

  /** No error was shown and nobody else was asked. */
  void allWentWell() {
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests())
        .allMatch(address ->
            address.startsWith("data:")
                || address.startsWith(installation.client().baseUrl().toString()));
  }
}
