package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface ScheduleSql {
  String SELECT =
      """
      SELECT s.schedule_id, s.account_id, s.org_id, s.name, s.prompt, s.schedule_type, s.cron, s.timezone,
             s.interval_count, s.scheduled_at, s.is_enabled, s.agent, s.playbook_id,
             (SELECT p.title FROM playbook p WHERE p.playbook_id = s.playbook_id) AS playbook_title, s.notify_on,
             s.bypass_approval, s.tags, s.platform, s.slack_channel_id, s.slack_team_id, s.target_session_id,
             s.run_as_user_id, s.created_by, coalesce(s.owned_by, s.created_by) AS owned_by, s.last_edited_by, s.created_at,
             s.updated_at, s.next_run_at, s.last_executed_at, s.last_error_at, s.last_error_message, s.consecutive_failures,
             s.paused_reason
        FROM schedule s
      """;

  String OWN = " WHERE s.account_id = :accountId AND s.org_id = :orgId ";

  String FILTER = OWN + " AND (:isEnabled::boolean IS NULL OR s.is_enabled = :isEnabled) ";

  String PAGE =
      """
         AND (:beforeTime::timestamptz IS NULL OR (s.created_at, s.schedule_id) < (:beforeTime, :beforeId))
       ORDER BY s.created_at DESC, s.schedule_id DESC
       LIMIT :limit OFFSET :offset
      """;

  /** Bytes of the schedules that {@link #list} would answer. */
  @SqlQuery("SELECT octet_length(s.prompt) FROM schedule s " + FILTER + PAGE)
  List<Long> sizes(
      @BindMethods Scope scope, @Nullable Boolean isEnabled, @BindMethods Window window);

  @SqlQuery(SELECT + FILTER + PAGE)
  List<Schedule> list(
      @BindMethods Scope scope, @Nullable Boolean isEnabled, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM schedule s " + FILTER + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, @Nullable Boolean isEnabled, long most);

  @SqlQuery(SELECT + OWN + " AND s.schedule_id = :scheduleId")
  Optional<Schedule> find(@BindMethods Scope scope, ScheduleId scheduleId);

  @SqlQuery(SELECT + OWN + " AND s.schedule_id = :scheduleId FOR UPDATE OF s")
  Optional<Schedule> lock(@BindMethods Scope scope, ScheduleId scheduleId);

  @SqlQuery("SELECT now()")
  Instant now();

  @SqlUpdate(
      """
      INSERT INTO schedule (schedule_id, account_id, org_id, name, prompt, schedule_type, cron, timezone, interval_count,
                            scheduled_at, is_enabled, agent, playbook_id, notify_on, bypass_approval, tags, platform,
                            slack_channel_id, slack_team_id, target_session_id, run_as_user_id, created_by, last_edited_by)
      VALUES (:scheduleId, :accountId, :orgId, :name, :job.prompt, :timing.scheduleType, :timing.cron, :timing.timezone, :timing.intervalCount,
              :timing.scheduledAt, :timing.isEnabled, :job.agent, :job.playbookId, :notification.notifyOn, :job.bypassApproval, :job.tags, :job.platform,
              :notification.slackChannelId, :notification.slackTeamId, :job.targetSessionId, :job.runAsUserId, :author, :author)
      """)
  void insert(
      ScheduleId scheduleId,
      @BindMethods Scope scope,
      @BindMethods ScheduleContent content,
      String author);

  @SqlUpdate(
      "UPDATE schedule s"
          + """
             SET name = :name, prompt = :job.prompt, schedule_type = :timing.scheduleType, cron = :timing.cron, timezone = :timing.timezone,
                 interval_count = :timing.intervalCount, scheduled_at = :timing.scheduledAt, is_enabled = :timing.isEnabled, agent = :job.agent,
                 playbook_id = :job.playbookId, notify_on = :notification.notifyOn, bypass_approval = :job.bypassApproval, tags = :job.tags,
                 platform = :job.platform, slack_channel_id = :notification.slackChannelId, slack_team_id = :notification.slackTeamId,
                 target_session_id = :job.targetSessionId, run_as_user_id = :job.runAsUserId, last_edited_by = :author,
                 updated_at = greatest(updated_at, now())
          """
          + OWN
          + " AND s.schedule_id = :scheduleId")
  void update(
      @BindMethods Scope scope,
      ScheduleId scheduleId,
      @BindMethods ScheduleContent content,
      String author);

  @SqlUpdate(
      "UPDATE schedule s SET next_run_at = :nextRunAt " + OWN + " AND s.schedule_id = :scheduleId")
  void next(@BindMethods Scope scope, ScheduleId scheduleId, @Nullable Instant nextRunAt);

  @SqlUpdate(
      "UPDATE schedule s SET consecutive_failures = 0 " + OWN + " AND s.schedule_id = :scheduleId")
  void forgive(@BindMethods Scope scope, ScheduleId scheduleId);

  /** Its owner is another from now on, and nothing keeps it from running. */
  @SqlUpdate(
      "UPDATE schedule s SET owned_by = :owner, paused_reason = NULL "
          + OWN
          + " AND s.schedule_id = :scheduleId")
  void takeOver(@BindMethods Scope scope, ScheduleId scheduleId, String owner);

  @SqlUpdate("DELETE FROM schedule s " + OWN + " AND s.schedule_id = :scheduleId")
  void delete(@BindMethods Scope scope, ScheduleId scheduleId);

  /** Some of its runs. */
  @SqlUpdate(
      """
      DELETE FROM schedule_run
       WHERE ctid = ANY (ARRAY(SELECT r.ctid FROM schedule_run r JOIN schedule s USING (schedule_id)
      """
          + OWN
          + " AND s.schedule_id = :scheduleId LIMIT :most))")
  int deleteRuns(@BindMethods Scope scope, ScheduleId scheduleId, int most);

  /** Of deleted organizations none is. */
  String DUE =
      """
      s.next_run_at <= now()
        AND NOT EXISTS (SELECT FROM organization o WHERE o.org_id = s.org_id AND o.deleted_at IS NOT NULL)
      """;

  @SqlQuery("SELECT EXISTS (SELECT FROM schedule s WHERE " + DUE + ")")
  boolean isAnyDue();

  /** How long the one that has been due for longest is late; 0: none is due. */
  @SqlQuery(
      """
      SELECT coalesce(max(extract(epoch FROM now() - s.next_run_at)), 0) FROM schedule s
       WHERE s.account_id = :accountId AND
      """
          + DUE)
  double lateSeconds(AccountId accountId);

  /** For locks, to the end of the transaction. */
  @SqlQuery("SELECT set_config('lock_timeout', :longest, true)")
  String waitNoLonger(String longest);

  /** The one that has been due for longest, of all accounts; those that others run are left out. */
  @SqlQuery(
      SELECT
          + " WHERE "
          + DUE
          + """
           ORDER BY s.next_run_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED
          """)
  Optional<Schedule> lockDue();

  /** False when it has run for that time already. */
  @SqlUpdate(
      """
      INSERT INTO schedule_run (schedule_id, due_at) VALUES (:scheduleId, :dueAt) ON CONFLICT DO NOTHING
      """)
  boolean insertRun(ScheduleId scheduleId, Instant dueAt);

  String RUNS =
      """
        FROM schedule_run r JOIN schedule s USING (schedule_id)
       WHERE s.account_id = :accountId AND s.org_id = :orgId AND r.schedule_id = :scheduleId
      """;

  @SqlQuery(
      "SELECT r.schedule_id, r.due_at, r.run_at, r.session_id, r.error_message, r.dropped_tags"
          + RUNS
          + """
             AND (:beforeTime::timestamptz IS NULL OR (r.due_at, r.schedule_id) < (:beforeTime, :beforeId))
           ORDER BY r.due_at DESC, r.schedule_id DESC
           LIMIT :limit OFFSET :offset
          """)
  List<ScheduleRun> runs(
      @BindMethods Scope scope, ScheduleId scheduleId, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT" + RUNS + " LIMIT :most) AS matching")
  long countRuns(@BindMethods Scope scope, ScheduleId scheduleId, long most);

  /** What came of the run. */
  @SqlUpdate(
      """
      UPDATE schedule_run SET session_id = :sessionId, error_message = :error, dropped_tags = :droppedTags
       WHERE schedule_id = :scheduleId AND due_at = :dueAt
      """)
  void tell(
      ScheduleId scheduleId,
      Instant dueAt,
      @Nullable SessionId sessionId,
      @Nullable String error,
      List<String> droppedTags);

  @SqlUpdate(
      "UPDATE schedule s"
          + """
             SET last_executed_at = CASE WHEN :ran THEN now() ELSE last_executed_at END,
                 last_error_at = CASE WHEN :error::text IS NULL THEN last_error_at ELSE now() END,
                 last_error_message = coalesce(:error, last_error_message),
                 consecutive_failures = CASE WHEN :error::text IS NOT NULL THEN consecutive_failures + 1
                                             WHEN :ran THEN 0 ELSE consecutive_failures END,
                 is_enabled = is_enabled AND NOT :over, next_run_at = :nextRunAt
          """
          + OWN
          + " AND s.schedule_id = :scheduleId AND s.next_run_at IS NOT DISTINCT FROM :wasDue::timestamptz")
  void ran(
      @BindMethods Scope scope,
      ScheduleId scheduleId,
      @Nullable Instant wasDue,
      @BindMethods Outcome outcome);

  /** Some of the runs of its schedules, which may be many. */
  @SqlUpdate(
      """
      DELETE FROM schedule_run
       WHERE ctid = ANY (ARRAY(SELECT r.ctid FROM schedule_run r JOIN schedule s USING (schedule_id)
                                WHERE s.org_id = :orgId LIMIT :most))
      """)
  int eraseRuns(OrgId orgId, int most);

  @SqlUpdate(
      """
      DELETE FROM schedule
       WHERE schedule_id IN (SELECT schedule_id FROM schedule WHERE org_id = :orgId LIMIT :most)
      """)
  int erase(OrgId orgId, int most);

  /**
   * {@code ran}: there was a session; {@code error} why not; {@code over}: it was the last time.
   */
  record Outcome(boolean ran, @Nullable String error, boolean over, @Nullable Instant nextRunAt) {
    /** Nothing came, and nothing will. */
    static final Outcome OVER = new Outcome(false, null, true, null);
  }

  /** The principal that made it: kind, name, e-mail address. */
  @SqlQuery(
      """
      SELECT 'USER' AS kind, coalesce(h.name, h.email, h.user_id) AS name, h.email FROM human h
       WHERE h.account_id = :accountId AND h.user_id = :author
      UNION ALL
      SELECT 'SERVICE_USER', u.name, NULL FROM service_user u
       WHERE u.account_id = :accountId AND u.service_user_id = :author
      """)
  Optional<Author> author(@BindMethods Scope scope, String author);

  record Author(String kind, String name, @Nullable String email) {}
}
