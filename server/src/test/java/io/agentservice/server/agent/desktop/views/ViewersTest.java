package io.agentservice.server.agent.desktop.views;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.Await;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Viewers without a network, and with a clock of the test's own. */
class ViewersTest {
  private static final String GREETING = "RFB 003.008\n\1\1";
  private static final String KEY = "\4\1\0\0\0\0\0x";
  private static final int PIECE = 64 << 10;

  private final OrgId org = Id.create(OrgId.class);
  private final SessionId session = Id.create(SessionId.class);
  private final AtomicLong nanos = new AtomicLong();
  private final List<SessionId> usedIn = new CopyOnWriteArrayList<>();
  private final Viewers viewers = new Viewers(nanos::get, usedIn::add);
  private final PlayedDesktop desktop = new PlayedDesktop();

  /** One who takes a message whenever he is let. */
  private static final class Slow implements Talk.Peer {
    final Semaphore turns = new Semaphore(0);
    final AtomicLong taken = new AtomicLong();
    final Waits waits = new Waits();
    volatile boolean open = true;
    volatile int closeCode;
    volatile String why = "";

    @Override
    public void send(ByteBuffer bytes) throws InterruptedException {
      turns.acquire();
      taken.addAndGet(bytes.remaining());
    }

    @Override
    public void send(String text) {
      throw new AssertionError("only bytes are sent: " + text);
    }

    @Override
    public void beat() {}

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close(int code, String reason) {
      closeCode = closeCode == 0 ? code : closeCode;
      why = reason;
      open = false;
    }
  }

  private Talk look(Slow viewer, boolean control) {
    var talk = viewers.viewing(new Look(org, session, control), desktop.machine());
    Thread.ofVirtual().start(() -> run(talk, viewer));
    return talk;
  }

  private static void run(Talk talk, Slow viewer) {
    try {
      talk.run(viewer, viewer.waits);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void says(Talk talk, String bytes) {
    talk.bytes(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1)));
  }

  private static void awaitClosed(Slow viewer, int code, String why) {
    Await.until(() -> viewer.closeCode != 0);
    assertThat(viewer.closeCode).isEqualTo(code);
    assertThat(viewer.why).isEqualTo(why);
  }

  @Test
  void whatIsShownGoesToTheViewerAndWhatHeSaysToTheMachine() throws Exception {
    var viewer = new Slow();
    viewer.turns.release(9);
    var talk = look(viewer, true);
    var view = desktop.view();
    view.starts().run();
    view.shows("RFB 003.008\n".getBytes(ISO_8859_1));
    Await.until(() -> viewer.taken.get() == 12);

    says(talk, GREETING);
    assertThat(usedIn).isEmpty();
    says(talk, KEY);

    assertThat(desktop.told()).isEqualTo("input " + GREETING);
    assertThat(desktop.told()).isEqualTo("input " + KEY);
    assertThat(usedIn).containsExactly(session);
    view.exits();
    awaitClosed(viewer, 1000, "the desktop has ended");
    Await.until(() -> viewers.count(session) == 0);
  }

  @Test
  void whoLooksOnDoesNotUseTheSession() throws Exception {
    var talk = look(new Slow(), false);
    desktop.view().starts().run();

    says(talk, GREETING);
    says(talk, KEY);
    says(talk, "\3\1\0\0\0\0\5\0\3 ");

    assertThat(desktop.told()).isEqualTo("input " + GREETING);
    assertThat(desktop.told()).isEqualTo("input \3\1\0\0\0\0\5\0\3 ");
    assertThat(usedIn).isEmpty();
  }

  @Test
  void creditIsGivenBackForWhatTheViewerHasTaken() throws Exception {
    var viewer = new Slow();
    look(viewer, false);
    var view = desktop.view();
    view.starts().run();
    for (int i = 0; i < OutputFrame.WINDOW / PIECE; i++) {
      view.shows(new byte[PIECE]);
    }
    viewer.turns.release(3);
    Await.until(() -> viewer.taken.get() == 3 * PIECE);
    assertThat(desktop.told).isEmpty();

    viewer.turns.release(1);

    assertThat(desktop.told()).isEqualTo("taken " + OutputFrame.WINDOW / 4);
    view.shows(new byte[PIECE]); // there is room again
    assertThat(viewer.closeCode).isZero();
  }

