package io.agentservice.e2e.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.e2e.Installation;
import io.agentservice.server.web.pages.Browser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody does with the web app from the first sign-in to the end of a session, on a real
 * repository with server, worker and remote; the model is recorded. The screens are kept in {@code
 * target/walk}.
 */
@Tag("long")
@Timeout(400) // several programs start, one after the other
class WalkE2ET {
  private static final Path APP = Path.of("../web/target/classes/io/agentservice/web");
  private static final Path REPOSITORY = Path.of("../examples/shell-backup");
  private static final Path PICTURES = Path.of("target", "walk");
  private static final String MESSAGE = Hand.element("#message");
  private static final String SINCE = Hand.element(".since select");
  private static final String FRAME = "document.querySelector('iframe.framed').contentDocument";

  private static final String CHANGED =
      "[...document.querySelectorAll('.changes .file > summary code')].map(e => e.innerText).join()";

  @TempDir private Path directory;
  @TempDir private Path profile;

  @Test
  void aSessionFromTheFirstSignInToItsEndWithoutAMouse() throws Exception {
    walk("keyboard", Keyboard::new);
  }

  @Test
  void aSessionFromTheFirstSignInToItsEndOnAPhone() throws Exception {
    walk("phone", Fingers::new);
  }

  private void walk(String name, Function<Browser, Hand> holding) throws Exception {
    assumeTrue(Files.exists(APP), "npm is not installed here: the web app was not built");
    var program = Browser.find();
    assumeTrue(program.isPresent(), "Chromium is not installed here: install chromium");
    var transcript = directory.resolve("transcript.json");
    try (var in = Objects.requireNonNull(WalkE2ET.class.getResourceAsStream("transcript.json"))) {
      Files.copy(in, transcript);
    }
    var settings = Map.of("AGENT_MODEL", "replay:" + transcript, "AGENT_IDLE_SECONDS", "3600");
    try (var installation = Installation.start(directory, settings)) {
      repository(installation.work());
      installation.startWorker("worker-1", directory.resolve("worker-1"));
      try (var browser = Browser.start(program.get(), profile)) {
        browser.listen();
        var hand = holding.apply(browser);
        hand.begin();
        walk(installation, hand, new Strip(browser, PICTURES.resolve(name)));
        assertThat(browser.complaints()).isEmpty();
        String own = installation.client().baseUrl().getAuthority();
        assertThat(browser.requests())
            .allMatch(address ->
                address.startsWith("data:")
                    || address.equals("about:blank")
                    || own.equals(URI.create(address).getAuthority()));
      }
    }
  }

  private static void walk(Installation installation, Hand hand, Strip strip) throws Exception {
    hand.browser.open(installation.client().baseUrl().toString());
    signIn(hand, strip);
    start(hand, strip);
    interruptAndAnswer(hand, strip);
    review(hand, strip);
    useTheMachine(hand, strip);
    hand.doesByName("Archive");
    untilShown(hand, "Archived");
    hand.does("g s", Hand.button("Sessions"));
    untilShown(hand, "No sessions here yet.");
    strip.take("archived");
  }

  private static void signIn(Hand hand, Strip strip) throws Exception {
    hand.until("location.pathname === '/login'");
    strip.take("sign-in");
    hand.write(Hand.element("#key"), Installation.TOKEN);
    hand.does("Enter", Hand.element("form button"));
    untilShown(hand, "No sessions here yet.");
    strip.take("no-sessions");
  }

  /** With a file; sees what the first command prints while it runs. */
  private static void start(Hand hand, Strip strip) throws Exception {
    hand.does("c", Hand.button("New session"));
    hand.write(
        Hand.element("#prompt"),
        "We restored a share, and files were missing, though `verify` had said that the snapshot is complete. Find out why; what we saw is in the report.");
    attach(hand.browser);
    hand.until("document.querySelector('.attached li') !== null");
    hand.until("document.querySelector('.attached progress') === null");
    strip.take("new-session");
    hand.does("Control+Enter", Hand.button("Start"));
    hand.until("location.pathname.startsWith('/sessions/')");
    untilShown(hand, "run 2");
    strip.take("at-work");
  }

