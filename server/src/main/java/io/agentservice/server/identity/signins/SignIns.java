package io.agentservice.server.identity.signins;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Keys;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.UserId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Opens web sessions for humans who have shown who they are. */
public final class SignIns {
  private final Database database;
  private final Authenticator authenticator;
  private final IpAccess addresses;

  public SignIns(Database database, Authenticator authenticator, IpAccess addresses) {
    this.database = database;
    this.authenticator = authenticator;
    this.addresses = addresses;
  }

  /** {@code method} is the audit log's word. */
  public record Origin(String method, String ip, String requestId) {}

  /** Refuses who comes from where the account lets nobody come: 403 {@code ip_not_allowed}. */
  public void checkSource(AccountId account, String source) {
    addresses.check(account, source);
  }

  /** Answers the web session's token; {@code more} is for the record. */
  public String open(Tx tx, AccountId account, UserId user, Origin origin, Map<String, ?> more) {
    var id = Id.create(KeyId.class);
    String nobodys = Tokens.create(WebSessions.PREFIX);
    Keys.store(
        tx,
        new Keys.Stored(
            id, account, Principal.Kind.USER, user.value(), null, "sign-in", WebSessions.end(tx)),
        nobodys);
    String token = WebSessions.open(tx, id);
    var caller = new Caller(authenticator.authenticateWeb(token), origin.ip(), origin.requestId());
    var data = new LinkedHashMap<String, Object>(login(origin.method(), true));
    data.putAll(more);
    Audit.record(tx, caller, "login", null, data);
    return token;
  }

  /** Records that somebody who is or may be a human of the account was refused. */
  public void refused(AccountId account, String method) {
    var entry = new Audit.Entry(account, null, null, "login", login(method, false));
    database.useTransaction(tx -> Audit.record(tx, List.of(entry)));
  }

  private static Map<String, Object> login(String method, boolean success) {
    return Map.of("method", method, "success", success);
  }
}
