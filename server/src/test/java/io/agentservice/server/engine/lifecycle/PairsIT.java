package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every two things that can happen to a session happen at the same moment, in each of its states.
 */
@Timeout(300) // every pair of changes, each many times
class PairsIT extends OnOutpost {
  private static final int ROUNDS = Integer.getInteger("pairs.rounds", 2);
  private static final int GRACE = 60;

  private Database database;
  private Transitions transitions;
  private Lifecycle lifecycle;
  private Turns turns;
  private Reconciler reconciler;
  private Wakes wakes;

  @BeforeEach
  void wire() {
    database = server.openDatabase();
    var signals = new EventSignals();
    var log = new EventLog(database, signals);
    var queue = new Queue(database, new FeedSignal(), 300, GRACE);
    transitions = new Transitions(queue, new Placement(_ -> null, "{}"), log, 3);
    var limits = new CycleLimits(() -> CycleLimits.Rules.NONE);
    lifecycle = new Lifecycle(database, transitions, new ConnectTokens(new byte[32]), limits, 300);
    turns = new Turns(database, transitions, log, limits);
    reconciler = new Reconciler(database, transitions);
    wakes = new Wakes(database, transitions, (_, _) -> true);
  }

  @AfterEach
  void unwire() {
    database.close();
  }

  private interface Operation {
    void on(String id) throws Exception;
  }

  /** All by name; an answer may be a refusal, but never a failure. */
  private Map<String, Operation> operations() {
    return Map.ofEntries(
        Map.entry(
            "message", id -> answered(admin.post(one(id, "/messages"), json("message", "m")))),
        Map.entry("archive", id -> answered(admin.post(one(id, "/archive"), ""))),
        Map.entry("sleep", id -> answered(admin.post(one(id, "/sleep"), ""))),
        Map.entry("resume", id -> answered(admin.post(one(id, "/resume"), ""))),
        Map.entry("lapse", this::lapse),
        Map.entry(
            "wait long",
            id ->
                turn(
                    id,
                    turn ->
                        turn.sleepUntil(
                            "time", Instant.now(), List.of(), "machine_released", "{}"))),
        Map.entry("wake", _ -> wakes.wakeDue(() -> true)),
        Map.entry("unarchive", id -> answered(admin.post(one(id, "/unarchive"), ""))),
        Map.entry("terminate", id -> answered(admin.delete(one(id, "")))),
        Map.entry("claim", id -> answered(claim(id, "w"))),
        Map.entry("claim by another", id -> answered(claim(id, "x"))),
        Map.entry("release", id -> answered(release(id, "w"))),
        Map.entry("connect", id -> lifecycle.connected(new SessionId(id), epoch(id))),
        Map.entry("keep alive", id -> lifecycle.keepAlive(new SessionId(id), epoch(id), 1)),
        Map.entry("lose", id -> lifecycle.lost(new SessionId(id), epoch(id), 1)),
        Map.entry("idle", this::idle),
        Map.entry("evict", _ -> lifecycle.evict(new OutpostId(outpost))),
        Map.entry("place", _ -> lifecycle.placeWaiting(() -> true)),
        Map.entry("reconcile", _ -> reconciler.checkEntries()),
        Map.entry(
            "deliver",
            id ->
                turn(
                    id,
                    turn -> {
                      turn.deliver();
                      turn.event("nudge", "{}");
                    })),
        Map.entry(
            "rest",
            id ->
                turn(
                    id,
                    turn -> {
                      turn.event("nudge", "{}");
                      turn.say("done");
                      turn.waiting();
                    })),
        Map.entry("finish", id -> turn(id, turn -> turn.finished("{\"a\":1}"))),
        Map.entry("limit", id -> turn(id, turn -> turn.limit(Detail.USAGE_LIMIT_EXCEEDED))),
        Map.entry("fail", id -> turn(id, turn -> turn.fail("internal", "x"))));
  }

  private String one(String id, String rest) {
    return path("sessions/" + id) + rest;
  }

  private static void answered(Reply reply) {
    assertThat(reply.status()).isLessThan(500);
  }

  private void idle(String id) {
    database.useTransaction(tx ->
        transitions
            .lock(tx, new SessionId(id))
            .filter(LockedSession::isResting)
            .ifPresent(session -> {
              session.sleep(Trigger.IDLE, Detail.INACTIVITY, null);
              transitions.write(tx, session);
            }));
  }

