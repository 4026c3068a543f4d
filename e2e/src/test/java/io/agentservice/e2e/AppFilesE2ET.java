package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.Browser;
import java.nio.file.Files;
import java.util.Base64;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The files of a session's machine, from a real remote, in a real browser. */
@Tag("long")
@Timeout(400) // several programs start, one after the other
class AppFilesE2ET extends OnMachineInBrowser {
  private static final int MOST_ELEMENTS = 3_000;
  private static final String HOSTILE = "evil\n\u202e<img src=x onerror=hacked=1>.txt";

  private static final String TWO_TASKS =
      """
      {"name": "two tasks", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "finish", "input": {"summary": "first done"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "for i in $(seq 40); do echo new > src/added$i.py; done; echo 'total = 2' > src/shop.py"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "second done"}}]}]}
      """;

  @Override
  String transcript() {
    return TWO_TASKS;
  }

  @Test
  void aPersonFindsAFileByKeysAndSeesTheAgentChangeIt() throws Exception {
    open("");
    browser.press("3");
    untilRow("src");
    browser.value("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()");
    browser.press("End");
    untilAt("z.txt");
    browser.press("Home");
    untilAt(".git");
    downTo("src");
    browser.press("ArrowRight");
    untilRow("deep");
    browser.press("ArrowRight");
    untilAt("deep");
    browser.press("ArrowLeft");
    untilAt("src");
    downTo("shop.py");
    browser.press("Enter");
    untilText("total = 1");
    browser.until("document.querySelector('.source .number')?.innerText === '1'");
    browser.until("location.search === '?tab=files&file=src/shop.py'");
    untilAt("shop.py");
    assertThat(row("node_modules")).contains("ignored by git");
    assertThat(row("src")).doesNotContain("changed");
    assertThat(browser.violations(PICTURES, "files")).isEmpty();

    installation.client().sessions(installation.org()).message(session, "Go on");

    untilText("total = 2");
    untilRow("added40.py");
    browser.until(rowOf("src") + ".innerText.includes('changed since the session began')");
    untilAt("shop.py");
    browser.width(390);
    browser.until("document.documentElement.scrollWidth <= window.innerWidth");
    assertThat(browser.violations(PICTURES, "files-narrow")).isEmpty();
    allWentWell();
  }

  @Test
  void theAddressSaysWhatIsOpen() throws Exception {
    open("?tab=files&file=src/deep/leaf.ts");
    untilText("export const leaf");
    browser.until("document.querySelector('.tree .chosen .name')?.innerText === 'leaf.ts'");
    click("z.txt");
    untilText("the end");
    browser.value("history.back()");
    untilText("export const leaf");
    browser.press("1");
    browser.until("document.querySelector('.feed') !== null");
    browser.press("3");
    untilText("export const leaf");
    browser.value("location.reload()");
    untilText("export const leaf");
    allWentWell();

    open("?file=away/private.txt");
    untilShown("It is not in the session's working directory");
    open("?file=none");
    untilShown("No such file");
    assertThat(browser.violations(PICTURES, "files-refused")).isEmpty();
  }

  @Test
  void whatIsNoShortTextIsShownAsItCanBe() throws Exception {
    open("?tab=files");
    click("pixel.png");
    browser.until("document.querySelector('.picture img')?.naturalWidth === 1");
    click("data.bin");
    untilShown("It is neither text nor an image that can be shown.");
    click("empty.txt");
    untilShown("The file is empty.");
    click("evil␊⟨202E⟩<img src=x onerror=hacked=1>.txt");
    untilText("a⟨202E⟩b<script>hacked = 1</script>␛[31m");
    assertThat(browser.value("typeof hacked").asString()).isEqualTo("undefined");
    assertThat(browser.value("document.body.innerText.includes('\u202e')").asBoolean(true))
        .isFalse();
    assertThat(browser.violations(PICTURES, "files-hostile")).isEmpty();
    click("big.log");
    untilText("line 1 of the log");
    untilShown("This is the beginning.");
    click("long.py");
    untilText("def f0():");
    assertThat(mostElementsOnTheWayTo("value_19999")).isBetween(100, MOST_ELEMENTS);
    allWentWell();
  }

