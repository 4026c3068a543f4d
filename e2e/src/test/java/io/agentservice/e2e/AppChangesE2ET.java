package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a session has changed, from a real remote, in a real browser. */
@Tag("long")
@Timeout(400) // several programs start, one after the other
class AppChangesE2ET extends OnMachineInBrowser {
  private static final String TWO_TASKS =
      """
      {"name": "two tasks", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"command": "echo one > one.txt"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "first done"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "echo two > two.txt; git add one.txt && git -c user.name=t -c user.email=t@example.org commit --quiet --message=one"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "second done"}}]}]}
      """;

  @Override
  String transcript() {
    return TWO_TASKS;
  }

  @Override
  void repository() throws Exception {
    Files.writeString(work.resolve("shop.py"), "total = 1\n");
    git("init", "--quiet");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "begin");
  }

  @Test
  void whatTheAgentAndPeopleChangeIsSeenSinceTheMomentThatIsChosen() throws Exception {
    var sessions = installation.client().sessions(installation.org());
    open("");
    browser.press("2");
    untilFiles("one.txt");
    untilShown("As it is now on the machine.");
    sessions.message(session, "Go on");
    untilFiles("one.txt", "two.txt");
    untilShown("1 commit");
    Files.writeString(work.resolve("two.txt"), "two\nby a person\n");
    since("last_message");
    untilFiles("two.txt");
    untilShown("by a person");
    browser.value("document.querySelector('.since select').focus()");
    browser.until("document.querySelectorAll('.since optgroup option').length > 0");
    since(
        browser
            .value("document.querySelector('.since optgroup option:last-child').value")
            .asString());
    untilFiles("two.txt");
    since("head");
    untilFiles("two.txt");
    assertThat(browser.violations(PICTURES, "changes")).isEmpty();
    browser.width(390);
    browser.until("document.documentElement.scrollWidth <= window.innerWidth");
    assertThat(browser.violations(PICTURES, "changes-narrow")).isEmpty();
    browser.width(1000);
    allWentWell();

    sessions.sleep(session);
    untilShown("No changes to see. Its machine is not connected");
    assertThat(browser.violations(PICTURES, "changes-away")).isEmpty();
    press("document.querySelector('.changes .empty button')");
    untilFiles("one.txt", "two.txt");
    untilShown("As of");
  }

  private void since(String value) throws Exception {
    browser.value(
        "{ const s = document.querySelector('.since select'); s.value = '%s'; s.dispatchEvent(new Event('change', {bubbles: true})); }"
            .formatted(value));
  }

  private void untilFiles(String... names) throws Exception {
    browser.until(
        "[...document.querySelectorAll('.changes .file > summary code')].map(e => e.innerText).join() === '%s'"
            .formatted(String.join(",", names)));
  }
}
