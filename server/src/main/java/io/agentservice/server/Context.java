package io.agentservice.server;

import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.context.knowledge.Knowledge;
import io.agentservice.server.context.playbooks.PlaybooksFeature;
import io.agentservice.server.context.secrets.SecretsFeature;
import io.agentservice.server.engine.sessions.SessionContext;
import java.util.List;
import java.util.stream.Stream;

/** The wing {@code context}, wired. */
record Context(Knowledge knowledge, PlaybooksFeature playbooks, SecretsFeature secrets) {

  static Context wire(Database database, Vault vault, Lists lists) {
    return new Context(
        Knowledge.wire(database, lists),
        PlaybooksFeature.wire(database, lists),
        SecretsFeature.wire(database, vault, lists));
  }

  SessionContext forSessions() {
    return new SessionContext(knowledge.notes(), playbooks.playbooks(), secrets.secrets());
  }

  List<Route> routes() {
    return Stream.of(knowledge.routes(), playbooks.routes(), secrets.routes())
        .flatMap(List::stream)
        .toList();
  }
}
