package io.agentservice.server.base.http;

import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface GateSql {
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM organization
                      WHERE account_id = :accountId AND org_id = :orgId AND deleted_at IS NULL)
      """)
  boolean organizationExists(String accountId, String orgId);

  /** The addresses that an account's callers may come from; none: from everywhere. */
  @SqlQuery("SELECT unnest(ip_ranges) FROM account WHERE account_id = :accountId")
  List<String> ipRanges(String accountId);
}
