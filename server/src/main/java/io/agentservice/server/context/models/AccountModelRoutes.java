package io.agentservice.server.context.models;

import static io.agentservice.server.base.auth.Permission.MANAGE_ENTERPRISE_SETTINGS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.ModelId;
import java.util.List;
import java.util.function.Supplier;

final class AccountModelRoutes {
  private static final String ALL = "/v3/enterprise/registered-models";
  private static final String ONE = ALL + "/{model_id}";

  private final AccountModels models;
  private final Lists lists;

  AccountModelRoutes(AccountModels models, Lists lists) {
    this.models = models;
    this.lists = lists;
  }

  List<Route> routes() {
    var access = account(MANAGE_ENTERPRISE_SETTINGS);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.get(ONE, access, this::get),
        Route.patch(ONE, access, this::change).of(this::exists),
        Route.delete(ONE, access, this::delete));
  }

  private Answer list(Request request) {
    var account = accountOf(request);
    return ok(
        lists.page(
            request.query(),
            "account models " + account,
            models.list(account),
            AccountModelJson::of));
  }

  private Supplier<Answer> create(Request request) {
    var wanted = models.read(accountOf(request), request.body(), null);
    return () -> show(models.create(wanted, request.caller()));
  }

  private Answer get(Request request) {
    return show(models.get(accountOf(request), id(request)));
  }

  private Answer change(Request request) {
    return show(models.change(id(request), request.body(), request.caller()));
  }

  private Answer delete(Request request) {
    return show(models.delete(id(request), request.caller()));
  }

  private void exists(Request request) {
    models.get(accountOf(request), id(request));
  }

  private static AccountId accountOf(Request request) {
    return request.principal().accountId();
  }

  private static ModelId id(Request request) {
    return request.id(ModelId.class);
  }

  private static Answer show(AccountModel model) {
    return ok(AccountModelJson.of(model));
  }
}
