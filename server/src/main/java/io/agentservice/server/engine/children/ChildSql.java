package io.agentservice.server.engine.children;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface ChildSql {
  String SELECT =
      """
      SELECT session_id, parent_session_id, root_session_id, depth, name, upper(on_parent_end) AS on_parent_end
        FROM child_session
      """;

  @SqlUpdate(
      """
      INSERT INTO child_session (session_id, parent_session_id, root_session_id, depth, name, on_parent_end)
      VALUES (:sessionId, :parentSessionId, :rootSessionId, :depth, :name, :onEnd)
      """)
  void insert(@BindMethods Child child, String onEnd);

  @SqlQuery(SELECT + " WHERE session_id = :id")
  Optional<Child> find(SessionId id);

  /** Ids grow with time. */
  @SqlQuery(SELECT + " WHERE parent_session_id = :parent ORDER BY session_id")
  List<Child> of(SessionId parent);

  @SqlQuery(
      """
      WITH RECURSIVE chain AS (
        SELECT k.session_id, k.parent_session_id, k.name, k.depth FROM child_session k WHERE k.session_id = :id
        UNION ALL
        SELECT k.session_id, k.parent_session_id, k.name, k.depth
          FROM chain c JOIN child_session k ON k.session_id = c.parent_session_id
      )
      SELECT name FROM chain ORDER BY depth
      """)
  List<String> path(SessionId id);

  @SqlQuery(
      """
      SELECT count(*) FROM child_session k JOIN session s ON s.session_id = k.session_id
       WHERE k.root_session_id = :root AND session_works(s.status, s.status_detail, s.prior_detail, s.wait_for)
      """)
  int working(SessionId root);

  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM session s WHERE s.session_id = :id
                        AND session_works(s.status, s.status_detail, s.prior_detail, s.wait_for))
      """)
  boolean works(SessionId id);

  @SqlUpdate(
      """
      UPDATE child_session SET to_follow = CASE to_follow WHEN 'ended' THEN to_follow ELSE :fate END
       WHERE parent_session_id = :parent AND on_parent_end = 'end'
      """)
  void leave(SessionId parent, String fate);

  @SqlQuery(
      """
      SELECT session_id FROM child_session
       WHERE to_follow IS NOT NULL AND session_id <> ALL (:except)
       ORDER BY session_id
       LIMIT 200
      """)
  List<SessionId> toFollow(List<SessionId> except);

  @SqlQuery(
      """
      WITH due AS (
        SELECT session_id, to_follow FROM child_session WHERE session_id = :id AND to_follow IS NOT NULL FOR UPDATE
      ), done AS (
        UPDATE child_session k SET to_follow = NULL FROM due WHERE k.session_id = due.session_id
      )
      SELECT to_follow FROM due
      """)
  Optional<String> follow(SessionId id);

  @SqlQuery(
      """
      SELECT CASE m.kind WHEN 'user' THEN 'HUMAN' ELSE 'SERVICE_USER' END AS kind,
             coalesce(m.name, m.email, m.member_id) AS name,
             array_agg(r.role_id) AS roles, coalesce(string_agg(array_to_string(c.permissions, ','), ','), '') AS permissions
        FROM member m
        JOIN held_role r ON r.principal_id = m.member_id AND (r.org_id IS NULL OR r.org_id = :orgId)
        LEFT JOIN role c ON c.account_id = m.account_id AND c.role_id = r.role_id
       WHERE m.account_id = :accountId AND m.member_id = :author AND m.deleted_at IS NULL
       GROUP BY m.kind, m.name, m.email, m.member_id
      UNION ALL
      SELECT 'KEY', k.name, ARRAY[:roleOfKeys::text], '' FROM api_key k
       WHERE k.account_id = :accountId AND k.key_id = :author AND k.org_id = :orgId AND k.revoked_at IS NULL
         AND (k.expires_at IS NULL OR k.expires_at > now())
      """)
  Optional<Maker> maker(@BindMethods Scope scope, String author, String roleOfKeys);

  @SqlUpdate("DELETE FROM child_session WHERE session_id = ANY (:sessions)")
  void erase(List<SessionId> sessions);

  /** The root of the session's tree; empty for one without children that no agent has started. */
  @SqlQuery(
      """
      SELECT root_session_id FROM child_session WHERE session_id = :id OR parent_session_id = :id LIMIT 1
      """)
  Optional<SessionId> root(SessionId id);

  /** Whoever reserves in a tree goes one after the other, to the end of his transaction. */
  @SqlQuery("SELECT pg_advisory_xact_lock(hashtextextended('tree ' || :root, 0)) IS NOT NULL")
  boolean lock(SessionId root);

  @SqlQuery("SELECT level, acu_limit, used, needed FROM tree_limits(:id)")
  List<Level> limits(SessionId id);

  /** Of the session for level 0, of its parent for 1, and so on. */
  record Level(int level, int acuLimit, BigDecimal used, BigDecimal needed) {}
}
