package io.agentservice.server.context.git;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.GitConnectionId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface GitConnectionSql {
  String OF = " FROM git_connection c WHERE c.account_id = :accountId ";

  String SELECT =
      "SELECT c.git_connection_id, c.account_id, c.name, c.host, c.provider, c.created_at" + OF;

  @SqlQuery(
      SELECT
          + """
             AND (:beforeTime::timestamptz IS NULL OR (c.created_at, c.git_connection_id) < (:beforeTime, :beforeId))
           ORDER BY c.created_at DESC, c.git_connection_id DESC
           LIMIT :limit
          """)
  List<GitConnection> list(AccountId accountId, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT" + OF + "LIMIT :most) AS matching")
  long count(AccountId accountId, long most);

  @SqlQuery(SELECT + "AND c.git_connection_id = :id")
  Optional<GitConnection> find(AccountId accountId, GitConnectionId id);

  @SqlQuery(SELECT + "AND c.git_connection_id = :id FOR UPDATE OF c")
  Optional<GitConnection> lock(AccountId accountId, GitConnectionId id);

  @SqlQuery("SELECT c.token" + OF + "AND c.git_connection_id = :id")
  Optional<Sealed> sealed(AccountId accountId, GitConnectionId id);

  /** False when the account has one of that name. */
  @SqlUpdate(
      """
      INSERT INTO git_connection (git_connection_id, account_id, name, host, provider, token)
      VALUES (:id, :accountId, :name, :host, :provider, :sealed)
      ON CONFLICT (account_id, name) DO NOTHING
      """)
  boolean insert(
      GitConnectionId id,
      AccountId accountId,
      @BindMethods GitConnection.Draft draft,
      byte[] sealed);

  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM git_permission p
                      WHERE p.account_id = :accountId AND p.git_connection_id = :id)
      """)
  boolean inUse(AccountId accountId, GitConnectionId id);

  @SqlUpdate(
      "DELETE FROM git_connection c WHERE c.account_id = :accountId AND c.git_connection_id = :id")
  void delete(AccountId accountId, GitConnectionId id);

  /** A connection's token, encrypted. */
  record Sealed(byte[] token) {}
}
