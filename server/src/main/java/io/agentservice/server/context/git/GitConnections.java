package io.agentservice.server.context.git;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.Forge;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import java.nio.charset.StandardCharsets;

/** Git connections of an account. */
public final class GitConnections {
  private static final AuditTrail<GitConnection> AUDIT =
      AuditTrail.<GitConnection>of("git_connection", "update", _ -> null)
          .naming("git_connection_id", GitConnection::gitConnectionId)
          .naming("host", GitConnection::host)
          .naming("provider", connection -> connection.provider().word());

  private final Database database;
  private final Vault vault;
  private final Forges forges;

  GitConnections(Database database, Vault vault, Forges forges) {
    this.database = database;
    this.vault = vault;
    this.forges = forges;
  }

  public Listing<GitConnection> list(AccountId account) {
    return new Listing<>(
        window ->
            database.with(
                GitConnectionSql.class, sql -> Rows.of(sql.list(account, window), window.size())),
        most -> database.with(GitConnectionSql.class, sql -> sql.count(account, most)),
        found -> new Place(found.createdAt(), found.gitConnectionId().value()));
  }

  /** The connection; 404. */
  public GitConnection get(AccountId account, GitConnectionId id) {
    return database
        .with(GitConnectionSql.class, sql -> sql.find(account, id))
        .orElseThrow(GitConnections::noSuchConnection);
  }

  /** Does not ask the host; 409 {@code name_taken}. */
  GitConnection create(GitConnection.Draft draft, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(GitConnectionSql.class);
      var id = Id.create(GitConnectionId.class);
      byte[] sealed = vault.encrypt(draft.token().getBytes(StandardCharsets.UTF_8), context(id));
      if (!sql.insert(id, account, draft, sealed)) {
        throw Problem.conflict(
                "name_taken",
                "A git connection of this name is there already",
                "Choose another name, or give none")
            .exception();
      }
      var made = sql.find(account, id).orElseThrow();
      AUDIT.created(tx, caller, made);
      return made;
    });
  }

  /** Answers what it was; 404; 409 {@code git_connection_in_use}. */
  GitConnection delete(GitConnectionId id, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(GitConnectionSql.class);
      var found = sql.lock(account, id).orElseThrow(GitConnections::noSuchConnection);
      if (sql.inUse(account, id)) {
        throw Problem.conflict(
                "git_connection_in_use",
                "Git permissions of organizations use the connection",
                "Delete those first")
            .exception();
      }
      sql.delete(account, id);
      AUDIT.deleted(tx, caller, found);
      return found;
    });
  }

  /** For one operation; 404 when the connection is gone. */
  public Forge open(GitConnection connection) {
    return forges.open(connection.provider(), connection.host(), token(connection));
  }

  /** How git reaches a repository. {@code path}: {@code owner/repo}. */
  public CloneAccess cloneAccess(GitConnection connection, String path) {
    return new CloneAccess(
        Forges.cloneAddress(connection.provider(), connection.host(), path),
        connection.provider().gitUser(),
        token(connection));
  }

  /** An address for git and what it asks for there; never shows the token. */
  public record CloneAccess(String url, String user, String token) {
    @Override
    public String toString() {
      return "CloneAccess[" + url + "]";
    }
  }

  private String token(GitConnection connection) {
    var id = connection.gitConnectionId();
    return database
        .with(GitConnectionSql.class, sql -> sql.sealed(connection.accountId(), id))
        .map(sealed -> vault.decrypt(sealed.token(), context(id)))
        .map(clear -> new String(clear, StandardCharsets.UTF_8))
        .orElseThrow(GitConnections::noSuchConnection);
  }

  private static String context(GitConnectionId id) {
    return "git connection " + id;
  }

  private static ProblemException noSuchConnection() {
    return Problem.notFound("git_connection").exception();
  }
}
