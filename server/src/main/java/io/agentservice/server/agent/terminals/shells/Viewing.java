package io.agentservice.server.agent.terminals.shells;

import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.http.answers.Waits;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One who looks on. He takes bytes from the scrollback as fast as he can, and holds none: what he
 * did not take in time is lost to him.
 */
final class Viewing implements Talk {
  private static final int AT_ONCE = 32 << 10;
  private static final int OVER = 1000;
  private static final int TRY_LATER = 1013;

  private final Shell shell;
  private final long from;
  private final Runnable typed;

  /** {@code from}: of the first byte wanted. */
  Viewing(Shell shell, long from, Runnable typed) {
    this.shell = shell;
    this.from = from;
    this.typed = typed;
  }

  @Override
  public void run(Peer peer, Waits waits) throws InterruptedException {
    if (!shell.enter()) {
      refuse(peer, shell.ending());
      return;
    }
    try {
      show(peer, waits);
    } finally {
      shell.leave();
    }
  }

  /** There were too many, or it has just ended. */
  private static void refuse(Peer peer, @Nullable Ending ending) throws InterruptedException {
    if (ending == null) {
      peer.close(TRY_LATER, "too many viewers");
    } else {
      peer.send(Words.exit(ending));
      peer.close(OVER, "over");
    }
  }

  private void show(Peer peer, Waits waits) throws InterruptedException {
    var first = shell.view(from, 0);
    var size = first.size();
    long place = first.from();
    peer.send(Words.start(place, size));
    while (peer.isOpen() && !waits.isOver()) {
      var view = shell.view(place, AT_ONCE);
      if (!view.size().equals(size)) {
        size = view.size();
        peer.send(Words.resize(size));
      }
      if (view.from() > place) {
        peer.send(Words.lost(view.from()));
      }
      place = view.from() + view.bytes().remaining();
      if (view.bytes().hasRemaining()) {
        peer.send(view.bytes());
      } else if (view.ending() != null) {
        peer.send(Words.exit(view.ending()));
        peer.close(OVER, "over");
      } else {
        waits.on(() -> shell.await(view, Duration.ofSeconds(Peer.BEAT_SECONDS)));
      }
      peer.beat();
    }
  }

  @Override
  public void text(String text) {
    var size = Words.asked(text);
    if (size != null) {
      shell.resize(size);
    }
  }

  @Override
  public void bytes(ByteBuffer bytes) {
    var copy = new byte[bytes.remaining()];
    bytes.get(copy);
    if (copy.length > 0) {
      shell.type(copy);
      typed.run();
    }
  }

  @Override
  public void closed() {
    shell.wake();
  }
}
