package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.GitHost.git;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryCheckout;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryReady;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositorySkipped;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryUnavailable;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Place;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Repository;
import io.agentservice.server.testing.Await;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What hinders a checkout, and what interrupts it. */
class CheckoutTroubleTest extends OnCheckout {
  @Test
  void somethingElseInItsPlaceIsNamedAndStays() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    Files.createDirectories(work.resolve("web"));
    Files.writeString(work.resolve("web/mine.txt"), "mine");
    wants(session, "acme/web");
    session.send("go");
    start(session);

    var asked = session.await(LoopEvent.Waiting.class);
    assertThat(newest(session, RepositoryUnavailable.class).code()).isEqualTo("name_taken");
    assertThat(asked.message()).contains("acme/web", "in the directory web", "\"go on\"");
    assertThat(work.resolve("web/mine.txt")).hasContent("mine");
    assertThat(session.events(LoopEvent.ModelTurn.class)).isEmpty();
    assertNothingIsLeft();
  }

  @Test
  void aRepositoryThatIsNotThereIsAskedAbout() throws Exception {
    assertAskedFor("not_found");
  }

  @Test
  void aHostThatAsksForASignInIsSaidSo() throws Exception {
    host.refuse(401);
    assertAskedFor("sign_in");
  }

  @Test
  void aHostThatForbidsIsSaidSo() throws Exception {
    host.refuse(403);
    assertAskedFor("forbidden");
  }

  @Test
  void aHostWithFailuresOfItsOwnIsSaidSo() throws Exception {
    host.refuse(503);
    assertAskedFor("host_down");
  }

  @Test
  void aHostThatIsNotThereIsSaidSo() throws Exception {
    var nowhere = new Place("127.0.0.1:9", "acme/web", "http://127.0.0.1:9/acme/web.git", false);
    session.repositories = List.of(new Repository("acme/web", nowhere));
    assertAsked("host_down");
  }

  @Test
  void aHostThatIsAwayIsTriedAgainAfterAMessage() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    host.refuse(503);
    assertAskedFor("host_down");
    host.refuse(0);
    session.send("again");

    Await.until(() -> session.events(LoopEvent.Waiting.class).size() == 2);
    assertThat(work.resolve("web/a.txt")).hasContent("one");
  }

  @Test
  void aPersonMaySayToGoOnWithoutIt() throws Exception {
    assertAskedFor("not_found");
    session.send("Go on, please.");

    Await.until(() -> session.events(LoopEvent.Waiting.class).size() == 2);
    assertThat(session.events(RepositorySkipped.class)).hasSize(1);
    assertThat(session.events(RepositoryCheckout.class)).hasSize(1);
    assertThat(session.events(LoopEvent.ModelTurn.class)).hasSize(2);
  }

  @Test
  void aRepositoryOfNoKnownPlaceIsNotedOnce() throws Exception {
    session.repositories = List.of(new Repository("acme/web", null));
    session.send("go");
    start(session);
    session.await(LoopEvent.Waiting.class);
    session.send("more");
    Await.until(() -> session.events(LoopEvent.Waiting.class).size() == 2);

    assertThat(session.events(RepositorySkipped.class)).hasSize(1);
    assertThat(session.events(RepositoryCheckout.class)).isEmpty();
  }

  @Test
  void aRemoteThatIsKilledInTheMidstBeginsAnew() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    host.hold();
    session.send("go");
    var connection = start(session);
    Await.until(() -> host.fetches() == 1);
    machine.crash();
    connection.cut();
    assertThat(work.resolve("web")).doesNotExist();
    host.letGo();
    start(session);

    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(RepositoryCheckout.class)).hasSize(2);
    assertThat(session.events(RepositoryReady.class)).hasSize(1);
    assertThat(work.resolve("web/a.txt")).hasContent("one");
    assertNothingIsLeft();
  }

  @Test
  void aServerThatEndsInTheMidstLeavesItToTheNext() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    host.hold();
    session.send("go");
    start(session);
    Await.until(() -> host.fetches() == 1);
    loops.close();
    loops = new Loops(Script.SETTINGS, LiveOutput.NONE);
    host.letGo();
    start(session);

    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(RepositoryCheckout.class)).hasSize(1);
    assertThat(session.events(RepositoryReady.class)).hasSize(1);
    assertThat(machine.started.stream().filter(script -> script.contains("ls-remote"))).hasSize(1);
  }

  @Test
  void onAnotherMachineItIsCheckedOutAgainFromWhatWasPushed() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    git(host.bare("acme/web"), "config", "http.receivepack", "true");
    wants(session, "acme/web");
    var first = ready();
    Files.writeString(work.resolve("web/a.txt"), "pushed\n");
    git(work.resolve("web"), "commit", "--quiet", "--all", "--message=work");
    git(work.resolve("web"), "push", "--quiet", "origin", "HEAD");
    loops.close();
    machine.close();
    machine = machine("elsewhere");
    loops = new Loops(Script.SETTINGS, LiveOutput.NONE);
    session.title = "Another title";
    session.send("more");
    loops.start(session.claim(), machine.connect(), script());

    Await.until(() -> session.events(LoopEvent.Waiting.class).size() == 2);
    var second = session.events(RepositoryReady.class).getLast();
    assertThat(second.branch()).isEqualTo(first.branch());
    assertThat(second.cloned()).isTrue();
    assertThat(work.resolve("web/a.txt")).hasContent("pushed");
  }

  @Test
  void aCheckoutThatTakesTooLongIsStoppedAndLeavesNothing() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    host.hold();
    session.checkoutLimit = Duration.ofSeconds(2);
    assertAskedFor("timed_out");
  }

  private void assertAskedFor(String code) throws Exception {
    wants(session, "acme/web");
    assertAsked(code);
  }

  private void assertAsked(String code) throws Exception {
    session.send("go");
    start(session);
    session.await(LoopEvent.Waiting.class);
    assertThat(newest(session, RepositoryUnavailable.class).code()).isEqualTo(code);
    assertThat(session.events(LoopEvent.ModelTurn.class)).isEmpty();
    assertThat(work.resolve("web")).doesNotExist();
    assertNothingIsLeft();
  }
}
