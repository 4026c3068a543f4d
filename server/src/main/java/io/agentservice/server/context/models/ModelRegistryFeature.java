package io.agentservice.server.context.models;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.context.secrets.Secrets;
import java.util.ArrayList;
import java.util.List;

public record ModelRegistryFeature(
    RegisteredModels models, AccountModels ofAccounts, List<Route> routes) implements Feature {

  public static ModelRegistryFeature wire(
      Database database, Vault vault, Secrets secrets, ServerModels server, Lists lists) {
    var models = new RegisteredModels(database, secrets, server);
    var ofAccounts = new AccountModels(database, vault, server);
    var routes = new ArrayList<>(new ModelRoutes(models, lists).routes());
    routes.addAll(new AccountModelRoutes(ofAccounts, lists).routes());
    return new ModelRegistryFeature(models, ofAccounts, routes);
  }
}
