package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.context.tags.OrganizationTags;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

final class Schedules {
  private static final AuditTrail<Schedule> AUDIT =
      AuditTrail.of("schedule", "update", Schedule::orgId)
          .naming("schedule_id", Schedule::scheduleId)
          .naming("name", schedule -> schedule.content().name())
          .changing("name", schedule -> schedule.content().name())
          .changingLength("prompt", schedule -> schedule.job().prompt())
          .changing("schedule_type", schedule -> schedule.timing().scheduleType())
          .changing("cron_schedule", schedule -> schedule.timing().cron())
          .changing("timezone", schedule -> schedule.timing().timezone())
          .changing("interval_count", schedule -> schedule.timing().intervalCount())
          .changing("scheduled_at", schedule -> schedule.timing().scheduledAt())
          .changing("is_enabled", schedule -> schedule.timing().isEnabled())
          .changing("playbook_id", schedule -> schedule.job().playbookId())
          .changing("notify_on", schedule -> schedule.content().notification().notifyOn())
          .changing("bypass_approval", schedule -> schedule.job().bypassApproval())
          .changing("tags", schedule -> schedule.job().tags())
          .changing("platform", schedule -> schedule.job().platform())
          .changing("target_agent_id", schedule -> schedule.job().targetSessionId())
          .changing("run_as_user_id", schedule -> schedule.job().runAsUserId())
          .changing("owned_by", schedule -> schedule.authors().ownedBy());

  private final Database database;
  private final Sessions sessions;
  private final Playbooks playbooks;
  private final OrganizationTags tags;
  private final Placement placement;

  Schedules(Database database, Sessions sessions, SessionContext kept, Placement placement) {
    this.database = database;
    this.sessions = sessions;
    this.playbooks = kept.playbooks();
    this.tags = kept.tags();
    this.placement = placement;
  }

  /** All of the organization, newest first; those that are on, off, or (null) both. */
  Listing<Schedule> list(Scope scope, @Nullable Boolean isEnabled) {
    return new Listing<>(
        window ->
            database.with(
                ScheduleSql.class,
                sql -> {
                  int size = Rows.fitting(sql.sizes(scope, isEnabled, window), window.size());
                  return Rows.of(sql.list(scope, isEnabled, window.ofSize(size)), size);
                }),
        most -> database.with(ScheduleSql.class, sql -> sql.count(scope, isEnabled, most)),
        schedule -> new Place(schedule.createdAt(), schedule.scheduleId().value()));
  }

  Schedule get(Scope scope, ScheduleId id) {
    return database
        .with(ScheduleSql.class, sql -> sql.find(scope, id))
        .orElseThrow(Schedules::noSuchSchedule);
  }

  /** What came of its times, newest first; 404. */
  Listing<ScheduleRun> runs(Scope scope, ScheduleId id) {
    get(scope, id);
    return new Listing<>(
        window ->
            database.with(
                ScheduleSql.class, sql -> Rows.of(sql.runs(scope, id, window), window.size())),
        most -> database.with(ScheduleSql.class, sql -> sql.countRuns(scope, id, most)),
        run -> new Place(run.dueAt(), run.scheduleId().value()));
  }

  /** The next times of a cron text; nothing is made, 422. */
  List<Calendar.Due> preview(Body body) {
    var now = database.with(ScheduleSql.class, ScheduleSql::now);
    return new ScheduleBody(body, null, now).preview();
  }

  /** What a body says of a new schedule, or of one as it would be afterwards; 422. */
  ScheduleContent read(Scope scope, Body body, @Nullable Schedule before, Caller caller) {
    tags.check(Objects.requireNonNull(scope.orgId()), body);
    var reader = new ScheduleBody(body, before, database.with(ScheduleSql.class, ScheduleSql::now));
    var content = reader.read();
    var org = Objects.requireNonNull(scope.orgId());
    var playbook = content.job().playbookId();
    if (body.value("playbook_id") != null
        && playbook != null
        && playbooks.find(scope, playbook).isEmpty()) {
      body.fail("unknown_reference", "No such playbook in this organization", "playbook_id");
    }
    var target = content.job().targetSessionId();
    if (body.value("target_agent_id") != null
        && target != null
        && sessions.known(org, Set.of(target)).isEmpty()) {
      body.fail("unknown_reference", "No such session in this organization", "target_agent_id");
    }
    body.check();
    var user = content.job().runAsUserId();
    if (user != null) {
      checkUser(org, user.value(), reader, before, content, caller);
    }
    return content;
  }

