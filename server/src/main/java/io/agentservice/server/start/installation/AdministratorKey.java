package io.agentservice.server.start.installation;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Keys;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AccountId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A further key of the service user {@code admin}, for the data directory's owner. */
final class AdministratorKey {
  private static final String NAME = "agent up";

  private AdministratorKey() {}

  /** Makes one; empty when there is no such service user, or it is no administrator any more. */
  static Optional<String> make(Database database, String prefix) {
    String key = Tokens.create(prefix);
    return database.inTransaction(tx -> {
      var sql = tx.on(FirstStartSql.class);
      var account = new AccountId(sql.account().orElseThrow());
      var user = sql.administrator(account.value(), BuiltinRole.ACCOUNT_ADMIN.roleId());
      return user.map(id -> {
        var kept = Keys.store(tx, account, Principal.Kind.SERVICE_USER, id, null, NAME, key);
        var data = Map.of("service_user_id", id, "api_key_id", kept, "api_key_name", NAME);
        var action = "create_service_user_api_key";
        Audit.record(tx, List.of(new Audit.Entry(account, null, null, action, data)));
        return key;
      });
    });
  }
}
