package io.agentservice.server.context.secrets;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SecretId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface SecretSql {
  String SELECT =
      """
      SELECT s.secret_id, s.org_id, s.key, s.type, s.note, s.is_sensitive, s.created_by, s.created_at FROM secret s
      """;

  String OWN = " WHERE s.account_id = :accountId AND s.org_id = :orgId ";

  @SqlQuery(
      SELECT
          + OWN
          + """
             AND (:beforeTime::timestamptz IS NULL OR (s.created_at, s.secret_id) < (:beforeTime, :beforeId))
           ORDER BY s.created_at DESC, s.secret_id DESC
           LIMIT :limit
          """)
  List<Secret> list(@BindMethods Scope scope, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM secret s " + OWN + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, long most);

  @SqlQuery(SELECT + OWN + " AND s.secret_id = :secretId FOR UPDATE OF s")
  Optional<Secret> lock(@BindMethods Scope scope, SecretId secretId);

  @SqlQuery("SELECT s.secret_id FROM secret s " + OWN + " AND s.secret_id = ANY (:ids)")
  Set<String> known(@BindMethods Scope scope, List<String> ids);

  @SqlQuery("SELECT s.key FROM secret s " + OWN + " AND s.key = ANY (:keys) AND s.type <> 'TOTP'")
  Set<String> knownKeys(@BindMethods Scope scope, List<String> keys);

  String OF_SESSION =
      """
      SELECT s.secret_id, s.key, s.type, s.value, s.is_sensitive FROM secret s
       WHERE s.org_id = :orgId AND (:ids::text[] IS NULL OR s.secret_id = ANY (:ids))
      """;

  /** What a session of the organization gets; {@code ids} null: all. */
  @SqlQuery(
      OF_SESSION + " AND s.type <> 'TOTP' AND (s.is_sensitive OR NOT :sensitive) ORDER BY s.key")
  List<Sealed> values(OrgId orgId, @Nullable List<String> ids, boolean sensitive);

  @SqlQuery(
      """
      SELECT s.secret_id, s.key, s.type, s.value, s.is_sensitive FROM secret s
       WHERE s.org_id = :orgId AND s.key = ANY (:keys) AND s.type <> 'TOTP'
      """)
  List<Sealed> named(OrgId orgId, Set<String> keys);

  /** Of what a session of the organization gets codes; {@code ids} null: of all. */
  @SqlQuery(OF_SESSION + " AND s.type = 'TOTP' ORDER BY s.key")
  List<Sealed> authenticators(OrgId orgId, @Nullable List<String> ids);

  /** Whoever adds one waits for whoever else does. */
  @SqlQuery("SELECT pg_advisory_xact_lock(hashtextextended('secrets ' || :orgId, 0)) IS NOT NULL")
  boolean lockAll(@BindMethods Scope scope);

  @SqlQuery(
      "SELECT count(*) AS secrets, coalesce(sum(octet_length(s.value)), 0) AS bytes FROM secret s"
          + OWN)
  Room room(@BindMethods Scope scope);

  @SqlUpdate("DELETE FROM secret WHERE org_id = :orgId")
  void erase(OrgId orgId);

  record Room(long secrets, long bytes) {}

  /** False when the organization has one of that key. */
  @SqlUpdate(
      """
      INSERT INTO secret (secret_id, account_id, org_id, key, type, value, note, is_sensitive, created_by)
      VALUES (:secretId, :accountId, :orgId, :key, :type, :sealed, :note, :isSensitive, :author)
      ON CONFLICT (org_id, key) DO NOTHING
      """)
  boolean insert(
      SecretId secretId,
      @BindMethods Scope scope,
      @BindMethods NewSecret secret,
      byte[] sealed,
      String author);

  @SqlUpdate("DELETE FROM secret s " + OWN + " AND s.secret_id = :secretId")
  void delete(@BindMethods Scope scope, SecretId secretId);

  record Sealed(
      SecretId secretId, String key, Secret.Type type, byte[] value, boolean isSensitive) {}
}
