package io.agentservice.server.agent.desktop.views;

import io.agentservice.server.agent.desktop.rfb.RfbException;
import io.agentservice.server.agent.desktop.rfb.ViewerInput;
import io.agentservice.server.agent.desktop.views.Screen.Ending;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One who looks at a desktop: what the machine shows goes to him as fast as he takes it. */
final class Viewing implements Talk {
  /** For the display to start, which takes a machine 20 s at most, and for the handshake. */
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  /** Credit is given back in pieces of this size, so that the machine never waits in vain. */
  private static final int CREDIT_STEP = OutputFrame.WINDOW / 4;

  private final String id;
  private final Look look;
  private final Machine machine;
  private final Door door;
  private final LongSupplier nanos;
  private final ViewerInput input;
  private final Screen screen = new Screen();
  private volatile boolean greeted;
  private int uncredited;

  /** Lets viewers in, and hears of them. */
  interface Door {
    /** False when there are too many. */
    boolean enter(Viewing viewing);

    void leave(Viewing viewing);

    /** Somebody acts on the desktop of a session; be quick. */
    void used(SessionId session);
  }

  Viewing(String id, Look look, Machine machine, Door door, LongSupplier nanos) {
    this.id = id;
    this.look = look;
    this.machine = machine;
    this.door = door;
    this.nanos = nanos;
    this.input = new ViewerInput(look.control());
  }

  Look look() {
    return look;
  }

  void end(int code, String reason) {
    screen.end(Ending.of(code, reason));
  }

  @Override
  public void run(Peer peer, Waits waits) throws InterruptedException {
    if (!door.enter(this)) {
      peer.close(Ending.TRY_LATER, "too many viewers");
      return;
    }
    long begun = nanos.getAsLong();
    Thread.ofVirtual().name(id).start(this::follow);
    try {
      show(peer, waits, begun);
    } catch (MachineLostException _) {
      end(Ending.GOING_AWAY, "connect again");
    } finally {
      end(Ending.GOING_AWAY, "connect again");
      leave();
    }
    close(peer, screen.ending());
  }

  /** Has the machine show it until one of both has enough; only then his place is free again. */
  private void follow() {
    try {
      var answer = machine.desktop(id, screen::start, (_, bytes) -> screen.append(bytes));
      if (answer instanceof ToServer.Failed failed) {
        end(Ending.FAILED, failed.message());
      } else {
        end(Ending.OVER, "the desktop has ended");
      }
    } catch (MachineLostException _) {
      end(Ending.GOING_AWAY, "connect again");
    } finally {
      end(Ending.FAILED, "the desktop can't be shown");
      door.leave(this);
    }
  }

  private void leave() {
    try {
      machine.input(id, new byte[0], true);
    } catch (MachineLostException _) { // it ends with its connection
      return;
    }
  }

  private void show(Peer peer, Waits waits, long begun) throws InterruptedException {
    while (peer.isOpen() && !waits.isOver()) {
      var bytes = screen.next();
      if (bytes != null) {
        int size = bytes.remaining();
        peer.send(bytes);
        taken(size);
      } else if (screen.ending() != null) {
        return;
      } else if (!greeted && nanos.getAsLong() - begun > PATIENCE.toNanos()) {
        late();
      } else {
        waits.on(() -> screen.await(Duration.ofSeconds(Peer.BEAT_SECONDS)));
      }
      peer.beat();
    }
  }

  private void late() {
    if (screen.started()) {
      end(Ending.NOT_ALLOWED, "no handshake of RFB in time");
    } else {
      end(Ending.FAILED, "the machine's desktop does not start");
    }
  }

  private void taken(int size) {
    screen.sent(size);
    uncredited += size;
    if (uncredited >= CREDIT_STEP) {
      machine.taken(id, uncredited);
      uncredited = 0;
    }
  }

  private static void close(Peer peer, @Nullable Ending ending) {
    if (ending != null) {
      peer.close(ending.code(), ending.reason());
    }
  }

  @Override
  public void text(String text) {
    end(Ending.NOT_ALLOWED, "binary messages only");
  }

  @Override
  public void bytes(ByteBuffer bytes) {
    if (screen.ending() != null) {
      return;
    }
    if (!screen.started()) { // the machine speaks first
      end(Ending.NOT_ALLOWED, "said before the desktop has begun");
      return;
    }
    try {
      var passed = input.take(bytes);
      greeted = input.greeted();
      if (passed.length > 0) {
        machine.input(id, passed, false);
      }
      if (input.acted()) {
        door.used(look.session());
      }
    } catch (RfbException e) {
      end(Ending.NOT_ALLOWED, String.valueOf(e.getMessage()));
    } catch (MachineLostException _) {
      end(Ending.GOING_AWAY, "connect again");
    }
  }

  @Override
  public void closed() {
    screen.stir();
  }
}