  private void lapse(String id) {
    database.useTransaction(tx ->
        transitions
            .lock(tx, new SessionId(id))
            .filter(LockedSession::isClaimed)
            .ifPresent(session -> {
              session.lapse();
              transitions.write(tx, session);
            }));
  }

  private void turn(String id, Consumer<Turns.Turn> changes) {
    long connection =
        server.given().number("SELECT connection FROM session WHERE session_id = ?", id);
    try {
      OnLifecycle.change(turns, new SessionId(id), new Tenure(epoch(id), connection), changes);
    } catch (Turns.StaleException _) {
      // the other was first
    }
  }

  private long epoch(String id) {
    return server.given().number("SELECT epoch FROM session WHERE session_id = ?", id);
  }

  @Test
  void noTwoOperationsOnASessionDeadlockFailOrPartItsRows() throws Exception {
    long before = deadlocks();
    var operations = List.copyOf(operations().entrySet());
    var starts = List.of("new", "claimed", "running", "suspended");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < operations.size(); i++) {
        for (int j = i; j < operations.size(); j++) {
          for (int round = 0; round < ROUNDS; round++) {
            String start = starts.get((i + j + round * 2) % starts.size());
            String id = session(start);
            String what =
                "%s and %s of a %s session"
                    .formatted(operations.get(i).getKey(), operations.get(j).getKey(), start);
            together(threads, what, id, operations.get(i).getValue(), operations.get(j).getValue());
            assertThat(disagreements(id)).as(what).isZero();
          }
        }
      }
    }
    assertThat(deadlocks()).isEqualTo(before);
  }

  private String session(String state) {
    String id = session();
    if (state.equals("new")) {
      return id;
    }
    claim(id, "w").ok();
    if (state.equals("claimed")) {
      return id;
    }
    lifecycle.connected(new SessionId(id), epoch(id));
    if (state.equals("suspended")) {
      admin.post(one(id, "/archive"), "").ok();
    }
    return id;
  }

  private static void together(
      ExecutorService threads, String what, String id, Operation first, Operation second)
      throws Exception {
    var barrier = new CyclicBarrier(2);
    var running = new ArrayList<Future<?>>();
    for (var operation : List.of(first, second)) {
      running.add(
          threads.submit(() -> {
            barrier.await();
            operation.on(id);
            return null;
          }));
    }
    for (var each : running) {
      try {
        each.get(120, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new AssertionError(what, e);
      }
    }
  }

  /** What must hold of a session and its entry between any two transactions. */
  private long disagreements(String id) {
    return server
        .given()
        .number(
            """
            SELECT count(*) FROM session s LEFT JOIN queue_entry q ON q.session_id = s.session_id AND q.removed_at IS NULL
             WHERE s.session_id = ?
               AND (q.session_status <> CASE s.status WHEN 'RUNNING' THEN 'RUNNING' WHEN 'SUSPENDED' THEN 'SUSPENDED'
                      WHEN 'EXIT' THEN 'TERMINATED' WHEN 'ERROR' THEN 'TERMINATED' ELSE 'PENDING' END
                 OR q.phase = 'PENDING' AND s.status NOT IN ('NEW', 'RESUMING')
                 OR q.phase = 'CLAIMED' AND (s.status = 'NEW' OR q.acceptor_id IS NULL OR q.claim_deadline IS NULL)
                 OR q.session_id IS NULL AND s.status IN ('NEW', 'CLAIMED', 'RUNNING', 'RESUMING')
                 OR s.status <> 'RUNNING' AND s.machine_since IS NOT NULL
                 OR s.status <> 'SUSPENDED' AND (s.wait_for IS NOT NULL OR s.wake_at IS NOT NULL)
                 OR s.status IN ('EXIT', 'ERROR') AND EXISTS (
                      SELECT FROM message m WHERE m.session_id = s.session_id AND m.delivery = 'queued')
                 OR s.last_seq <> (SELECT count(*) FROM event e WHERE e.session_id = s.session_id))
            """,
            id);
  }

  private long deadlocks() {
    return server
        .given()
        .number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  }
}