  /** The window in which a file is chosen is the system's. */
  private static void attach(Browser browser) throws Exception {
    var report = Files.createTempDirectory("walk").resolve("report.txt");
    Files.writeString(
        report, "verify: 20260301: complete\nrestore: monthly report.txt is not there\n");
    var field =
        browser.call("Runtime.evaluate", Map.of("expression", "document.getElementById('files')"));
    browser.call(
        "DOM.setFileInputFiles",
        Map.of(
            "files",
            List.of(report.toString()),
            "objectId",
            field.path("result").path("objectId").asString()));
  }

  private static void interruptAndAnswer(Hand hand, Strip strip) throws Exception {
    hand.does("r", MESSAGE);
    hand.write(MESSAGE, "They do not fail by chance. Look at how verify counts.");
    hand.does("Control+Enter", Hand.button("Interrupt and send"));
    hand.until("document.querySelector('.asks') !== null");
    strip.take("asks");
    hand.write(MESSAGE, "Report all of them.");
    hand.does("Enter", Hand.button("Send"));
    untilShown(hand, "One test still fails");
    hand.until(MESSAGE + "?.placeholder === 'What next?'");
    strip.take("answered");
  }

  private static void review(Hand hand, Strip strip) throws Exception {
    hand.does("Escape", Hand.element("h1"));
    hand.does("2", Hand.button("Changes"));
    hand.until(CHANGED + " === 'lib/verify.sh'");
    strip.take("changes");
    var lines =
        hand.browser.value(
            "[...document.querySelectorAll('.changes .lines .add [data-line]')].map(e => e.ariaLabel)");
    assertThat(lines.size()).isGreaterThan(1);
    comment(hand, lines.get(0).asString(), "Good.");
    comment(
        hand,
        lines.get(1).asString(),
        "Say in a comment why this is skipped. And mend the names, please.");
    strip.take("comments");
    hand.press(Hand.button("Send 2 comments to the agent"));
    untilShown(hand, "2 comments sent");
    hand.choose(SINCE, "last_message");
    hand.until(CHANGED + " === 'lib/snapshot.sh'");
    strip.take("since-my-message");
  }

  private static void comment(Hand hand, String label, String words) throws Exception {
    hand.comments(label);
    hand.browser.type(words);
    hand.does("Control+Enter", Hand.button("Done"));
    hand.until("document.querySelector('.remark textarea') === null");
  }

  private static void useTheMachine(Hand hand, Strip strip) throws Exception {
    hand.leavesList();
    hand.does("4", Hand.button("Terminal"));
    hand.until("document.querySelector('iframe.framed') !== null");
    hand.press(Hand.button(FRAME, "Open a terminal"));
    String shown = FRAME + ".querySelector('.xterm-rows')?.textContent";
    hand.until("(%s ?? '').trim() !== ''".formatted(shown));
    hand.write(FRAME + ".querySelector('textarea')", "sh tests/run.sh | tail -n 1");
    hand.browser.press("Enter");
    hand.until("(%s ?? '').includes('13 passed, 0 failed')".formatted(shown));
    strip.take("terminal");
    hand.does("Shift+Escape", Hand.button("Timeline"));
    hand.until("document.activeElement.tagName !== 'IFRAME'");
  }

  private static void untilShown(Hand hand, String text) throws Exception {
    hand.until("document.body.innerText.includes(" + Browser.quoted(text) + ")");
  }

  private static void repository(Path work) throws IOException, InterruptedException {
    run(Path.of("."), "cp", "-r", REPOSITORY + "/.", work.toString());
    run(work, "git", "init", "--quiet");
    run(work, "git", "add", "--all");
    run(
        work,
        "git",
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "commit",
        "-qm",
        "As it was");
  }

  private static void run(Path where, String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).directory(where.toFile()).inheritIO().start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
