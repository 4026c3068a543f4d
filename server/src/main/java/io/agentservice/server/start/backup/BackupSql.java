package io.agentservice.server.start.backup;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.AttachmentId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface BackupSql {
  @SqlQuery("SELECT account_id FROM account ORDER BY account_id")
  List<AccountId> accounts();

  /** Those whose bytes should be there. */
  @SqlQuery("SELECT attachment_id FROM attachment WHERE state = 'KEPT'")
  List<AttachmentId> kept();
}
