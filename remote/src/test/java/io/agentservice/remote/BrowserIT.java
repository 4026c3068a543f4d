package io.agentservice.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.Programs;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.remote.testing.Site;
import io.agentservice.wire.frames.ToRemote.Browse;
import io.agentservice.wire.frames.ToRemote.BrowserAction;
import io.agentservice.wire.frames.ToRemote.SessionEnd;
import io.agentservice.wire.frames.ToServer.Browsed;
import io.agentservice.wire.frames.ToServer.Failed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged remote with a real Chrome and a web site on the loopback. */
@Tag("long")
@Timeout(200)
class BrowserIT {
  @TempDir private Path directory;
  private final Site site = site();
  private FakeGateway gateway;
  private RemoteUnderTest remote;
  private int requests;

  @BeforeEach
  void serve() throws Exception {
    var chrome = Programs.chrome().toString();
    gateway = new FakeGateway();
    remote = start(Map.of("AGENT_CHROME_PATH", chrome));
    gateway.awaitHello(1);
    site.page(
        "/shop",
        """
        <title>The shop</title><h1>Welcome</h1>
        <p>Read the <a href="/terms">terms of use</a> first.</p>
        <div style="display: none">not to be seen</div>
        <form action="/order">
          <label>Name <input name="who"></label>
          <label>Colour <select name="colour"><option>red</option><option>dark blue</option></select></label>
          <input type="password" value="hush" aria-label="Password">
          <button id="send">Order</button>
        </form>
        <div onclick="document.title = 'Opened'"><b>More</b> about us</div>
        <button onclick="this.after(' You clicked ' + ++count + ' times.')">Count</button>
        <script>count = 0</script>
        """);
    site.page("/order", "<title>Thanks</title>Thank you!");
  }

  @AfterEach
  void stop() throws Exception {
    if (gateway != null) { // else the test was skipped
      remote.terminate(); // so that it clears away what Chrome leaves
      remote.awaitExit();
      remote.close();
      gateway.close();
    }
    site.close();
  }

