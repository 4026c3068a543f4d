package io.agentservice.server.engine.claims;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.claims.ClaimCommand.Claim;
import io.agentservice.server.engine.claims.ClaimCommand.Lapse;
import io.agentservice.server.engine.claims.ClaimCommand.Outcome;
import io.agentservice.server.engine.claims.ClaimCommand.Release;
import io.agentservice.server.engine.claims.ClaimCommand.Result;
import io.agentservice.server.engine.lifecycle.LockedSession;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.queue.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Many claims and releases in one transaction: rows are locked by one statement, commands decided
 * in memory in order, changes written by a few statements, the feed's counter last.
 *
 * <p>A command whose session is locked, or was changed earlier in the batch, is given again, so
 * that a slow transaction delays its session only.
 */
final class ClaimBatch {
  private final Database database;
  private final Transitions transitions;

  ClaimBatch(Database database, Transitions transitions) {
    this.database = database;
    this.transitions = transitions;
  }

  /** The results in the order of the commands; null for one that is to be given again. */
  List<@Nullable Result> run(List<ClaimCommand> commands) {
    return database
        .inTransaction(tx -> {
          var batch = new Decided(commands); // anew when the transaction has to be run again
          batch.decide(tx);
          return batch;
        })
        .results();
  }

  private final class Decided {
    private final List<ClaimCommand> commands;
    private final List<@Nullable Outcome> outcomes = new ArrayList<>();
    private final Map<SessionId, LockedSession> locked = new HashMap<>();
    private final Map<SessionId, Entry> entries = new HashMap<>();

    Decided(List<ClaimCommand> commands) {
      this.commands = commands;
    }

    void decide(Tx tx) {
      var ids = commands.stream().map(ClaimCommand::session).distinct().toList();
      transitions.lockServed(tx, ids).forEach(session -> locked.put(session.id(), session));
      var missing = ids.stream().filter(id -> !locked.containsKey(id)).toList();
      Set<SessionId> busy = missing.isEmpty() ? Set.of() : transitions.known(tx, missing);
      for (ClaimCommand command : commands) {
        outcomes.add(
            busy.contains(command.session())
                ? null
                : ClaimBatch.decide(locked.get(command.session()), command));
      }
      transitions.write(tx, locked.values(), entry -> entries.put(entry.sessionId(), entry));
    }

    List<@Nullable Result> results() {
      var results = new ArrayList<@Nullable Result>(commands.size());
      for (int i = 0; i < commands.size(); i++) {
        var outcome = outcomes.get(i);
        results.add(outcome == null ? null : result(outcome, commands.get(i).session()));
      }
      return results;
    }

    private Result result(Outcome outcome, SessionId id) {
      var session = locked.get(id);
      return outcome == Outcome.DONE && session != null
          ? new Result(outcome, entries.get(id), session.epoch())
          : new Result(outcome, null, 0);
    }
  }

  private static @Nullable Outcome decide(@Nullable LockedSession session, ClaimCommand command) {
    if (session != null && session.changed()) {
      return null;
    }
    if (session == null || !session.isQueued()) {
      return Outcome.NO_ENTRY;
    }
    return switch (command) {
      case Claim claim -> claim(session, claim);
      case Release release -> release(session, release);
      case Lapse _ -> {
        if (session.lapsed()) {
          session.lapse();
        }
        yield Outcome.DONE;
      }
    };
  }

  private static Outcome claim(LockedSession session, Claim claim) {
    if (!settled(session, claim.account())) {
      return Outcome.NO_ENTRY;
    }
    if (session.isClaimed() && !session.isHeldBy(claim.acceptorId())) {
      return Outcome.HELD_BY_ANOTHER;
    }
    if (session.isClaimed() && session.status().atRest()) {
      return Outcome.ENDED;
    }
    session.claim(claim.acceptorId(), claim.caller());
    return Outcome.DONE;
  }

  private static Outcome release(LockedSession session, Release release) {
    if (!settled(session, release.account())) {
      return Outcome.NO_ENTRY;
    }
    if (!session.isHeldBy(release.acceptorId())) {
      return Outcome.HELD_BY_ANOTHER;
    }
    session.release(release.caller());
    return Outcome.DONE;
  }

  private static boolean settled(LockedSession session, AccountId account) {
    if (!session.account().equals(account)) {
      return false;
    }
    if (session.lapsed()) {
      session.lapse();
    }
    return session.isQueued();
  }
}
