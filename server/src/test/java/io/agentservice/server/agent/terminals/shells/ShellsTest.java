package io.agentservice.server.agent.terminals.shells;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shells without a network, and with a clock of the test's own. */
class ShellsTest {
  private final OrgId org = Id.create(OrgId.class);
  private final SessionId session = Id.create(SessionId.class);
  private final AtomicLong nanos = new AtomicLong();
  private final List<SessionId> typedIn = new CopyOnWriteArrayList<>();
  private final Shells shells = new Shells(InstantSource.system(), nanos::get, typedIn::add);
  private final PlayedMachine machine = new PlayedMachine();
  private Terminal terminal;

  @BeforeEach
  void open() {
    terminal =
        shells
            .open(
                new Owner(org, session),
                machine.machine(),
                new Terminals.Opening(new Size(24, 80), null))
            .orElseThrow();
  }

  @AfterEach
  void end() {
    machine.end();
  }

  /** One who takes a message whenever he is let. */
  private static final class Slow implements Talk.Peer {
    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    final Semaphore turns = new Semaphore(0);
    volatile boolean open = true;
    volatile int closeCode;

    @Override
    public void send(ByteBuffer bytes) throws InterruptedException {
      turns.acquire();
      heard.add(bytes.remaining() + " bytes");
    }

    @Override
    public void send(String text) throws InterruptedException {
      turns.acquire();
      heard.add(text);
    }

    @Override
    public void beat() {}

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close(int code, String reason) {
      closeCode = code;
      open = false;
    }

    String next() throws InterruptedException {
      turns.release();
      return String.valueOf(heard.poll(60, TimeUnit.SECONDS));
    }
  }

  private Talk look(Slow viewer) {
    var talk = shells.view(session, terminal.terminalId(), 0).orElseThrow();
    Thread.ofVirtual().start(() -> run(talk, viewer));
    Await.until(() -> shells.list(session).getFirst().viewers() == 1);
    return talk;
  }

  private static void run(Talk talk, Slow viewer) {
    try {
      talk.run(viewer, new Waits());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
    shells.sweep();
  }

  @Test
  void oneThatNobodyLooksAtEndsAfterTenMinutes() throws Exception {
    machine.output();
    passes(Duration.ofMinutes(9));
    assertThat(shells.list(session)).hasSize(1);

    passes(Duration.ofMinutes(2));

    assertThat(shells.list(session)).isEmpty();
    assertThat(machine.told()).isEqualTo("signal");
  }

  @Test
  void oneThatSomebodyLooksAtStaysAndTheMinutesCountFromHisLeave() throws Exception {
    machine.output();
    var viewer = new Slow();
    var talk = look(viewer);
    passes(Duration.ofMinutes(60));
    assertThat(shells.list(session)).hasSize(1);

    viewer.next();
    viewer.open = false;
    talk.closed();
    Await.until(() -> shells.list(session).getFirst().viewers() == 0);
    passes(Duration.ofMinutes(9));
    assertThat(shells.list(session)).hasSize(1);
    passes(Duration.ofMinutes(2));
    assertThat(shells.list(session)).isEmpty();
  }

  @Test
  void whoTakesNothingIsToldWhatHeLost() throws Exception {
    var output = machine.output();
    var viewer = new Slow();
    look(viewer);
    assertThat(viewer.next()).contains("start");
    output.accept(0, "first".getBytes(UTF_8));
    Await.until(() -> viewer.turns.hasQueuedThreads());

    for (int i = 0; i < 5; i++) {
      output.accept(0, new byte[100 << 10]);
    }

    assertThat(viewer.next()).isEqualTo("5 bytes");
    long kept = 5 + (500 << 10) - Scrollback.KEPT;
    assertThat(viewer.next()).isEqualTo("{\"type\":\"lost\",\"from\":%d}".formatted(kept));
    for (int i = 0; i < Scrollback.KEPT; i += 32 << 10) {
      assertThat(viewer.next()).isEqualTo((32 << 10) + " bytes");
    }
    machine.end();
    assertThat(viewer.next()).contains("exit", "exited");
  }

  @Test
  void whatAMachineKeepsOfItsOutputIsTheMostOfIt() throws Exception {
    var output = machine.output();
    for (int i = 0; i < 63; i++) {
      output.accept(0, new byte[1 << 20]);
    }
    assertThat(shells.list(session)).hasSize(1);
    output.accept(0, new byte[1 << 20]);

    Await.until(() -> shells.list(session).isEmpty());
    assertThat(machine.told()).isEqualTo("signal");
  }

  @Test
  void itIsToldThatSomebodyTypes() throws Exception {
    machine.output();
    look(new Slow()).bytes(ByteBuffer.wrap(new byte[] {'x'}));

    assertThat(typedIn).containsExactly(session);
    assertThat(machine.told()).isEqualTo("input");
  }

  @Test
  void oneThatIsClosedBeforeItStartsIsKilledWhenItHas() throws Exception {
    machine.awaitAsked();
    shells.close(session, terminal.terminalId());
    assertThat(shells.list(session)).isEmpty();
    assertThat(machine.told).isEmpty();

    machine.start();

    assertThat(machine.told()).isEqualTo("signal");
  }

  @Test
  void aMachineThatIsStuckKeepsNobodyWaiting() throws Exception {
    machine.output();
    machine.stuck = true;

    shells.sweep(Set.of(org));
    shells.close(Duration.ofMillis(10));

    assertThat(shells.list(session)).isEmpty();
    assertThat(machine.told()).isEqualTo("signal");
  }

  @Test
  void whoStopsAServerHasItsShellsKilledFirst() throws Exception {
    machine.output();

    shells.close(Duration.ofSeconds(60));

    assertThat(machine.told).contains("signal");
  }

  @Test
  void oneViewerTooManyIsSentAwayAndNotToldOfAnEnd() throws Exception {
    machine.output();
    var talk = shells.view(session, terminal.terminalId(), 0).orElseThrow();
    for (int i = 1; i <= Shell.MOST_VIEWERS; i++) {
      int now = i;
      Thread.ofVirtual().start(() -> run(talk, new Slow()));
      Await.until(() -> shells.list(session).getFirst().viewers() == now);
    }
    var last = new Slow();

    talk.run(last, new Waits());

    assertThat(last.closeCode).isEqualTo(1013);
    assertThat(last.heard).isEmpty();
  }
}