  @Test
  void withoutAMachineItIsSaidAndAPersonBringsOne() throws Exception {
    open("?tab=files&file=z.txt");
    untilText("the end");
    var sessions = installation.client().sessions(installation.org());
    sessions.sleep(session);
    untilShown("It is asleep: a message wakes it.");
    untilText("the end");
    open("?tab=files");
    untilShown("It is asleep: a message wakes it.");
    assertThat(browser.violations(PICTURES, "files-away")).isEmpty();
    press("document.querySelector('.files .refusal button')");
    untilRow("src");
    sessions.terminate(session, false);
    untilShown("The session has ended: no machine comes any more.");
    press("document.querySelector('.files .refusal a')");
    browser.until("location.search === '?tab=changes'");
  }

  @Override
  void repository() throws Exception {
    Files.createDirectories(work.resolve("src/deep"));
    Files.createDirectories(work.resolve("node_modules"));
    Files.writeString(work.resolve(".gitignore"), "node_modules/\n");
    Files.writeString(work.resolve("node_modules/a.js"), "1\n");
    Files.writeString(work.resolve("src/shop.py"), "total = 1\n");
    Files.writeString(work.resolve("src/deep/leaf.ts"), "export const leaf = 1;\n");
    Files.writeString(work.resolve("z.txt"), "the end\n");
    Files.createFile(work.resolve("empty.txt"));
    Files.write(work.resolve("data.bin"), new byte[] {1, 0, 2});
    Files.write(
        work.resolve("pixel.png"),
        Base64.getDecoder()
            .decode(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="));
    Files.writeString(
        work.resolve(HOSTILE), "a\u202eb<script>hacked = 1</script>\u001b[31m\r\nsecond\r\n");
    Files.writeString(
        work.resolve("big.log"), lines(100_000, i -> "line " + (i + 1) + " of the log\n"));
    Files.writeString(
        work.resolve("long.py"),
        lines(20_000, i -> "def f" + i + "(): return 'value_" + i + "'  # " + i + "\n"));
    var beside = Files.createDirectories(directory.resolve("beside"));
    Files.writeString(beside.resolve("private.txt"), "of others");
    Files.createSymbolicLink(work.resolve("away"), beside);
    git("init", "--quiet");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "begin");
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining());
  }

  private static String rowOf(String name) {
    return "[...document.querySelectorAll('[role=treeitem]')].find(e => e.querySelector('.name')?.innerText === %s)"
        .formatted(Browser.quoted(name));
  }

  private void untilRow(String name) throws Exception {
    browser.until(rowOf(name) + " !== undefined");
  }

  private String row(String name) throws Exception {
    return browser.value(rowOf(name) + ".innerText").asString();
  }

  private void click(String name) throws Exception {
    untilRow(name);
    browser.value(rowOf(name) + ".click()");
  }

  /** The row that has the focus. */
  private void untilAt(String name) throws Exception {
    browser.until(
        "document.activeElement.querySelector('.name')?.innerText === " + Browser.quoted(name));
  }

  private void downTo(String name) throws Exception {
    String at = "document.activeElement.querySelector('.name')?.innerText";
    for (int i = 0; i < 30 && !browser.value(at).asString("").equals(name); i++) {
      String before = browser.value(at).asString("");
      browser.press("ArrowDown");
      browser.until(at + " !== " + Browser.quoted(before));
    }
    untilAt(name);
  }

  private void untilText(String text) throws Exception {
    browser.until(
        "document.querySelector('.source')?.innerText.includes(%s)"
            .formatted(Browser.quoted(text)));
  }

  /** By wheels of the mouse, as far as one can imagine, and then to the end at once. */
  private int mostElementsOnTheWayTo(String text) throws Exception {
    int most = 0;
    for (int i = 0; i < 60; i++) {
      browser.value(
          i < 50
              ? "window.scrollBy(0, 2000)"
              : "window.scrollTo(0, document.documentElement.scrollHeight)");
      browser.awaited(
          "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
      most = Math.max(most, browser.value("document.querySelectorAll('*').length").asInt());
    }
    untilText(text);
    return most;
  }
}
