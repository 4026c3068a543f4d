package io.agentservice.server.engine.push;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PushNoticeId;
import io.agentservice.server.base.ids.PushSubscriptionId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** What is to be told: found, and listed. */
interface NoticeSql {
  String OWN = " WHERE n.account_id = :accountId AND n.user_id = :userId ";

  @SqlQuery(
      """
      SELECT n.push_notice_id, n.session_id, n.push_subscription_id, n.kind, n.attempts, n.created_at, n.outcome, n.ended_at
        FROM push_notice n
      """
          + OWN
          + """
             AND (:beforeTime::timestamptz IS NULL OR (n.created_at, n.push_notice_id) < (:beforeTime, :beforeId))
           ORDER BY n.created_at DESC, n.push_notice_id DESC
           LIMIT :limit
          """)
  List<Notice> list(AccountId accountId, String userId, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM push_notice n " + OWN + " LIMIT :most) AS matching")
  long count(AccountId accountId, String userId, long most);

  /** Until when was looked, and until when can be; a database that was restored begins anew. */
  @SqlQuery(
      """
      WITH before AS (SELECT looked_until FROM push_position FOR UPDATE),
           moved AS (UPDATE push_position SET looked_until = pg_snapshot_xmin(pg_current_snapshot()))
      SELECT least(looked_until, pg_snapshot_xmin(pg_current_snapshot()))::text AS begin,
             pg_snapshot_xmin(pg_current_snapshot())::text AS end
        FROM before
      """)
  Span next();

  /** Transactions from the first, before the last. */
  record Span(String begin, String end) {}

  /** Sessions of people with browsers that turned in these transactions, which are all over. */
  @SqlQuery(
      """
      SELECT c.session_id, c.org_id, s.account_id, c.turned_in::text AS turned_in
        FROM session_change c JOIN session s ON s.session_id = c.session_id
       WHERE c.turned_in >= :begin::xid8 AND c.turned_in < :end::xid8
         AND EXISTS (SELECT FROM push_subscription p WHERE p.account_id = s.account_id AND p.user_id = s.user_id)
       ORDER BY c.turned_in
      """)
  List<Turned> turned(@BindMethods Span span);

  record Turned(SessionId sessionId, OrgId orgId, AccountId accountId, String turnedIn) {}

  /** The browsers of a living person who may see the organization's sessions and wants to know. */
  @SqlQuery(
      """
      SELECT p.push_subscription_id
        FROM push_subscription p
        JOIN human h ON h.account_id = p.account_id AND h.user_id = p.user_id AND h.deleted_at IS NULL
       WHERE p.account_id = :accountId AND p.user_id = :userId
         AND :kind = ANY (coalesce((SELECT f.notices FROM preference f
                                     WHERE f.account_id = :accountId AND f.principal_id = :userId), ARRAY['asks', 'approval']))
         AND EXISTS (SELECT FROM held_role r
                       LEFT JOIN role c ON c.account_id = h.account_id AND c.role_id = r.role_id
                      WHERE r.principal_id = h.user_id AND (r.org_id IS NULL OR r.org_id = :orgId)
                        AND (r.role_id = ANY (:roles) OR c.permissions && :permissions::text[]))
       ORDER BY p.created_at, p.push_subscription_id
      """)
  List<PushSubscriptionId> browsers(
      AccountId accountId,
      OrgId orgId,
      String userId,
      String kind,
      List<String> roles,
      List<String> permissions);

  /** Older ones of the session, which nobody needs any more. */
  @SqlUpdate(
      """
      UPDATE push_notice SET outcome = 'replaced', ended_at = now()
       WHERE account_id = :accountId AND session_id = :sessionId AND outcome IS NULL
         AND turned_in < :turnedIn::xid8
      """)
  void replace(@BindMethods Turned turned);

  /** Unless it is there, or the session has turned again, which is found by itself. */
  @SqlUpdate(
      """
      INSERT INTO push_notice (push_notice_id, account_id, user_id, session_id, push_subscription_id, turned_in, kind)
      SELECT :id, s.account_id, s.user_id, s.session_id, :browser, c.turned_in, :kind
        FROM session s JOIN session_change c ON c.session_id = s.session_id
       WHERE s.account_id = :accountId AND s.session_id = :sessionId AND c.turned_in = :turnedIn::xid8
      ON CONFLICT (session_id, turned_in, push_subscription_id) DO NOTHING
      """)
  void insert(PushNoticeId id, PushSubscriptionId browser, String kind, @BindMethods Turned turned);

  /** What people need no list of any more. */
  @SqlUpdate("DELETE FROM push_notice WHERE ended_at < now() - make_interval(days => :days)")
  void forget(int days);

  @SqlUpdate("DELETE FROM push_reader WHERE seen_at < now() - interval '1 day'")
  void forgetReaders();
}
