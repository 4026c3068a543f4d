package io.agentservice.server.base.http;

import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface GateSql {
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM organization
                      WHERE account_id = :accountId AND org_id = :orgId AND deleted_at IS NULL)
      """)
  boolean organizationExists(String accountId, String orgId);
}
