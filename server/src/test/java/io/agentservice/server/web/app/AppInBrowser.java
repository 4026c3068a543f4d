package io.agentservice.server.web.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.web.pages.Browser;
import io.agentservice.server.web.pages.PageServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server and a browser that has signed in, in which nothing may go wrong unseen. */
final class AppInBrowser implements AutoCloseable {
  /** Nothing reaches beyond the page, nor below the bar that scrolls it. */
  static final String FITS =
      "document.documentElement.scrollWidth <= document.documentElement.clientWidth";

  static final Path PICTURES = Path.of("target", "app");

  final PageServer server;
  final Browser browser;

  AppInBrowser(Path home, Path profile) throws Exception {
    assumeTrue(Built.find().isPresent(), "npm is not installed here: the web app was not built");
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    server = new PageServer(home, Map.of());
    try {
      browser = Browser.start(program.get(), profile);
    } catch (Exception e) {
      server.close();
      throw e;
    }
    server.api(
        "POST", "/opbeta/outposts/outposts", "{\"name\": \"local\", \"platform\": \"linux\"}");
    signIn(PageServer.KEY);
  }

  /** Leads to a plain page, so that nothing of the app is in the browser's cache yet. */
  void signIn(String key) throws Exception {
    browser.open(server.app.address() + "/login?next=/plain");
    browser.value(
        "document.getElementById('key').value = "
            + Browser.quoted(key)
            + "; document.querySelector('form').requestSubmit()");
    browser.until("location.pathname === '/plain'");
    browser.listen();
  }

  void open(String path) throws Exception {
    browser.open(server.app.address() + path);
  }

  void openSession(SessionId session) throws Exception {
    open(page(session));
    until("document.querySelector('.feed') !== null");
  }

  static String page(SessionId session) {
    return "/sessions/" + session.hex();
  }

  /** The agent has a machine and works. */
  void works(SessionId session) throws Exception {
    stands(session, "RUNNING", "WORKING");
  }

  void stands(SessionId session, String status, String detail) throws Exception {
    server.sql(
        "UPDATE session SET status = '%s', status_detail = '%s', updated_at = now() WHERE session_id = '%s'"
            .formatted(status, detail, session));
    if (status.equals("RUNNING")) { // else it is found to be in disorder, and repaired
      server.sql(
          """
          UPDATE queue_entry SET phase = 'CLAIMED', acceptor_id = 'w', session_status = 'RUNNING',
                 claim_deadline = now() + interval '1 hour'
           WHERE session_id = '%s'
          """
              .formatted(session));
    }
  }

  /** Puts a file into the field of that id, as a person chooses it. */
  void attach(String field, String name, String type, String text) throws Exception {
    browser.value(
        "{ const files = new DataTransfer(); files.items.add(new File([%s], %s, {type: %s})); const field = document.getElementById(%s); field.files = files.files; field.dispatchEvent(new Event('change')); 0 }"
            .formatted(
                Browser.quoted(text),
                Browser.quoted(name),
                Browser.quoted(type),
                Browser.quoted(field)));
  }

  /** Writes into the field of that id, as a person does. */
  void set(String field, String text) throws Exception {
    fill(field, Browser.quoted(text), "input");
  }

  /** Chooses in the field of that id what an expression says. */
  void choose(String field, String expression) throws Exception {
    fill(field, expression, "change");
  }

  private void fill(String field, String expression, String event) throws Exception {
    browser.value(
        "{ const field = document.getElementById(%s); field.value = %s; field.dispatchEvent(new Event('%s')); 0 }"
            .formatted(Browser.quoted(field), expression, event));
  }

  String value(String expression) throws Exception {
    return browser.value(expression).asString();
  }

  void until(String expression) throws Exception {
    browser.until(expression);
  }

  void untilShown(String text) throws Exception {
    until("document.body.innerText.includes(" + Browser.quoted(text) + ")");
  }

  void click(String text) throws Exception {
    String button =
        "[...document.querySelectorAll('button, a, summary')].find(e => e.innerText.trim() === %s)"
            .formatted(Browser.quoted(text));
    until(button + " !== undefined && !" + button + ".disabled");
    browser.value(button + ".click()");
  }

  /** Types the word that an open dialog asks for, and does what it warns of. */
  void confirm(String word) throws Exception {
    until("document.querySelector('dialog[open] input') !== null");
    browser.value("document.querySelector('dialog[open] input').focus()");
    browser.type(word);
    until("document.querySelector('dialog[open] .danger').disabled === false");
    browser.value("document.querySelector('dialog[open] .danger').click()");
  }

  /** What axe finds, in both themes: theme, rule and element of each. */
  List<String> violations(String name) throws Exception {
    return browser.violations(PICTURES, name);
  }

  /** Whether the browser reaches nobody. */
  void offline(boolean offline) throws Exception {
    browser.call(
        "Network.emulateNetworkConditions",
        Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
  }

  /** Nothing is amiss with the screen in view, at the width of a desk and at that of a phone. */
  void fits(String name) throws Exception {
    assertThat(violations(name)).isEmpty();
    browser.width(390);
    until(FITS);
    assertThat(violations(name + "-narrow")).isEmpty();
    browser.width(1000);
  }

  /** No error was shown and nobody else was asked. */
  void allWentWell() {
    assertThat(browser.complaints()).isEmpty();
    String own = URI.create(server.app.address()).getAuthority();
    assertThat(browser.requests())
        .allMatch(address ->
            address.startsWith("data:") || own.equals(URI.create(address).getAuthority()));
  }

  @Override
  public void close() {
    browser.close();
    server.close();
  }
}
