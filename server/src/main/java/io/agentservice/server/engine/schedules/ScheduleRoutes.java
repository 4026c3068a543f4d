package io.agentservice.server.engine.schedules;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SCHEDULES;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.ScheduleId;
import java.util.List;
import java.util.function.Supplier;

final class ScheduleRoutes {
  private static final String ALL = "/v3/organizations/{org_id}/schedules";
  private static final String ONE = ALL + "/{schedule_id}";

  private final Schedules schedules;
  private final Lists lists;

  ScheduleRoutes(Schedules schedules, Lists lists) {
    this.schedules = schedules;
    this.lists = lists;
  }

  List<Route> routes() {
    var access = organization(MANAGE_ORG_SCHEDULES);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.get(ONE, access, this::get),
        Route.patch(ONE, access, this::change).of(this::exists),
        Route.delete(ONE, access, this::delete));
  }

  private Answer list(Request request) {
    var query = request.query();
    var scope = request.scope();
    var list = schedules.list(scope, query.optionalBool("is_enabled"));
    return ok(lists.offsetPage(query, "schedules " + scope, list, ScheduleJson::of));
  }

  private Supplier<Answer> create(Request request) {
    var scope = request.scope();
    var content = schedules.read(scope, request.body(), null, request.caller());
    return () -> ok(ScheduleJson.of(schedules.create(scope, content, request.caller())));
  }

  private Answer get(Request request) {
    return ok(ScheduleJson.of(schedules.get(request.scope(), id(request))));
  }

  private Answer change(Request request) {
    return ok(
        ScheduleJson.of(
            schedules.change(request.scope(), id(request), request.body(), request.caller())));
  }

  private Answer delete(Request request) {
    return ok(ScheduleJson.of(schedules.delete(request.scope(), id(request), request.caller())));
  }

  private void exists(Request request) {
    schedules.get(request.scope(), id(request));
  }

  private static ScheduleId id(Request request) {
    return request.id(ScheduleId.class);
  }
}
