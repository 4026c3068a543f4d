package io.agentservice.server.identity.passwords;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.UserId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface PasswordSql {
  /**
   * By address, in any case, or by the name of who has a password; other names may be anybody's.
   */
  @SqlQuery(
      """
      SELECT user_id, account_id, password_hash, password_once FROM human
       WHERE deleted_at IS NULL AND (lower(email) = lower(:login) OR name = :login AND password_hash IS NOT NULL)
       LIMIT 2
      """)
  List<Human> find(String login);

  /** Who may sign in; without a hash he can't by password. */
  record Human(
      UserId userId, AccountId accountId, @Nullable String passwordHash, boolean passwordOnce) {}

  @SqlUpdate(
      """
      UPDATE human SET password_hash = :hash, password_once = false
       WHERE account_id = :accountId AND user_id = :userId
      """)
  void change(AccountId accountId, UserId userId, String hash);

  /** One try of a subject is counted at a time. */
  @SqlQuery("SELECT pg_advisory_xact_lock(hashtextextended(:subject, 7236489)) IS NOT NULL")
  boolean lock(String subject);

  @SqlQuery(
      """
      SELECT count(*) FROM sign_in_failure
       WHERE subject = :subject AND failed_at > now() - make_interval(secs => :seconds)
      """)
  int failures(String subject, int seconds);

  @SqlQuery("INSERT INTO sign_in_failure (subject) VALUES (:subject) RETURNING failure_id")
  long fail(String subject);

  @SqlUpdate("DELETE FROM sign_in_failure WHERE failure_id = :failureId OR subject = :subject")
  void forgive(long failureId, String subject);

  @SqlUpdate(
      "DELETE FROM sign_in_failure WHERE failed_at <= now() - make_interval(secs => :seconds)")
  void dropOld(int seconds);
}
