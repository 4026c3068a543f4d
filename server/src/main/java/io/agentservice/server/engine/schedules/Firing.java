package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.OrganizationGoneException;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.context.tags.OrganizationTags;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.Host;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.Requester;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what is due: each time once, with any number of servers (api-org.md 6). */
public final class Firing {
  private static final Logger LOG = LoggerFactory.getLogger(Firing.class);

  /** Of the times that nobody was there for, the latest is made up for this long. */
  private static final Duration MADE_UP = Duration.ofHours(1);

  /** How long to wait for a locked row, which then is for the next round. */
  private static final String LONGEST_WAIT = "1s";

  private static final String EXECUTED = "execute_schedule";

  /** So many are run at a time. */
  private static final int LINES = 4;

  private final Database database;
  private final Sessions sessions;
  private final Playbooks playbooks;
  private final OrganizationTags tags;
  private final Ownership ownership;

  Firing(Database database, Sessions sessions, SessionContext kept) {
    this.database = database;
    this.sessions = sessions;
    this.playbooks = kept.playbooks();
    this.tags = kept.tags();
    this.ownership = new Ownership(database);
  }

  /** Runs all that are due, several at a time, while {@code goesOn}. */
  public void runDue(BooleanSupplier goesOn) {
    if (!database.with(ScheduleSql.class, ScheduleSql::isAnyDue)) {
      return; // as nearly always
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var lines = Stream.generate(() -> threads.submit(() -> runOn(goesOn))).limit(LINES).toList();
      lines.forEach(Firing::ended);
    }
  }

  private void runOn(BooleanSupplier goesOn) {
    boolean more = true;
    while (more && goesOn.getAsBoolean()) {
      more = runNext();
    }
  }

  /** Each piece of its work is bounded by the database's limits. */
  private static void ended(Future<?> line) {
    try {
      line.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Pauses those whose owner is there no more, while {@code goesOn}. */
  public void pauseAbandoned(BooleanSupplier goesOn) {
    ownership.pauseAll(goesOn);
  }

  /**
   * Makes a schedule's session at once, beside its times, which stay. 404; 403 without the
   * permission to act for its human; 409 {@code owner_gone}; else as creating a session.
   */
  Session runNow(Scope scope, ScheduleId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(ScheduleSql.class);
      var schedule = sql.lock(scope, id).orElseThrow(Schedules::noSuchSchedule);
      if (schedule.job().runAsUserId() != null) {
        sessions.checkMayImpersonate(schedule.orgId(), caller);
      }
      if (Ownership.isGone(tx, schedule)) {
        throw Problem.conflict(
                Schedule.OWNER_GONE,
                "Nobody is there for whom this schedule may act",
                "Who switches it on (is_enabled) is its owner from then on")
            .exception();
      }
      var dropped = tags.notAllowed(schedule.orgId(), schedule.job().tags());
      var session = make(sql, scope, schedule, dropped);
      boolean made = schedule.job().targetSessionId() == null;
      note(sql, scope, schedule, new Run(session, null, made ? dropped : List.of()));
      Audit.record(tx, caller, EXECUTED, schedule.orgId(), data(schedule, session));
      return sessions.find(session).orElseThrow();
    });
  }

  private static Map<String, ?> data(Schedule schedule, SessionId session) {
    return Map.of("schedule_id", schedule.scheduleId(), "session_id", session.value());
  }

  /** As of this moment; nobody else writes runs of a schedule that is locked. */
  private static void note(ScheduleSql sql, Scope scope, Schedule schedule, Run run) {
    var id = schedule.scheduleId();
    var at = sql.now();
    while (!sql.insertRun(id, at)) {
      at = at.plusNanos(1_000);
    }
    sql.tell(id, at, run.session(), run.error(), run.droppedTags());
    var next = schedule.progress().nextRunAt();
    sql.ran(scope, id, next, new ScheduleSql.Outcome(true, null, false, next));
  }

  /** In a transaction of its own; one that can't be run must not stand before all others. */
  private boolean runNext() {
    var tried = new AtomicReference<@Nullable Schedule>();
    try {
      return database.inTransaction(tx -> {
        var sql = tx.on(ScheduleSql.class);
        sql.waitNoLonger(LONGEST_WAIT);
        var found = sql.lockDue();
        tried.set(found.orElse(null));
        found.ifPresent(schedule -> run(tx, sql, schedule));
        return found.isPresent();
      });
    } catch (DatabaseUnavailableException e) {
      throw e;
    } catch (OrganizationGoneException _) {
      return true; // deleted in this moment: nothing of it is due any more
    } catch (RuntimeException e) {
      var schedule = tried.get();
      if (schedule == null) {
        throw e;
      }
      LOG.error("schedule can't be run schedule={}", schedule.scheduleId(), e);
      database.useTransaction(tx -> giveUp(tx, schedule));
      return true;
    }
  }

  /** Does nothing where another line has tried it as well and counted it already. */
  private static void giveUp(Tx tx, Schedule schedule) {
    var sql = tx.on(ScheduleSql.class);
    var now = sql.now();
    var next = Times.of(schedule, now, now).next();
    boolean once = schedule.timing().once();
    sql.ran(
        new Scope(schedule.accountId(), schedule.orgId()),
        schedule.scheduleId(),
        schedule.progress().nextRunAt(),
        new ScheduleSql.Outcome(false, "Something went wrong here", once, next));
  }