  /** Who writes a schedule of a human acts for him. */
  private void checkUser(
      OrgId org,
      String user,
      ScheduleBody reader,
      @Nullable Schedule before,
      ScheduleContent content,
      Caller caller) {
    boolean isTaken =
        before != null && before.progress().pausedReason() != null && content.timing().isEnabled();
    if (reader.namesUser() || isTaken) {
      sessions.checkImpersonation(org, user, reader.userField(), caller);
    } else {
      sessions.checkMayImpersonate(org, caller);
    }
  }

  Schedule create(Scope scope, ScheduleContent content, Caller caller) {
    return database.inTransaction(tx -> {
      checkPlatform(tx, scope, content.job().platform());
      var sql = tx.on(ScheduleSql.class);
      var id = Id.create(ScheduleId.class);
      sql.insert(id, scope, content, caller.principal().author());
      sql.next(scope, id, next(sql, sql.find(scope, id).orElseThrow()));
      var schedule = sql.find(scope, id).orElseThrow();
      AUDIT.created(tx, caller, schedule);
      return schedule;
    });
  }

  /**
   * 404, 403 without the permission to act for its human, 400 {@code unknown_platform}, 422. Who
   * enables an abandoned one becomes its owner.
   */
  Schedule change(Scope scope, ScheduleId id, Body body, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(ScheduleSql.class);
      var before = sql.lock(scope, id).orElseThrow(Schedules::noSuchSchedule);
      var content = read(scope, body, before, caller);
      if (body.value("platform") != null) {
        checkPlatform(tx, scope, content.job().platform());
      }
      sql.update(scope, id, content, caller.principal().author());
      if (content.timing().isEnabled()
          && (before.progress().pausedReason() != null
              || (body.has("is_enabled") && Ownership.isGone(tx, before)))) {
        sql.takeOver(scope, id, caller.principal().author());
      }
      var now = sql.find(scope, id).orElseThrow();
      if (!now.timing().equals(before.timing())) { // else its times go on as they were
        sql.next(scope, id, next(sql, now));
      }
      if (content.timing().isEnabled() && body.has("is_enabled")) {
        sql.forgive(scope, id);
      }
      var after = sql.find(scope, id).orElseThrow();
      AUDIT.updated(tx, caller, before, after);
      return after;
    });
  }

  private static @Nullable Instant next(ScheduleSql sql, Schedule schedule) {
    return schedule.timing().nextAfter(sql.now()).orElse(null);
  }

  private void checkPlatform(Tx tx, Scope scope, @Nullable String platform) {
    placement.choose(tx, scope.accountId(), Objects.requireNonNull(scope.orgId()), null, platform);
  }

  /** Answers what it was, switched off; its runs go before it, in pieces. */
  Schedule delete(Scope scope, ScheduleId id, Caller caller) {
    while (deletesRuns(scope, id)) {}
    return database.inTransaction(tx -> {
      var sql = tx.on(ScheduleSql.class);
      var living = sql.lock(scope, id).orElseThrow(Schedules::noSuchSchedule);
      sql.ran(scope, id, living.progress().nextRunAt(), ScheduleSql.Outcome.OVER);
      var schedule = sql.find(scope, id).orElseThrow();
      sql.delete(scope, id);
      AUDIT.deleted(tx, caller, schedule);
      return schedule;
    });
  }

  /** Whether there may be more. */
  private boolean deletesRuns(Scope scope, ScheduleId id) {
    return database.with(ScheduleSql.class, sql -> sql.deleteRuns(scope, id, Belongings.MOST))
        == Belongings.MOST;
  }

  static RuntimeException noSuchSchedule() {
    return Problem.notFound("schedule").exception();
  }

  /** How late the one is that should have run first. */
  double lateSeconds(AccountId account) {
    return database.with(ScheduleSql.class, sql -> sql.lateSeconds(account));
  }

  /** Some of the schedules of an organization that is gone. */
  Belongings.Left erase(Tx tx, OrgId org) {
    var sql = tx.on(ScheduleSql.class);
    var runs = Belongings.Left.after(sql.eraseRuns(org, Belongings.MOST));
    return runs == Belongings.Left.NOTHING
        ? Belongings.Left.after(sql.erase(org, Belongings.MOST))
        : runs;
  }
}
