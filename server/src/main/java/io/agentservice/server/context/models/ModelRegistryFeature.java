package io.agentservice.server.context.models;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.context.secrets.Secrets;
import java.util.List;

public record ModelRegistryFeature(RegisteredModels models, List<Route> routes) implements Feature {

  public static ModelRegistryFeature wire(
      Database database, Secrets secrets, ServerModels server, Lists lists) {
    var models = new RegisteredModels(database, secrets, server);
    return new ModelRegistryFeature(models, new ModelRoutes(models, lists).routes());
  }
}
