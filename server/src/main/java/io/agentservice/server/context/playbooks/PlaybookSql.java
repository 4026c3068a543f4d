package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface PlaybookSql {
  String SELECT =
      """
      SELECT p.playbook_id, p.title, p.body, p.macro, p.structured_output_schema, p.org_id,
             p.created_by, principal_name(p.created_by) AS created_by_name,
             p.updated_by, principal_name(p.updated_by) AS updated_by_name, p.created_at, p.updated_at
        FROM playbook p
      """;

  /** In the account's view nothing is left of an organization that was deleted. */
  String LIVING =
      """
       AND NOT EXISTS (SELECT FROM organization o WHERE o.org_id = p.org_id AND o.deleted_at IS NOT NULL)
      """;

  /** The scope's own, which alone can be written there: for the account those of everybody. */
  String OWN =
      " WHERE p.account_id = :accountId AND (:orgId::text IS NULL OR p.org_id = :orgId) " + LIVING;

  /** The scope's own and those of the enterprise. */
  String READABLE =
      """
       WHERE p.account_id = :accountId AND (:orgId::text IS NULL OR p.org_id = :orgId OR p.org_id IS NULL)
      """
          + LIVING;

  String FILTER =
      READABLE
          + """
             AND (:accessType::text IS NULL OR (p.org_id IS NULL) = (:accessType = 'enterprise'))
          """;

  String PAGE =
      """
         AND (:beforeTime::timestamptz IS NULL OR (p.created_at, p.playbook_id) < (:beforeTime, :beforeId))
       ORDER BY p.created_at DESC, p.playbook_id DESC
       LIMIT :limit OFFSET :offset
      """;

  /** Bytes of the playbooks that {@link #list} would answer, which shows each body twice. */
  @SqlQuery(
      "SELECT 2 * octet_length(p.body) + coalesce(octet_length(p.structured_output_schema), 0) FROM playbook p "
          + FILTER
          + PAGE)
  List<Long> sizes(
      @BindMethods Scope scope, @Nullable String accessType, @BindMethods Window window);

  @SqlQuery(SELECT + FILTER + PAGE)
  List<Playbook> list(
      @BindMethods Scope scope, @Nullable String accessType, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM playbook p " + FILTER + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, @Nullable String accessType, long most);

  @SqlQuery(SELECT + READABLE + " AND p.playbook_id = :playbookId")
  Optional<Playbook> find(@BindMethods Scope scope, PlaybookId playbookId);

  @SqlQuery("SELECT EXISTS (SELECT FROM playbook p " + OWN + " AND p.playbook_id = :playbookId)")
  boolean owns(@BindMethods Scope scope, PlaybookId playbookId);

  /** Locks a playbook of the scope's own to the end of the transaction. */
  @SqlQuery(SELECT + OWN + " AND p.playbook_id = :playbookId FOR UPDATE OF p")
  Optional<Playbook> lock(@BindMethods Scope scope, PlaybookId playbookId);

  /** Locks a macro of the account to the transaction's end. */
  @SqlQuery(
      "SELECT pg_advisory_xact_lock(hashtext('macro ' || :accountId || lower(:macro))) IS NOT NULL")
  boolean lockMacro(AccountId accountId, String macro);

  /** Whether the macro is taken in an organization; the enterprise's meet all. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM playbook p
                      WHERE p.account_id = :accountId AND lower(p.macro) = lower(:macro)
                        AND p.playbook_id <> :but
                        AND (:orgId::text IS NULL OR p.org_id IS NULL OR p.org_id = :orgId)
                        AND NOT EXISTS (SELECT FROM organization o
                                         WHERE o.org_id = p.org_id AND o.deleted_at IS NOT NULL))
      """)
  boolean macroTaken(AccountId accountId, @Nullable OrgId orgId, PlaybookId but, String macro);

  @SqlUpdate(
      """
      INSERT INTO playbook (playbook_id, account_id, org_id, title, body, macro, structured_output_schema,
                            created_by, updated_by)
      VALUES (:playbookId, :accountId, :orgId, :title, :body, :macro, :structuredOutputSchema, :author, :author)
      """)
  void insert(
      PlaybookId playbookId, @BindMethods Scope scope, @BindMethods Content content, String author);

  @SqlUpdate(
      "UPDATE playbook p"
          + """
             SET title = :title, body = :body, macro = :macro,
                 structured_output_schema = :structuredOutputSchema, updated_by = :author,
                 updated_at = greatest(updated_at, now())
          """
          + OWN
          + " AND p.playbook_id = :playbookId")
  void update(
      @BindMethods Scope scope, PlaybookId playbookId, @BindMethods Content content, String author);

  @SqlUpdate("DELETE FROM playbook p " + OWN + " AND p.playbook_id = :playbookId")
  void delete(@BindMethods Scope scope, PlaybookId playbookId);

  @SqlUpdate(
      """
      DELETE FROM playbook
       WHERE playbook_id IN (SELECT playbook_id FROM playbook WHERE org_id = :orgId LIMIT :most)
      """)
  int erase(OrgId orgId, int most);

  record Content(
      String title, String body, @Nullable String macro, @Nullable String structuredOutputSchema) {}
}
