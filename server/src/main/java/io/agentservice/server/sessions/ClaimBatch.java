package io.agentservice.server.sessions;

import io.agentservice.server.audit.Audit;
import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.events.EventLog;
import io.agentservice.server.http.Json;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry;
import io.agentservice.server.queue.Queue;
import io.agentservice.server.sessions.ClaimCommand.Claim;
import io.agentservice.server.sessions.ClaimCommand.Lapse;
import io.agentservice.server.sessions.ClaimCommand.Outcome;
import io.agentservice.server.sessions.ClaimCommand.Release;
import io.agentservice.server.sessions.ClaimCommand.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Many claims and releases in one transaction: their rows are locked by one statement, each command
 * is decided in memory in the order given, and the changes are written by a handful of statements,
 * the feed's counter last.
 *
 * <p>A command that can't be decided yet has no result and is given again: its session is held by
 * another transaction, or was changed earlier in this batch. So a slow transaction delays its own
 * session only, and no two batches wait for each other.
 */
final class ClaimBatch {
  private final Database database;
  private final Queue queue;
  private final EventLog log;
  private final Transitions transitions;
  private final int maxDeliveries;

  ClaimBatch(Database database, Transitions transitions, EventLog log, int maxDeliveries) {
    this.database = database;
    this.queue = transitions.queue();
    this.log = log;
    this.transitions = transitions;
    this.maxDeliveries = maxDeliveries;
  }

  /** The results in the order of the commands; null for one that is to be given again. */
  List<@Nullable Result> run(List<ClaimCommand> commands) {
    return database.inTransaction(tx -> run(tx, commands));
  }

  private List<@Nullable Result> run(Tx tx, List<ClaimCommand> commands) {
    var ids = commands.stream().map(command -> command.session().value()).distinct().toList();
    var sql = tx.on(ClaimSql.class);
    var rows = new HashMap<SessionId, Held>();
    for (ClaimSql.Row row : sql.lock(ids)) {
      rows.put(new SessionId(row.sessionId()), new Held(row, maxDeliveries));
    }
    var missing = ids.stream().filter(id -> !rows.containsKey(new SessionId(id))).toList();
    Set<SessionId> busy = missing.isEmpty() ? Set.of() : new HashSet<>(sql.known(missing));

    var outcomes = new ArrayList<@Nullable Outcome>(commands.size());
    for (ClaimCommand command : commands) {
      outcomes.add(
          busy.contains(command.session()) ? null : decide(rows.get(command.session()), command));
    }
    var entries = write(tx, rows.values().stream().filter(Held::changed).toList());

    var results = new ArrayList<@Nullable Result>(commands.size());
    for (int i = 0; i < commands.size(); i++) {
      var outcome = outcomes.get(i);
      var entry = outcome == Outcome.DONE ? entries.get(commands.get(i).session()) : null;
      results.add(outcome == null ? null : new Result(outcome, entry));
    }
    return results;
  }

  private static @Nullable Outcome decide(@Nullable Held held, ClaimCommand command) {
    if (held != null && held.changed()) {
      return null;
    }
    if (held == null || held.removed()) {
      return Outcome.NO_ENTRY;
    }
    return switch (command) {
      case Claim claim -> claim(held, claim);
      case Release release -> release(held, release);
      case Lapse _ -> {
        if (held.lapsed()) {
          held.lapse();
        }
        yield Outcome.DONE;
      }
    };
  }

  private static Outcome claim(Held held, Claim claim) {
    if (!settled(held, claim.account())) {
      return Outcome.NO_ENTRY;
    }
    if (held.isClaimed() && !held.isHeldBy(claim.acceptorId())) {
      return Outcome.HELD_BY_ANOTHER;
    }
    if (held.isClaimed() && held.isAtRest()) {
      return Outcome.ENDED;
    }
    held.claim(claim);
    return Outcome.DONE;
  }

  private static Outcome release(Held held, Release release) {
    if (!settled(held, release.account())) {
      return Outcome.NO_ENTRY;
    }
    if (!held.isHeldBy(release.acceptorId())) {
      return Outcome.HELD_BY_ANOTHER;
    }
    held.release(release.caller());
    return Outcome.DONE;
  }

  /** Applies a lapse that is due; false when there is no entry of the account, or none any more. */
  private static boolean settled(Held held, AccountId account) {
    if (!held.isOf(account)) {
      return false;
    }
    if (held.lapsed()) {
      held.lapse();
    }
    return !held.removed();
  }

  private Map<SessionId, Entry> write(Tx tx, List<Held> changed) {
    if (changed.isEmpty()) {
      return Map.of();
    }
    var sql = tx.on(ClaimSql.class);
    var unclaimed = ids(changed.stream().filter(Held::unclaimed));
    if (!unclaimed.isEmpty()) {
      sql.revoke(unclaimed);
    }
    sql.write(
        ids(changed.stream()),
        json(each(changed, Held::sessionChange)),
        json(changed.stream().flatMap(held -> held.events().stream())),
        json(each(changed, Held::token)));
    Audit.record(tx, changed.stream().flatMap(held -> held.audits().stream()).toList());
    var entries = new HashMap<SessionId, Entry>();
    for (Entry entry : queue.apply(tx, each(changed, Held::entryChange).toList())) {
      entries.put(entry.sessionId(), entry);
    }
    for (Held held : changed) {
      log.written(tx, held.id());
      if (held.unclaimed()) {
        tx.afterCommit(() -> transitions.revoked(held.id(), held.revokedEpoch()));
      }
    }
    return entries;
  }

  private static <T> Stream<T> each(Collection<Held> held, Function<Held, @Nullable T> part) {
    return held.stream().map(part).filter(Objects::nonNull).map(Objects::requireNonNull);
  }

  private static List<String> ids(Stream<Held> held) {
    return held.map(each -> each.id().value()).toList();
  }

  private static String json(Stream<?> rows) {
    return Json.MAPPER.writeValueAsString(rows.toList());
  }
}
