package io.agentservice.server.enterprise.limits;

import static io.agentservice.server.base.auth.Permission.MANAGE_BILLING;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

final class LimitRoutes {
  private static final List<String> WORDS = List.of("agent", "devin");
  private static final String ACUS = "cycle_acu_limit";

  private final Limits limits;
  private final Lists lists;

  LimitRoutes(Limits limits, Lists lists) {
    this.limits = limits;
    this.lists = lists;
  }

  List<Route> routes() {
    var routes = new ArrayList<Route>();
    var billing = account(MANAGE_BILLING);
    String canonical = "/v3/enterprise/consumption/acu-limits/" + WORDS.getFirst();
    for (String word : WORDS) {
      String all = "/v3/enterprise/consumption/acu-limits/" + word;
      String one = "/organizations/{org_id}";
      routes.add(Route.get(all, billing, this::list).spelling(canonical));
      routes.add(Route.put(all + one, billing, this::set).spelling(canonical + one));
      routes.add(Route.delete(all + one, billing, this::remove).spelling(canonical + one));
    }
    return routes;
  }

  private Answer list(Request request) {
    var account = request.principal().accountId();
    return ok(
        lists.page(request.query(), "limits " + account, limits.list(account), AcuLimit::shown));
  }

  private Answer set(Request request) {
    var body = request.body();
    body.require(ACUS);
    if (body.isNull(ACUS)) {
      body.fail("missing", "Field required", ACUS);
    }
    Integer acus = body.optionalInt(ACUS, 0, Integer.MAX_VALUE);
    body.check();
    limits.set(request.org(), Objects.requireNonNull(acus), request.caller());
    return new Answer.Empty(204, Map.of());
  }

  private Answer remove(Request request) {
    limits.remove(request.org(), request.caller());
    return new Answer.Empty(204, Map.of());
  }
}