  private void run(Tx tx, ScheduleSql sql, Schedule schedule) {
    if (Ownership.isGone(tx, schedule)) {
      Ownership.pause(tx, schedule);
      return;
    }
    var now = sql.now();
    var scope = new Scope(schedule.accountId(), schedule.orgId());
    var times = Times.of(schedule, now, now.minus(MADE_UP));
    boolean once = schedule.timing().once();
    var due = times.due();
    if (due == null || !sql.insertRun(schedule.scheduleId(), due)) {
      LOG.info("missed schedule={} due={}", schedule.scheduleId(), schedule.progress().nextRunAt());
      sql.ran(
          scope,
          schedule.scheduleId(),
          schedule.progress().nextRunAt(),
          new ScheduleSql.Outcome(false, null, once, times.next()));
      return;
    }
    var run = attempt(sql, scope, schedule);
    String error = run.error();
    sql.tell(schedule.scheduleId(), due, run.session(), error, run.droppedTags());
    sql.ran(
        scope,
        schedule.scheduleId(),
        schedule.progress().nextRunAt(),
        new ScheduleSql.Outcome(error == null, error, once, times.next()));
    audit(tx, schedule, run);
  }

  /**
   * What came of a due time. {@code session} made or messaged, or null with an {@code error};
   * {@code droppedTags} are no longer allowed.
   */
  private record Run(
      @Nullable SessionId session, @Nullable String error, List<String> droppedTags) {}

  private Run attempt(ScheduleSql sql, Scope scope, Schedule schedule) {
    var dropped = tags.notAllowed(schedule.orgId(), schedule.job().tags());
    try {
      var session = database.inTransaction(_ -> make(sql, scope, schedule, dropped));
      return new Run(session, null, schedule.job().targetSessionId() == null ? dropped : List.of());
    } catch (ProblemException e) {
      String error = e.problem().sentence();
      LOG.warn("no session by schedule={} error={}", schedule.scheduleId(), error);
      return new Run(null, error, List.of());
    }
  }

  /** The session that was made, or that got the message. */
  private SessionId make(
      ScheduleSql sql, Scope scope, Schedule schedule, Collection<String> droppedTags) {
    var org = schedule.orgId();
    var caller = new Caller(author(sql, scope, schedule), "", "");
    var job = schedule.job();
    var target = job.targetSessionId();
    var user = job.runAsUserId();
    String asUser =
        user == null || user.value().equals(schedule.authors().ownedBy()) ? null : user.value();
    if (target != null) {
      sessions.send(org, target, job.prompt(), asUser, "automation", caller);
      return target;
    }
    Playbook playbook =
        Optional.ofNullable(job.playbookId()).flatMap(id -> playbooks.find(scope, id)).orElse(null);
    var tags = new TreeSet<>(job.tags());
    tags.removeAll(droppedTags);
    var wanted =
        NewSession.of(job.prompt())
            .with(Task.PLAIN.tagged(List.copyOf(tags)).by(playbook))
            .with(Requester.of(schedule.scheduleId(), asUser))
            .with(Host.of(job.platform()))
            .with(NewSession.Allowance.bypassing(job.bypassApproval()));
    return sessions.create(org, wanted, caller).sessionId();
  }

  /** Whoever owns the schedule: what he may do was judged when it was written, and just now. */
  private static Principal author(ScheduleSql sql, Scope scope, Schedule schedule) {
    var known = sql.author(scope, schedule.authors().ownedBy()).orElseThrow();
    return new Principal(
        Principal.Kind.valueOf(known.kind()),
        schedule.authors().ownedBy(),
        known.name(),
        known.email(),
        scope.accountId(),
        new KeyId(schedule.authors().ownedBy()),
        "schedule",
        schedule.orgId(),
        Set.of(),
        Map.of(
            schedule.orgId(),
            Set.of(Permission.USE_AGENT_SESSIONS, Permission.IMPERSONATE_ORG_SESSIONS)));
  }

  private static void audit(Tx tx, Schedule schedule, Run run) {
    var data = new LinkedHashMap<String, Object>();
    data.put("schedule_id", schedule.scheduleId());
    if (run.error() == null) {
      data.put("session_id", String.valueOf(run.session()));
    } else {
      data.put("error_message", run.error());
    }
    if (!run.droppedTags().isEmpty()) {
      data.put("dropped_tags", run.droppedTags());
    }
    Audit.record(
        tx, List.of(new Audit.Entry(schedule.accountId(), schedule.orgId(), null, EXECUTED, data)));
  }

  /** {@code due} is null when it is over for too long. */
  record Times(@Nullable Instant due, @Nullable Instant next) {
    /** Of several passed times the latest counts, from {@code earliest} on. */
    static Times of(Schedule schedule, Instant now, Instant earliest) {
      Instant due = schedule.progress().nextRunAt();
      if (schedule.timing().once()) {
        return new Times(due != null && due.isBefore(earliest) ? null : due, null);
      }
      var calendar = schedule.timing().calendar().orElse(null);
      if (due == null || calendar == null) {
        return new Times(null, null);
      }
      int n = schedule.timing().intervalCount();
      Instant next = due.isBefore(earliest) ? calendar.next(earliest, n).orElse(null) : due;
      Instant latest = null;
      while (next != null && !next.isAfter(now)) {
        latest = next;
        next = calendar.next(next, n).orElse(null);
      }
      return new Times(latest, next);
    }
  }
}
