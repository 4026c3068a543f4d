package io.agentservice.server.engine.sessions;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.ids.SessionId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The secrets of a session: sealed in the database, in clear for its remote's memory only. */
final class SessionSecrets {
  private final Vault vault;
  private final Redactor installation;

  /** {@code installation} knows the secrets that are no session's. */
  SessionSecrets(Vault vault, Redactor installation) {
    this.vault = vault;
    this.installation = installation;
  }

  void keep(SessionSql sql, SessionId id, List<NewSession.Secret> secrets) {
    for (var secret : secrets) {
      byte[] clear = secret.value().getBytes(StandardCharsets.UTF_8);
      byte[] sealed = vault.encrypt(clear, context(id, secret.key()));
      sql.insertSecret(id, secret.key(), sealed, secret.sensitive());
    }
  }

  List<NewSession.Secret> of(SessionSql sql, SessionId id) {
    return sql.secrets(id).stream()
        .map(row -> {
          byte[] clear = vault.decrypt(row.value(), context(id, row.key()));
          return new NewSession.Secret(
              row.key(), new String(clear, StandardCharsets.UTF_8), row.sensitive());
        })
        .toList();
  }

  /** Knows the sensitive ones of these and the installation's: they belong into no text. */
  Redactor redactor(List<NewSession.Secret> secrets) {
    return installation.with(
        secrets.stream()
            .filter(NewSession.Secret::sensitive)
            .collect(Collectors.toMap(NewSession.Secret::key, NewSession.Secret::value)));
  }

  private static String context(SessionId id, String key) {
    return "session_secret " + id + " " + key;
  }
}
