package io.agentservice.server.engine.claims;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.queue.Entry;
import io.agentservice.server.engine.queue.Lapsed;
import io.agentservice.server.engine.queue.Queue;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claim, renewal, release and lapse (fleet.md 3). */
public final class Claims implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

  private final Queue queue;
  private final ClaimWriter writer;
  private final ConnectTokens tokens;

  Claims(Queue queue, ClaimWriter writer, ConnectTokens tokens) {
    this.queue = queue;
    this.writer = writer;
    this.tokens = tokens;
  }

  public static Claims wire(
      Database database,
      Background background,
      Queue queue,
      Transitions transitions,
      ConnectTokens tokens) {
    var batch = new ClaimBatch(database, transitions);
    return new Claims(
        queue,
        new ClaimWriter(background, commands -> Lane.NODE.call(() -> batch.run(commands))),
        tokens);
  }

  /** How a claim ended. */
  public sealed interface Claimed {
    /** The claimer holds it; the token is shown this once. */
    record Won(Entry entry, String connectToken) implements Claimed {}

    /** Another worker holds it. */
    record Lost() implements Claimed {}

    /** He holds it, but the session sleeps or is over: there is nothing to serve. */
    record Ended() implements Claimed {}

    record NoEntry() implements Claimed {}
  }

  /** How a release ended. */
  public sealed interface Released {
    /** The entry as it is now; a tombstone when the session sleeps or is over. */
    record Done(Entry entry) implements Released {}

    record NotHolder() implements Released {}

    record NoEntry() implements Released {}
  }

  public Claimed claim(AccountId account, SessionId session, String acceptorId, Caller caller) {
    var result = writer.run(new ClaimCommand.Claim(account, session, acceptorId, caller));
    return switch (result.outcome()) {
      case DONE ->
          new Claimed.Won(
              entry(result), tokens.make(new ConnectTokens.Claim(session, result.epoch())));
      case HELD_BY_ANOTHER -> new Claimed.Lost();
      case ENDED -> new Claimed.Ended();
      case NO_ENTRY -> new Claimed.NoEntry();
    };
  }

  /** Gives the entry back. */
  public Released release(AccountId account, SessionId session, String acceptorId, Caller caller) {
    var result = writer.run(new ClaimCommand.Release(account, session, acceptorId, caller));
    return switch (result.outcome()) {
      case DONE -> new Released.Done(entry(result));
      case HELD_BY_ANOTHER -> new Released.NotHolder();
      case ENDED -> throw new IllegalStateException("who gives back needs nothing to serve");
      case NO_ENTRY -> new Released.NoEntry();
    };
  }

  /**
   * Applies every lapse that is due. Those that can't be applied hold up no other: they are passed
   * after 2 s for each {@value Queue#LAPSED_AT_ONCE} where other transactions hold them, and the
   * first failure is thrown at the end.
   */
  public void applyLapses() {
    applyLapses(true);
  }

  /**
   * The same for those who read the queue, so that nobody sees a lapsed claim as claimed; but they
   * wait 2 s at most. A session that can't lapse is no fault of theirs, and is told by the
   * service's own lapses.
   */
  public void applyLapsesForReading() {
    forReading(() -> applyLapses(false));
  }

  /** Applies the lapses of these sessions' claims, as far as they are due, for those who read. */
  public void applyLapsesForReading(List<SessionId> sessions) {
    forReading(() -> applyLapsesOf(sessions, false));
  }

  private static void forReading(Runnable lapses) {
    try {
      lapses.run();
    } catch (DatabaseUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.debug("not all lapses were applied", e);
    }
  }

  private void applyLapses(boolean patiently) {
    RuntimeException failure = null;
    boolean goesOn = true;
    for (var page = queue.lapsed(null); goesOn && !page.isEmpty(); page = after(page)) {
      try {
        var sessions = page.stream().map(Lapsed::sessionId).toList();
        goesOn = applyLapsesOf(sessions, patiently) || patiently;
      } catch (DatabaseUnavailableException e) {
        throw e;
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private List<Lapsed> after(List<Lapsed> page) {
    return page.size() < Queue.LAPSED_AT_ONCE ? List.of() : queue.lapsed(page.getLast());
  }

  /** False when some are held by other transactions. */
  private boolean applyLapsesOf(List<SessionId> sessions, boolean patiently) {
    return writer.runAll(sessions.stream().map(ClaimCommand.Lapse::new).toList(), patiently);
  }

  private static Entry entry(ClaimCommand.Result result) {
    return Objects.requireNonNull(result.entry(), "a change answers the entry");
  }

  @Override
  public void close() {
    writer.close();
  }
}
