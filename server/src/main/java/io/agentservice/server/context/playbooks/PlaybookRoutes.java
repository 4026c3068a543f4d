package io.agentservice.server.context.playbooks;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_PLAYBOOKS;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_PLAYBOOKS;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.PlaybookId;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The playbooks' routes (api-org.md 4, api-enterprise.md 15). */
final class PlaybookRoutes {
  private static final List<String> ACCESS_TYPES = List.of("org", "enterprise");

  private final Playbooks playbooks;
  private final Lists lists;

  PlaybookRoutes(Playbooks playbooks, Lists lists) {
    this.playbooks = playbooks;
    this.lists = lists;
  }

  List<Route> routes() {
    var account = account(MANAGE_ACCOUNT_PLAYBOOKS);
    return Stream.of(
            routes(
                "/v3/organizations/{org_id}/playbooks",
                organization(USE_AGENT_SESSIONS, MANAGE_ORG_PLAYBOOKS),
                organization(MANAGE_ORG_PLAYBOOKS)),
            routes("/v3/enterprise/playbooks", account, account))
        .flatMap(List::stream)
        .toList();
  }

  private List<Route> routes(String all, Access read, Access write) {
    String one = all + "/{playbook_id}";
    return List.of(
        Route.get(all, read, this::list),
        Route.create(all, write, this::create),
        Route.get(one, read, this::get),
        Route.put(one, write, this::replace).of(this::checkOwn),
        Route.delete(one, write, this::delete));
  }

  private Answer list(Request request) {
    var query = request.query();
    var scope = request.scope();
    var list = playbooks.list(scope, accessType(request, query));
    return ok(lists.page(query, "playbooks " + scope, list, PlaybookJson::of));
  }

  /** An organization's list shows its own, and those of the enterprise on request. */
  private static @Nullable String accessType(Request request, Query query) {
    if (request.scope().orgId() == null) {
      return query.oneOf("access_type", ACCESS_TYPES);
    }
    return query.bool("include_enterprise", false) ? null : "org";
  }

  private Supplier<Answer> create(Request request) {
    var draft = PlaybookBody.read(request);
    return () -> show(playbooks.create(request.scope(), draft, request.caller()));
  }

  private Answer get(Request request) {
    return show(playbooks.get(request.scope(), id(request)));
  }

  private Answer replace(Request request) {
    var draft = PlaybookBody.read(request);
    return show(playbooks.replace(request.scope(), id(request), draft, request.caller()));
  }

  private Answer delete(Request request) {
    return show(playbooks.delete(request.scope(), id(request), request.caller()));
  }

  private void checkOwn(Request request) {
    playbooks.checkOwn(request.scope(), id(request));
  }

  private static PlaybookId id(Request request) {
    return request.id(PlaybookId.class);
  }

  private static Answer show(Playbook playbook) {
    return ok(PlaybookJson.of(playbook));
  }
}