  @Test
  void aMachineThatSendsMoreThanItMayEndsThatViewOnly() throws Exception {
    var other = new Slow();
    look(other, false);
    desktop.view().starts().run();
    var viewer = new Slow();
    look(viewer, false);
    var view = desktop.view();
    view.starts().run();

    for (int i = 0; i <= OutputFrame.WINDOW / PIECE; i++) {
      view.shows(new byte[PIECE]);
    }
    viewer.turns.release(100);

    awaitClosed(viewer, 1011, "the machine sends more than it may");
    assertThat(desktop.told).contains("end");
    assertThat(other.closeCode).isZero();
  }

  @Test
  void aViewerWhoSaysSomethingElseEndsHisOnly() throws Exception {
    var other = new Slow();
    look(other, true);
    desktop.view().starts().run();
    var viewer = new Slow();
    var talk = look(viewer, true);
    desktop.view().starts().run();

    says(talk, "GET / HTTP/1.1\r\n\r\n");
    says(talk, KEY);

    awaitClosed(viewer, 1008, "only RFB 003.008 is spoken here");
    assertThat(desktop.told()).isEqualTo("end");
    assertThat(other.closeCode).isZero();
    var early = new Slow();
    says(look(early, true), GREETING); // the machine has not begun
    awaitClosed(early, 1008, "said before the desktop has begun");
    var text = new Slow();
    look(text, true).text("{}");
    awaitClosed(text, 1008, "binary messages only");
  }

  @Test
  void theWordsOfAMachineThatRefusesAreMadeHarmless() throws Exception {
    var viewer = new Slow();
    look(viewer, false);
    var view = desktop.view();

    view.answer()
        .complete(new ToServer.Failed(view.id(), "desktop", "no\n<b>ä</b>" + "x".repeat(900)));

    awaitClosed(viewer, 1011, "no?<b>?</b>" + "x".repeat(109));
  }

  @Test
  void nobodyWaitsForeverForADisplayOrAHandshake() throws Exception {
    var viewer = new Slow();
    var waiting = look(viewer, false);
    desktop.view();
    var silent = new Slow();
    var mute = look(silent, false);
    desktop.view().starts().run();

    nanos.addAndGet(Duration.ofSeconds(46).toNanos());
    waiting.closed(); // wakes it
    mute.closed();

    awaitClosed(viewer, 1011, "the machine's desktop does not start");
    awaitClosed(silent, 1008, "no handshake of RFB in time");
  }

  @Test
  void whoHasGreetedMayBeSilent() throws Exception {
    var viewer = new Slow();
    var talk = look(viewer, false);
    desktop.view().starts().run();
    says(talk, GREETING);

    nanos.addAndGet(Duration.ofHours(1).toNanos());
    talk.closed();
    talk.text("x"); // ends it

    awaitClosed(viewer, 1008, "binary messages only");
  }

  @Test
  @Timeout(30)
  void whoMayNoLongerIsSentAwayAtOnce() throws Exception {
    var viewer = new Slow();
    var talk = look(viewer, true);
    var view = desktop.view();
    view.starts().run();
    says(talk, GREETING);

    viewer.waits.end();
    view.shows(new byte[PIECE]);

    awaitClosed(viewer, 1001, "connect again");
    assertThat(viewer.taken).hasValue(0);
    assertThat(desktop.told()).startsWith("input");
    assertThat(desktop.told()).isEqualTo("end");
  }

  @Test
  void aPlaceIsFreeOnlyWhenTheMachineHasLetGo() throws Exception {
    var views = new ArrayList<PlayedDesktop.View>();
    var first = new Slow();
    look(first, false);
    views.add(desktop.view());
    for (int i = 1; i < Viewers.MOST; i++) {
      look(new Slow(), false);
      views.add(desktop.view());
    }
    first.open = false;
    first.waits.end();
    assertThat(desktop.told()).isEqualTo("end");
    var late = new Slow();
    look(late, false);
    awaitClosed(late, 1013, "too many viewers");

    views.getFirst().exits();

    Await.until(() -> viewers.count(session) == Viewers.MOST - 1);
    look(new Slow(), false);
    assertThat(desktop.view().id()).isNotEqualTo(views.getFirst().id());
  }

  @Test
  void thoseOfAnOrganizationWithoutAccessAreSentAway() throws Exception {
    var viewer = new Slow();
    look(viewer, true);
    desktop.view().starts().run();
    assertThat(viewers.organizations()).containsExactly(org);

    viewers.sweep(Set.of(Id.create(OrgId.class)));
    assertThat(viewer.closeCode).isZero();
    viewers.sweep(Set.of(org));

    awaitClosed(viewer, 1008, "the organization has switched it off");
  }
}
