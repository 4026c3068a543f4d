package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.context.knowledge.Notes;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.context.secrets.Secrets;

/** What an organization keeps for its sessions. */
public record SessionContext(Notes notes, Playbooks playbooks, Secrets secrets) {

  /** On a database; {@code vault} opens its secrets. */
  public static SessionContext of(Database database, Vault vault) {
    return new SessionContext(
        new Notes(database), new Playbooks(database), new Secrets(database, vault));
  }
}
