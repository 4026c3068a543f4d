package io.agentservice.server.context.secrets;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import java.util.List;

public record SecretsFeature(Secrets secrets, List<Route> routes) implements Feature {

  public static SecretsFeature wire(Database database, Vault vault, Lists lists) {
    var secrets = new Secrets(database, vault);
    return new SecretsFeature(secrets, new SecretRoutes(secrets, lists).routes());
  }
}
