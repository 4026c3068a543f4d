package io.agentservice.server.testing;

import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.context.knowledge.Notes;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.context.secrets.Secrets;
import io.agentservice.server.engine.sessions.SessionContext;

/** What organizations keep for their sessions, on a test's database. */
public final class TestContext {
  private TestContext() {}

  public static SessionContext of(Database database, Vault vault) {
    return new SessionContext(
        new Notes(database), new Playbooks(database), new Secrets(database, vault));
  }
}
