package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.DatabaseUnavailableException;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.engine.sessions.NewSession;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what is due: each time once, with any number of servers (api-org.md 6). */
public final class Firing {
  private static final Logger LOG = LoggerFactory.getLogger(Firing.class);

  /** Of the times that nobody was there for, the latest is made up for this long. */
  private static final Duration MADE_UP = Duration.ofHours(1);

  private final Database database;
  private final Sessions sessions;
  private final Playbooks playbooks;

  Firing(Database database, Sessions sessions, Playbooks playbooks) {
    this.database = database;
    this.sessions = sessions;
    this.playbooks = playbooks;
  }

  /** Runs all that are due, one after the other, while {@code goesOn}. */
  public void runDue(BooleanSupplier goesOn) {
    boolean more = true;
    while (more && goesOn.getAsBoolean()) {
      more = runNext();
    }
  }

  /** In a transaction of its own; one that can't be run must not stand before all others. */
  private boolean runNext() {
    var tried = new AtomicReference<@Nullable Schedule>();
    try {
      return database.inTransaction(tx -> {
        var sql = tx.on(ScheduleSql.class);
        var found = sql.lockDue();
        tried.set(found.orElse(null));
        found.ifPresent(schedule -> run(tx, sql, schedule));
        return found.isPresent();
      });
    } catch (DatabaseUnavailableException e) {
      throw e;
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

  private static void giveUp(Tx tx, Schedule schedule) {
    var sql = tx.on(ScheduleSql.class);
    var now = sql.now();
    var next = Times.of(schedule, now, now).next();
    boolean once = schedule.scheduleType() == Schedule.Type.ONE_TIME;
    sql.ran(
        new Scope(schedule.accountId(), schedule.orgId()),
        schedule.scheduleId(),
        new ScheduleSql.Outcome(false, "Something went wrong here", once, next));
  }

  private void run(Tx tx, ScheduleSql sql, Schedule schedule) {
    var now = sql.now();
    var scope = new Scope(schedule.accountId(), schedule.orgId());
    var times = Times.of(schedule, now, now.minus(MADE_UP));
    boolean once = schedule.scheduleType() == Schedule.Type.ONE_TIME;
    var due = times.due();
    if (due == null || !sql.insertRun(schedule.scheduleId(), due)) {
      LOG.info("missed schedule={} due={}", schedule.scheduleId(), schedule.nextRunAt());
      sql.ran(
          scope, schedule.scheduleId(), new ScheduleSql.Outcome(false, null, once, times.next()));
      return;
    }
    SessionId session = null;
    String error = null;
    try {
      session = database.inTransaction(_ -> make(sql, scope, schedule));
    } catch (ProblemException e) {
      error = e.problem().failures().isEmpty() ? e.problem().detail() : e.getMessage();
      LOG.warn("no session by schedule={} error={}", schedule.scheduleId(), error);
    }
    sql.tell(schedule.scheduleId(), due, session, error);
    sql.ran(
        scope,
        schedule.scheduleId(),
        new ScheduleSql.Outcome(error == null, error, once, times.next()));
    audit(tx, schedule, session, error);
  }

  /** The session that was made, or that got the message. */
  private SessionId make(ScheduleSql sql, Scope scope, Schedule schedule) {
    var org = schedule.orgId();
    var caller = new Caller(author(sql, scope, schedule), "", "");
    var target = schedule.targetSessionId();
    var user = schedule.runAsUserId();
    String asUser = user == null || user.value().equals(schedule.createdBy()) ? null : user.value();
    if (target != null) {
      sessions.send(org, target, schedule.prompt(), asUser, "automation", caller);
      return target;
    }
    Playbook playbook =
        Optional.ofNullable(schedule.playbookId())
            .flatMap(id -> playbooks.find(scope, id))
            .orElse(null);
    var wanted =
        NewSession.scheduled(
            schedule.scheduleId(),
            schedule.prompt(),
            playbook,
            schedule.tags(),
            schedule.platform(),
            schedule.bypassApproval(),
            asUser);
    return sessions.create(org, wanted, caller).sessionId();
  }

  /** Whoever made the schedule: what he may do was judged when it was written. */
  private static Principal author(ScheduleSql sql, Scope scope, Schedule schedule) {
    var known = sql.author(scope, schedule.createdBy());
    return new Principal(
        Principal.Kind.valueOf(known.map(ScheduleSql.Author::kind).orElse("LEGACY_SERVICE")),
        schedule.createdBy(),
        known.map(ScheduleSql.Author::name).orElse(schedule.createdBy()),
        known.map(ScheduleSql.Author::email).orElse(null),
        scope.accountId(),
        new KeyId(schedule.createdBy()),
        "schedule",
        schedule.orgId(),
        Set.of(),
        Map.of(
            schedule.orgId(),
            Set.of(Permission.USE_AGENT_SESSIONS, Permission.IMPERSONATE_ORG_SESSIONS)));
  }

  private static void audit(
      Tx tx, Schedule schedule, @Nullable SessionId session, @Nullable String error) {
    var data =
        error == null
            ? Map.of("schedule_id", schedule.scheduleId(), "session_id", String.valueOf(session))
            : Map.of("schedule_id", schedule.scheduleId(), "error_message", error);
    Audit.record(
        tx,
        List.of(
            new Audit.Entry(
                schedule.accountId(), schedule.orgId(), null, "execute_schedule", data)));
  }

  /**
   * Which of the times counts, and which comes next.
   *
   * @param due null when it is over for too long
   */
  record Times(@Nullable Instant due, @Nullable Instant next) {
    /**
     * Of several that have passed the latest counts, unless it was before the given moment. What
     * lies before that is not walked through, however long nobody was there: every n-th time is
     * counted from there then.
     */
    static Times of(Schedule schedule, Instant now, Instant earliest) {
      Instant due = schedule.nextRunAt();
      if (schedule.scheduleType() == Schedule.Type.ONE_TIME) {
        return new Times(due != null && due.isBefore(earliest) ? null : due, null);
      }
      var calendar = schedule.calendar().orElse(null);
      if (due == null || calendar == null) {
        return new Times(null, null);
      }
      int n = schedule.intervalCount();
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