  @Test
  void aPageIsReadWithItsLinksAndFields() {
    var seen = done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null));

    assertThat(seen.title()).isEqualTo("The shop");
    assertThat(seen.url()).isEqualTo(site.address("/shop"));
    assertThat(seen.notes()).singleElement().asString().contains("A browser was started");
    assertThat(seen.text())
        .contains(
            "# Welcome",
            "Read the [terms of use](/terms) first.",
            "[text \"Name\" value \"\" | input[name=\"who\"]]",
            "[select \"Colour\" value \"red\" of [\"red\",\"dark blue\"] | select[name=\"colour\"]]",
            "[button \"Order\" | #send]")
        .doesNotContain("not to be seen")
        .doesNotContain("hush");
    assertThat(done(browse(BrowserAction.READ, null, "h1", null)).text()).isEqualTo("# Welcome");
  }

  @Test
  void aFormIsFilledInAndSent() {
    done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null));
    assertThat(done(browse(BrowserAction.CLICK, null, null, "about us")).title())
        .isEqualTo("Opened");
    done(browse(BrowserAction.TYPE, null, "input[name=who]", "wrong"));
    done(browse(BrowserAction.TYPE, null, "input[name=who]", "Zoë & co"));
    done(browse(BrowserAction.TYPE, null, "select[name=colour]", "dark blue"));
    var thanks = done(browse(BrowserAction.CLICK, null, "#send", null));

    assertThat(thanks.title()).isEqualTo("Thanks");
    assertThat(thanks.text()).isEqualTo("Thank you!");
    assertThat(site.requests()).endsWith("/order?who=Zo%C3%AB+%26+co&colour=dark+blue");

    var shop = done(browse(BrowserAction.BACK, null, null, null));
    assertThat(shop.url()).isEqualTo(site.address("/shop"));
  }

  @Test
  void aKeyAfterTypingSendsTheForm() {
    done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null));
    var browse =
        new Browse("b-key", BrowserAction.TYPE, null, "[name=who]", "Ann", "Enter", null, 0);

    assertThat(done(send(browse)).title()).isEqualTo("Thanks");
    assertThat(site.requests()).endsWith("/order?who=Ann&colour=red");
  }

  @Test
  void theSameIdTwiceIsOneClick() throws Exception {
    done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null));
    var click = new Browse("b-click", BrowserAction.CLICK, null, null, "count", null, null, 0);
    var first = done(send(click));
    gateway.cut();
    gateway.awaitHello(2);
    gateway.send(click);

    RemoteUnderTest.await(
        "second answer",
        () ->
            gateway.all(Browsed.class).stream().filter(b -> b.id().equals("b-click")).count() == 2);
    assertThat(gateway.all(Browsed.class).getLast()).isEqualTo(first);
    assertThat(first.text()).contains("You clicked 1 times.");
    assertThat(done(browse(BrowserAction.READ, null, null, null)).text())
        .contains("You clicked 1 times.")
        .doesNotContain("2 times");
  }

  @Test
  void aScreenshotIsAPictureOfThePage() throws Exception {
    done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null));
    var file = done(browse(BrowserAction.SCREENSHOT, null, null, null)).file();

    var picture = ByteBuffer.wrap(Files.readAllBytes(Path.of(file.path())));
    assertThat(file.size()).isEqualTo(picture.capacity());
    assertThat(file.sha256()).hasSize(64);
    assertThat(picture.getLong(0)).isEqualTo(0x89504E470D0A1A0AL); // PNG
    assertThat(picture.getInt(16)).isEqualTo(1280);
    assertThat(picture.getInt(20)).isEqualTo(800);

    var chosen =
        new Browse("b-path", BrowserAction.SCREENSHOT, null, null, null, null, "shots/a.png", 0);
    assertThat(done(send(chosen)).file().path())
        .isEqualTo(directory.toRealPath().resolve("work/shots/a.png").toString());
  }

  @Test
  void downloadsAreSavedWhateverTheyAre() throws Exception {
    var bytes = new byte[300_000];
    Arrays.fill(bytes, (byte) 7);
    site.file(
        "/data", bytes, Map.of("Content-Disposition", "attachment; filename=\"../../data.bin\""));
    site.page("/links", "<title>Links</title><a href='/data'>Get the data</a>");

    var page = done(browse(BrowserAction.DOWNLOAD, site.address("/links"), null, null)).file();
    assertThat(Path.of(page.path()))
        .hasContent("<title>Links</title><a href='/data'>Get the data</a>");

    done(browse(BrowserAction.NAVIGATE, site.address("/links"), null, null));
    var byClick = done(browse(BrowserAction.DOWNLOAD, null, null, "Get the data")).file();
    var again = done(browse(BrowserAction.CLICK, null, "a", null));
    var folder = directory.toRealPath().resolve("work/downloads");
    assertThat(Path.of(byClick.path()).getParent()).isEqualTo(folder);
    assertThat(Path.of(byClick.path())).hasBinaryContent(bytes);
    assertThat(again.title()).isEqualTo("Links");
    assertThat(Path.of(again.file().path()))
        .hasBinaryContent(bytes)
        .isNotEqualTo(Path.of(byClick.path()));

    var missing = failed(browse(BrowserAction.DOWNLOAD, site.address("/missing"), null, null));
    assertThat(missing.message()).contains("404");
  }

  @Test
  void dialogsAndNewTabsAreToldOf() {
    site.page(
        "/talk",
        """
        <title>Talk</title><button onclick="document.title = 'said ' + confirm('Sure?')">Ask</button>
        <button onclick="window.open('/order')">In a new tab</button>
        """);
    site.page("/order", "<title>Tab</title><button onclick='window.close()'>Close</button>");
    done(browse(BrowserAction.NAVIGATE, site.address("/talk"), null, null));

    var asked = done(browse(BrowserAction.CLICK, null, "button", null));
    assertThat(asked.notes()).containsExactly("A dialog (confirm) was accepted: Sure?");
    assertThat(asked.title()).isEqualTo("said true");

    var tab = done(browse(BrowserAction.CLICK, null, null, "In a new tab"));
    assertThat(tab.title()).isEqualTo("Tab");
    assertThat(tab.notes()).singleElement().asString().contains("tab");

    assertThat(done(browse(BrowserAction.CLICK, null, null, "Close")).title())
        .isEqualTo("said true");
  }

  @Test
  void whatIsNotThereOrWrongIsAClearFailure() {
    site.page(
        "/covered",
        """
        <button id="under">Under</button>
        <div id="veil" style="position: fixed; inset: 0"></div>
        """);
    assertThat(failed(browse(BrowserAction.BACK, null, null, null)).code()).isEqualTo("browser");
    done(browse(BrowserAction.NAVIGATE, site.address("/covered"), null, null));

    var missing = failed(click("#missing", 300));
    assertThat(missing.code()).isEqualTo("not_found");
    assertThat(missing.message()).contains("#missing");
    var covered = failed(click("#under", 300));
    assertThat(covered.message()).contains("covered by <div id=\"veil\">");
    assertThat(failed(click("((", 300)).code()).isEqualTo("invalid");
    assertThat(failed(browse(BrowserAction.CLICK, null, null, null)).code()).isEqualTo("invalid");
    assertThat(failed(browse(BrowserAction.NAVIGATE, "javascript:1", null, null)).code())
        .isEqualTo("invalid");
    assertThat(failed(browse(BrowserAction.NAVIGATE, "http://127.0.0.1:2/", null, null)).message())
        .contains("ERR_");
  }

  @Test
  void aPageThatNeverComesEndsAtTheTimeout() {
    var browse =
        new Browse(
            "b-1", BrowserAction.NAVIGATE, site.address("/never"), null, null, null, null, 500);
    assertThat(failed(send(browse)).message()).contains("no answer from").contains("in time");

    site.page("/slow", "<title>Slow</title>Text before <img src='/never'>");
    var slow =
        new Browse(
            "b-2", BrowserAction.NAVIGATE, site.address("/slow"), null, null, null, null, 3000);
    var seen = done(send(slow));
    assertThat(seen.text()).contains("Text before");
    assertThat(seen.notes()).anyMatch(note -> note.contains("still loading"));
  }

  @Test
  void aBrowserThatDiedIsStartedAgainAndThatIsSaid() throws Exception {
    done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null));
    browsers().forEach(ProcessHandle::destroyForcibly);
    RemoteUnderTest.await("end of the browser", () -> !runs());

    var click = failed(click("#send", 300));
    assertThat(click.message()).contains("#send").contains("cookies and logins are lost");
    assertThat(done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null)).notes())
        .isEmpty();
  }

  @Test
  void noProcessIsLeftWhateverEndsTheRemote() throws Exception {
    done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null));
    assertThat(runs()).isTrue();
    var profile = directory.resolve("state/browser/profile");
    var socket = Files.readSymbolicLink(profile.resolve("SingletonSocket"));
    gateway.send(new SessionEnd("suspended"));
    assertThat(remote.awaitExit()).isZero();
    assertThat(runs()).isFalse();
    assertThat(profile).doesNotExist();
    assertThat(socket.getParent()).doesNotExist();

    remote = start(Map.of("AGENT_CHROME_PATH", Programs.chrome().toString()));
    gateway.awaitHello(2);
    assertThat(done(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null)).notes())
        .singleElement()
        .asString()
        .contains("cookies and logins of before are lost");
    remote.kill();
    RemoteUnderTest.await("end of the browser after kill -9", () -> !runs());
  }

  @Test
  void withoutTheVariableThereIsNoBrowserAndNoCapability() throws Exception {
    assertThat(gateway.awaitHello(1).capabilities()).contains("browser");
    remote.close();
    remote = start(Map.of());

    assertThat(gateway.awaitHello(2).capabilities())
        .containsExactly("exec", "script", "files", "jobs", "within", "pty", "git");
    var refused = failed(browse(BrowserAction.READ, null, null, null));
    assertThat(refused.code()).isEqualTo("browser");
    assertThat(refused.message()).isEqualTo("no browser on this machine: set AGENT_CHROME_PATH");
    remote.close();
    remote = start(Map.of("AGENT_CHROME_PATH", "/no/such/chrome"));

    assertThat(gateway.awaitHello(3).capabilities()).doesNotContain("browser");
    assertThat(remote.log()).contains("/no/such/chrome");
  }

  @Test
  void aProgramThatIsNoBrowserIsAFailureOfTheRequest() throws Exception {
    remote.close();
    remote = start(Map.of("AGENT_CHROME_PATH", "/bin/false"));
    gateway.awaitHello(2);
    var refused = failed(browse(BrowserAction.NAVIGATE, site.address("/shop"), null, null));
    assertThat(refused.message()).contains("the browser does not start");
  }

  private RemoteUnderTest start(Map<String, String> more) throws Exception {
    var environment = RemoteUnderTest.environment(directory, gateway);
    environment.putAll(more);
    return RemoteUnderTest.start(directory, environment, "serve");
  }

  private String click(String selector, long timeoutMillis) {
    var id = "b-" + ++requests;
    return send(
        new Browse(id, BrowserAction.CLICK, null, selector, null, null, null, timeoutMillis));
  }

  private String browse(BrowserAction action, String url, String selector, String text) {
    var id = "r-" + ++requests;
    return send(new Browse(id, action, url, selector, text, null, null, 0));
  }

  private String send(Browse browse) {
    gateway.send(browse);
    return browse.id();
  }

  private Browsed done(String id) {
    var answer = gateway.awaitAnswer(id);
    assertThat(answer).isInstanceOf(Browsed.class);
    return (Browsed) answer;
  }

  private Failed failed(String id) {
    var answer = gateway.awaitAnswer(id);
    assertThat(answer).isInstanceOf(Failed.class);
    return (Failed) answer;
  }

  private Stream<ProcessHandle> browsers() {
    var profile = "--user-data-dir=" + directory.resolve("state/browser/profile");
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(profile));
  }

  private boolean runs() {
    return browsers().findAny().isPresent();
  }

  private static Site site() {
    try {
      return new Site();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
