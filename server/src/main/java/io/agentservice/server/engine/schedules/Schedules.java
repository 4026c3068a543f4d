package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.Body;
import io.agentservice.server.base.http.Listing;
import io.agentservice.server.base.http.Rows;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.context.tags.OrganizationTags;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The schedules of an organization. */
final class Schedules {
  private static final AuditTrail<Schedule> AUDIT =
      AuditTrail.of("schedule", "update", Schedule::orgId)
          .naming("schedule_id", Schedule::scheduleId)
          .naming("name", Schedule::name)
          .changing("name", Schedule::name)
          .changingLength("prompt", Schedule::prompt)
          .changing("schedule_type", Schedule::scheduleType)
          .changing("cron_schedule", Schedule::cron)
          .changing("timezone", Schedule::timezone)
          .changing("interval_count", Schedule::intervalCount)
          .changing("scheduled_at", Schedule::scheduledAt)
          .changing("is_enabled", Schedule::isEnabled)
          .changing("playbook_id", Schedule::playbookId)
          .changing("notify_on", Schedule::notifyOn)
          .changing("bypass_approval", Schedule::bypassApproval)
          .changing("tags", Schedule::tags)
          .changing("platform", Schedule::platform)
          .changing("target_agent_id", Schedule::targetSessionId)
          .changing("run_as_user_id", Schedule::runAsUserId);

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
        schedule -> new Listing.Place(schedule.createdAt(), schedule.scheduleId().value()));
  }

  Schedule get(Scope scope, ScheduleId id) {
    return database
        .with(ScheduleSql.class, sql -> sql.find(scope, id))
        .orElseThrow(Schedules::noSuchSchedule);
  }

  /** What a body says of a new schedule, or of one as it would be afterwards; 422. */
  ScheduleContent read(Scope scope, Body body, @Nullable Schedule before, Caller caller) {
    tags.check(Objects.requireNonNull(scope.orgId()), body);
    var reader = new ScheduleBody(body, before, database.with(ScheduleSql.class, ScheduleSql::now));
    var content = reader.read();
    var org = Objects.requireNonNull(scope.orgId());
    var playbook = content.playbookId();
    if (body.value("playbook_id") != null
        && playbook != null
        && playbooks.find(scope, playbook).isEmpty()) {
      body.fail("unknown_reference", "No such playbook in this organization", "playbook_id");
    }
    var target = content.targetSessionId();
    if (body.value("target_agent_id") != null && target != null && !sessions.exists(org, target)) {
      body.fail("unknown_reference", "No such session in this organization", "target_agent_id");
    }
    body.check();
    var user = content.runAsUserId();
    if (reader.namesUser() && user != null) {
      sessions.checkImpersonation(org, user.value(), reader.userField(), caller);
    }
    return content;
  }

  Schedule create(Scope scope, ScheduleContent content, Caller caller) {
    return database.inTransaction(tx -> {
      checkPlatform(tx, scope, content.platform());
      var sql = tx.on(ScheduleSql.class);
      var id = Id.create(ScheduleId.class);
      sql.insert(id, scope, content, caller.principal().author());
      sql.next(scope, id, next(sql, sql.find(scope, id).orElseThrow()));
      var schedule = sql.find(scope, id).orElseThrow();
      AUDIT.created(tx, caller, schedule);
      return schedule;
    });
  }

  /** Changes one by what a body says; 404, 400 {@code unknown_platform}, 422. */
  Schedule change(Scope scope, ScheduleId id, Body body, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(ScheduleSql.class);
      var before = sql.lock(scope, id).orElseThrow(Schedules::noSuchSchedule);
      var content = read(scope, body, before, caller);
      if (body.value("platform") != null) {
        checkPlatform(tx, scope, content.platform());
      }
      sql.update(scope, id, content, caller.principal().author());
      var now = sql.find(scope, id).orElseThrow();
      if (timed(before, now)) {
        sql.next(scope, id, next(sql, now));
      }
      if (content.isEnabled() && body.has("is_enabled")) {
        sql.forgive(scope, id);
      }
      var after = sql.find(scope, id).orElseThrow();
      AUDIT.updated(tx, caller, before, after);
      return after;
    });
  }

  /** Whether a change moves its times; otherwise they go on as they were. */
  private static boolean timed(Schedule before, Schedule now) {
    return before.scheduleType() != now.scheduleType()
        || before.isEnabled() != now.isEnabled()
        || before.intervalCount() != now.intervalCount()
        || !before.timezone().equals(now.timezone())
        || !Objects.equals(before.cron(), now.cron())
        || !Objects.equals(before.scheduledAt(), now.scheduledAt());
  }

  private static @Nullable Instant next(ScheduleSql sql, Schedule schedule) {
    return schedule.nextAfter(sql.now()).orElse(null);
  }

  private void checkPlatform(Tx tx, Scope scope, @Nullable String platform) {
    placement.choose(tx, scope.accountId(), Objects.requireNonNull(scope.orgId()), null, platform);
  }

  /** Deletes one and answers what it was, switched off. */
  Schedule delete(Scope scope, ScheduleId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(ScheduleSql.class);
      var living = sql.lock(scope, id).orElseThrow(Schedules::noSuchSchedule);
      sql.ran(scope, living.scheduleId(), ScheduleSql.Outcome.OVER);
      var schedule = sql.find(scope, id).orElseThrow();
      sql.delete(scope, id);
      AUDIT.deleted(tx, caller, schedule);
      return schedule;
    });
  }

  private static RuntimeException noSuchSchedule() {
    return Problem.notFound("schedule").exception();
  }
}
