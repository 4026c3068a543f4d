package io.agentservice.server.enterprise.ipaccess;

import io.agentservice.server.base.ids.AccountId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface IpAccessSql {
  @SqlQuery("SELECT unnest(ip_ranges) FROM account WHERE account_id = :accountId")
  List<String> ranges(AccountId accountId);

  /** One change of the account at a time. */
  @SqlQuery("SELECT account_id FROM account WHERE account_id = :accountId FOR NO KEY UPDATE")
  String lock(AccountId accountId);

  @SqlUpdate("UPDATE account SET ip_ranges = :ranges WHERE account_id = :accountId")
  void replace(AccountId accountId, List<String> ranges);
}
