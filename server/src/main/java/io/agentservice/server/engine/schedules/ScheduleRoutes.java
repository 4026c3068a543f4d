package io.agentservice.server.engine.schedules;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SCHEDULES;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

final class ScheduleRoutes {
  private static final String ALL = "/v3/organizations/{org_id}/schedules";
  private static final String ONE = ALL + "/{schedule_id}";

  private final Schedules schedules;
  private final Firing firing;
  private final Lists lists;
  private final Addresses addresses;

  ScheduleRoutes(Schedules schedules, Firing firing, Lists lists, Addresses addresses) {
    this.schedules = schedules;
    this.firing = firing;
    this.lists = lists;
    this.addresses = addresses;
  }

  List<Route> routes() {
    var access = organization(MANAGE_ORG_SCHEDULES);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.post(ALL + "/preview", access, this::preview).countedAs(Policy.READ),
        Route.get(ONE, access, this::get),
        Route.patch(ONE, access, this::change).of(this::exists),
        Route.delete(ONE, access, this::delete),
        Route.create(ONE + "/run", access, this::run).of(this::exists).countedAs(Policy.CREATE),
        Route.get(ONE + "/runs", access, this::runs));
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

  /** What {@code preview} answers; {@code notes} of times that changes of clocks move. */
  private record Preview(List<String> next, List<String> notes) {}

  private Answer preview(Request request) {
    var times = schedules.preview(request.body());
    return ok(
        new Preview(
            times.stream().map(due -> Times.iso(due.at())).toList(),
            times.stream().map(Calendar.Due::note).filter(Objects::nonNull).toList()));
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

  private Supplier<Answer> run(Request request) {
    var id = id(request);
    return () ->
        ok(SessionJson.of(firing.runNow(request.scope(), id, request.caller()), addresses.base()));
  }

  private Answer runs(Request request) {
    var id = id(request);
    var runs = schedules.runs(request.scope(), id);
    return ok(lists.page(request.query(), "schedule runs " + id, runs, ScheduleRunJson::of));
  }

  private void exists(Request request) {
    schedules.get(request.scope(), id(request));
  }

  private static ScheduleId id(Request request) {
    return request.id(ScheduleId.class);
  }
}
