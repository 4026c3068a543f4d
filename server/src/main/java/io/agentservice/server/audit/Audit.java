package io.agentservice.server.audit;

import io.agentservice.server.auth.Caller;
import io.agentservice.server.db.Tx;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.AuditId;
import io.agentservice.server.ids.OrgId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes audit records (auth.md 7). {@code data} names ids and changes; never a secret, a token, a
 * prompt or a body.
 */
public final class Audit {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Audit() {}

  /** A change made on a caller's request. {@code org} is null for a change of the account. */
  public static void record(
      Tx tx, Caller caller, String action, @Nullable OrgId org, Map<String, ?> data) {
    var principal = caller.principal();
    boolean serviceUser = principal.serviceUserId() != null;
    var who =
        new AuditSql.Who(
            principal.userId(),
            principal.email(),
            principal.serviceUserId(),
            serviceUser ? principal.name() : null,
            caller.ip(),
            caller.requestId());
    insert(tx, principal.accountId(), org, action, who, data);
  }

  /** A change that the service made by itself, such as a lapsed claim. */
  public static void recordOwn(
      Tx tx, AccountId account, @Nullable OrgId org, String action, Map<String, ?> data) {
    insert(tx, account, org, action, new AuditSql.Who(null, null, null, null, null, null), data);
  }

  private static void insert(
      Tx tx,
      AccountId account,
      @Nullable OrgId org,
      String action,
      AuditSql.Who who,
      Map<String, ?> data) {
    tx.on(AuditSql.class)
        .insert(
            AuditId.create().value(),
            account.value(),
            org == null ? null : org.value(),
            action,
            who,
            JSON.writeValueAsString(data));
  }
}
