package io.agentservice.server.context.models;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SETTINGS;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.ModelId;
import java.util.List;
import java.util.function.Supplier;

final class ModelRoutes {
  private static final String ALL = "/v3/organizations/{org_id}/registered-models";
  private static final String ONE = ALL + "/{model_id}";

  private final RegisteredModels models;
  private final Lists lists;

  ModelRoutes(RegisteredModels models, Lists lists) {
    this.models = models;
    this.lists = lists;
  }

  List<Route> routes() {
    var read = organization(USE_AGENT_SESSIONS, MANAGE_ORG_SETTINGS);
    var write = organization(MANAGE_ORG_SETTINGS);
    return List.of(
        Route.get(ALL, read, this::list),
        Route.create(ALL, write, this::create),
        Route.get(ONE, read, this::get),
        Route.patch(ONE, write, this::change).of(this::exists),
        Route.delete(ONE, write, this::delete));
  }

  private Answer list(Request request) {
    var scope = request.scope();
    return ok(
        lists.page(
            request.query(), "registered models " + scope, models.list(scope), ModelJson::of));
  }

  private Supplier<Answer> create(Request request) {
    var scope = request.scope();
    var content = models.read(scope, request.body(), null);
    return () -> show(models.create(scope, content, request.caller()));
  }

  private Answer get(Request request) {
    return show(models.get(request.scope(), id(request)));
  }

  private Answer change(Request request) {
    return show(models.change(request.scope(), id(request), request.body(), request.caller()));
  }

  private Answer delete(Request request) {
    return show(models.delete(request.scope(), id(request), request.caller()));
  }

  private void exists(Request request) {
    models.get(request.scope(), id(request));
  }

  private static ModelId id(Request request) {
    return request.id(ModelId.class);
  }

  private static Answer show(RegisteredModel model) {
    return ok(ModelJson.of(model));
  }
}
