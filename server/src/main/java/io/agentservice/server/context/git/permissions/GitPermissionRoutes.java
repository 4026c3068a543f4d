package io.agentservice.server.context.git.permissions;

import static io.agentservice.server.base.auth.Permission.MANAGE_GIT_INTEGRATIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.GitPermissionId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class GitPermissionRoutes {
  private static final String ALL =
      "/v3/enterprise/organizations/{org_id}/git-providers/permissions";
  private static final String ONE = ALL + "/{git_permission_id}";
  private static final String READ_ONLY = "read_only";

  private final GitPermissions permissions;
  private final Lists lists;

  GitPermissionRoutes(GitPermissions permissions, Lists lists) {
    this.permissions = permissions;
    this.lists = lists;
  }

  List<Route> routes() {
    var access = account(MANAGE_GIT_INTEGRATIONS);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::add),
        Route.put(ALL, access, this::replace),
        Route.delete(ALL, access, this::clear),
        Route.patch(ONE, access, this::change).of(this::check),
        Route.delete(ONE, access, this::delete));
  }

  private Answer list(Request request) {
    var scope = request.scope();
    return ok(
        lists.page(
            request.query(),
            "git permissions " + scope,
            permissions.list(scope),
            GitPermissionJson::of));
  }

  private Supplier<Answer> add(Request request) {
    var rules = GitPermissionBody.read(request, 1, permissions);
    return () -> shown(permissions.add(request.scope(), rules, request.caller()));
  }

  private Answer replace(Request request) {
    var rules = GitPermissionBody.read(request, 0, permissions);
    return shown(permissions.replace(request.scope(), rules, request.caller()));
  }

  private Answer clear(Request request) {
    return shown(permissions.clear(request.scope(), request.caller()));
  }

  private void check(Request request) {
    permissions.check(request.scope(), request.id(GitPermissionId.class));
  }

  private Answer change(Request request) {
    var body = request.body();
    boolean sent = body.bool(READ_ONLY, false);
    @Nullable Boolean readOnly = body.value(READ_ONLY) == null ? null : sent;
    body.check();
    var id = request.id(GitPermissionId.class);
    return ok(
        GitPermissionJson.of(permissions.change(request.scope(), id, readOnly, request.caller())));
  }

  private Answer delete(Request request) {
    var id = request.id(GitPermissionId.class);
    return ok(GitPermissionJson.of(permissions.delete(request.scope(), id, request.caller())));
  }

  private static Answer shown(List<GitPermission> all) {
    return ok(all.stream().map(GitPermissionJson::of).toList());
  }
}
