package io.agentservice.server.web.app;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Each address of the app answers the shell, with the first thing that its screen shows. */
final class AppRoutes {
  private static final String HOME = "/";
  private static final String LIST = "/o/{org_id}/sessions";
  private static final String NEW = "/o/{org_id}/new";
  private static final String SESSION = "/sessions/{session_id}";
  private static final String ME = "/me";

  /** The addresses of all screens. */
  static final List<String> PATHS = List.of(HOME, LIST, NEW, SESSION, ME);

  private final FirstAnswers first;
  private final Shell shell;
  private final Access access;

  AppRoutes(FirstAnswers first, Shell shell, Access access) {
    this.first = first;
    this.shell = shell;
    this.access = access;
  }

  List<Route> routes() {
    return List.of(
        Route.get(HOME, access, this::home),
        Route.get(LIST, access, this::list),
        Route.get(NEW, access, this::create),
        Route.get(SESSION, access, this::session),
        Route.get(ME, access, request -> shell.page(200, request, null)));
  }

  private Answer home(Request request) {
    var org = request.principal().organization();
    return org == null
        ? shell.page(200, request, null)
        : answer(request, () -> first.rows(request, org));
  }

  private Answer list(Request request) {
    return answer(request, () -> first.rows(request, org(request)));
  }

  /** The form asks for what may be chosen when it is there. */
  private Answer create(Request request) {
    return answer(
        request,
        () -> {
          first.check(request.principal(), org(request));
          return null;
        });
  }

  private static OrgId org(Request request) {
    var org = Id.parse(OrgId.class, request.path("org_id"));
    if (org == null) {
      throw Gate.noOrganization();
    }
    return org;
  }

  private Answer session(Request request) {
    return answer(request, () -> first.session(request.principal(), request.id(SessionId.class)));
  }

  /** What is refused, is said by the app in its own form. */
  private Answer answer(Request request, Supplier<@Nullable Map<String, Object>> answer) {
    try {
      return shell.page(200, request, answer.get());
    } catch (ProblemException e) {
      var problem = e.problem();
      if (problem.status() != 403 && problem.status() != 404) {
        throw e;
      }
      return shell.page(problem.status(), request, Map.of("problem", refused(problem)));
    }
  }

  private static Map<String, @Nullable Object> refused(Problem problem) {
    var body = new LinkedHashMap<String, @Nullable Object>();
    body.put("status", problem.status());
    body.put("code", problem.code());
    body.put("detail", problem.sentence());
    body.put("hint", problem.hint());
    return body;
  }
}
