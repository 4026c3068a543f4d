package io.agentservice.server.identity.openid;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.UserId;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface OpenIdSql {
  /** The provider is that of the first one. */
  @SqlQuery("SELECT account_id FROM account ORDER BY created_at LIMIT 1")
  AccountId account();

  /** One change of the account's members at a time. */
  @SqlQuery("SELECT account_id FROM account WHERE account_id = :accountId FOR NO KEY UPDATE")
  String lockAll(AccountId accountId);

  String LIVING = " FROM human WHERE account_id = :accountId AND deleted_at IS NULL AND ";

  @SqlQuery("SELECT user_id" + LIVING + "oidc_subject = :subject AND oidc_issuer = :issuer")
  Optional<UserId> known(AccountId accountId, @BindMethods Person person);

  @SqlQuery(
      "SELECT user_id, oidc_issuer = :issuer AS known_there"
          + LIVING
          + "lower(email) = lower(:email)")
  Optional<Invited> invited(AccountId accountId, @BindMethods Person person);

  /** A human of that address; {@code knownThere}: he is somebody else at the provider. */
  record Invited(UserId userId, @Nullable Boolean knownThere) {}

  /** Whether somebody has that id, or has had it. */
  @SqlQuery("SELECT EXISTS (SELECT FROM member WHERE account_id = :accountId AND member_id = :id)")
  boolean isTaken(AccountId accountId, String id);

  @SqlUpdate("INSERT INTO human (user_id, account_id) VALUES (:id, :accountId)")
  void insert(UserId id, AccountId accountId);

  /** Keeps subject and name, unless he has a password, and an address that is nobody else's. */
  @SqlUpdate(
      """
      UPDATE human h
         SET oidc_issuer = :issuer, oidc_subject = :subject,
             name = CASE WHEN h.password_hash IS NULL THEN coalesce(:name, h.name) ELSE coalesce(h.name, :name) END,
             email = CASE WHEN EXISTS (SELECT FROM human o
                                        WHERE o.account_id = :accountId AND o.user_id <> h.user_id
                                          AND lower(o.email) = lower(:email) AND o.deleted_at IS NULL)
                          THEN h.email ELSE coalesce(:email, h.email) END
       WHERE h.account_id = :accountId AND h.user_id = :id
      """)
  void update(AccountId accountId, UserId id, @BindMethods Person person);
}
