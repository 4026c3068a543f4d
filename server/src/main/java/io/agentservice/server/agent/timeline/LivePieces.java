package io.agentservice.server.agent.timeline;

import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.base.ids.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;

/** Hands loops' live output to open pages; slow ones lose the oldest. */
public final class LivePieces implements LiveOutput {
  private static final int MAX_WAITING = 1024;

  private final Map<SessionId, Set<Watch>> watches = new ConcurrentHashMap<>();

  /** Something written. */
  public sealed interface Piece {
    /** The model writes. */
    record ModelText(String text) implements Piece {}

    /** What the model wrote since its last turn is void. */
    record Restart() implements Piece {}

    /** A command writes. */
    record CallOutput(String callId, String text) implements Piece {}
  }

  /** One page's view of a session, until closed. */
  public final class Watch implements AutoCloseable {
    private final SessionId session;
    private final LinkedBlockingDeque<Piece> waiting = new LinkedBlockingDeque<>(MAX_WAITING);

    private Watch(SessionId session) {
      this.session = session;
    }

    /** What came since the last call, oldest first. */
    public List<Piece> take() {
      var taken = new ArrayList<Piece>();
      waiting.drainTo(taken);
      return taken;
    }

    private void give(Piece piece) {
      while (!waiting.offerLast(piece)) {
        var _ = waiting.pollFirst();
      }
    }

    private void dropText() {
      waiting.removeIf(Piece.ModelText.class::isInstance);
    }

    @Override
    public void close() {
      watches.computeIfPresent(
          session,
          (_, all) -> {
            all.remove(this);
            return all.isEmpty() ? null : all;
          });
    }
  }

  /** To be closed. */
  public Watch watch(SessionId session) {
    var watch = new Watch(session);
    watches.compute(
        session,
        (_, present) -> {
          Set<Watch> all = present == null ? ConcurrentHashMap.newKeySet() : present;
          all.add(watch);
          return all;
        });
    return watch;
  }

  private void give(SessionId session, Piece piece) {
    var all = watches.get(session);
    if (all != null) {
      all.forEach(watch -> watch.give(piece));
    }
  }

  @Override
  public void modelText(SessionId session, String piece) {
    give(session, new Piece.ModelText(piece));
  }

  /**
   * What is still waiting comes too late: its turn may be read from the log before it is taken, and
   * would then be followed by its own last words.
   */
  @Override
  public void modelAnswered(SessionId session) {
    watches.getOrDefault(session, Set.of()).forEach(Watch::dropText);
  }

  @Override
  public void modelRestarts(SessionId session) {
    give(session, new Piece.Restart());
  }

  @Override
  public void toolOutput(SessionId session, String callId, String piece) {
    give(session, new Piece.CallOutput(callId, piece));
  }
}
