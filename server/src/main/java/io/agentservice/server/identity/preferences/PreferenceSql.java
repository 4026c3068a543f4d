package io.agentservice.server.identity.preferences;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface PreferenceSql {
  String SELECT = "SELECT notices, shortcuts, theme FROM preference ";

  String OWN = " WHERE account_id = :accountId AND principal_id = :principal ";

  /** What is no list. */
  record Row(List<String> notices, boolean shortcuts, String theme) {}

  @SqlQuery(SELECT + OWN)
  Optional<Row> find(AccountId accountId, String principal);

  /** Of two who change them at once the second goes on from what the first has written. */
  @SqlQuery(SELECT + OWN + " FOR UPDATE")
  Optional<Row> lock(AccountId accountId, String principal);

  /** Of living organizations, in order. */
  @SqlQuery(
      """
      SELECT v.org_id, v.name, v.query
        FROM saved_view v JOIN organization o ON o.org_id = v.org_id AND o.deleted_at IS NULL
       WHERE v.account_id = :accountId AND v.principal_id = :principal
       ORDER BY v.position
      """)
  List<SavedView> views(AccountId accountId, String principal);

  /** Where there are none yet, and their owner lives: who is removed waits for that, or it does. */
  @SqlUpdate(
      """
      WITH person AS (
        SELECT user_id FROM human
         WHERE account_id = :accountId AND user_id = :principal AND deleted_at IS NULL FOR SHARE),
      robot AS (
        SELECT service_user_id FROM service_user
         WHERE account_id = :accountId AND service_user_id = :principal AND deleted_at IS NULL FOR SHARE)
      INSERT INTO preference (principal_id, account_id, notices, shortcuts, theme)
      SELECT :principal, :accountId, :notices::text[], :shortcuts, :theme
       WHERE EXISTS (SELECT FROM person) OR EXISTS (SELECT FROM robot)
      ON CONFLICT (principal_id) DO NOTHING
      """)
  void begin(AccountId accountId, String principal, @BindMethods Preferences usual);

  @SqlUpdate(
      "UPDATE preference SET notices = :notices, shortcuts = :shortcuts, theme = :theme, updated_at = now()"
          + OWN)
  void update(AccountId accountId, String principal, @BindMethods Preferences preferences);

  /** Those of them that live, which go on living until the transaction ends. */
  @SqlQuery(
      """
      SELECT org_id FROM organization
       WHERE account_id = :accountId AND org_id = ANY (:orgIds) AND deleted_at IS NULL
       ORDER BY org_id FOR SHARE
      """)
  List<OrgId> hold(AccountId accountId, List<OrgId> orgIds);

  @SqlUpdate("DELETE FROM saved_view " + OWN)
  void dropViews(AccountId accountId, String principal);

  @SqlUpdate(
      """
      INSERT INTO saved_view (principal_id, account_id, position, org_id, name, query)
      SELECT :principal, :accountId, v.nth, v.org_id, v.name, v.query
        FROM unnest(:orgIds::text[], :names::text[], :queries::text[]) WITH ORDINALITY AS v (org_id, name, query, nth)
      """)
  void addViews(
      AccountId accountId,
      String principal,
      List<OrgId> orgIds,
      List<String> names,
      List<String> queries);

  /** With their views. */
  @SqlUpdate(
      "DELETE FROM preference WHERE account_id = :accountId AND principal_id = ANY (:principals)")
  void forget(AccountId accountId, List<String> principals);

  @SqlUpdate(
      """
      DELETE FROM saved_view
       WHERE (principal_id, position) IN (SELECT principal_id, position FROM saved_view WHERE org_id = :orgId LIMIT :most)
      """)
  int erase(OrgId orgId, int most);
}
