package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.MANAGE_GIT_INTEGRATIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.permissions.GitPermission;
import io.agentservice.server.context.git.permissions.GitPermissionBody;
import io.agentservice.server.context.git.permissions.GitPermissions;
import io.agentservice.server.context.git.permissions.GrantedJson;
import io.agentservice.server.engine.setups.RepositorySetup;
import io.agentservice.server.engine.setups.RepositorySetups;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Git permissions and the set-up of repositories (api-legacy.md 4 and 4.1). */
final class GitOfVersion2 {
  private static final String ORG = "/v2/enterprise/organizations/{org_id}";
  private static final String PERMISSIONS = ORG + "/git-permissions";
  private static final String REPO_PATH = "repo_path";
  private static final int MOST_COMMANDS = 100;
  private static final int MAX_COMMAND = 4096;
  private static final int MAX_NOTE_BYTES = 65_536;

  private final GitPermissions permissions;
  private final RepositorySetups setups;
  private final Lists lists;

  GitOfVersion2(GitPermissions permissions, RepositorySetups setups, Lists lists) {
    this.permissions = permissions;
    this.setups = setups;
    this.lists = lists;
  }

  List<Route> routes() {
    var access = account(MANAGE_GIT_INTEGRATIONS);
    return List.of(
        Route.get(PERMISSIONS, access, this::list),
        Route.put(PERMISSIONS, access, this::replace),
        Route.delete(PERMISSIONS, access, this::clear),
        Route.create(ORG + "/clone-repository", access, this::setUp).countedAs(Policy.CREATE));
  }

  private record Shown(@JsonUnwrapped GrantedJson granted, String createdAt) {
    static Shown of(GitPermission permission) {
      return new Shown(GrantedJson.of(permission), Times.iso(permission.createdAt()));
    }
  }

  private Answer list(Request request) {
    var scope = request.scope();
    String list = "git permissions of version 2 " + scope;
    return ok(lists.skipPage(request.query(), list, permissions.list(scope), Shown::of));
  }

  private Answer replace(Request request) {
    var rules = GitPermissionBody.read(request, 0, permissions);
    return shown(permissions.replace(request.scope(), rules, request.caller()));
  }

  private Answer clear(Request request) {
    return shown(permissions.clear(request.scope(), request.caller()));
  }

  private static Answer shown(List<GitPermission> all) {
    return ok(all.stream().map(Shown::of).toList());
  }

  private record Started(String status, OrgId orgId, String repoPath, SessionId sessionId) {}

  private Supplier<Answer> setUp(Request request) {
    var body = request.body();
    String path = body.text(REPO_PATH, 1, RepoName.MAX_LENGTH);
    var repo = RepoName.parse(path);
    if (repo == null && !body.hasFailures()) {
      body.fail("format", "Input should be owner/repo", REPO_PATH);
    }
    var setup =
        new RepositorySetup(
            commands(body, "pull_repo_commands"),
            commands(body, "update_dependencies_commands"),
            commands(body, "run_lint_commands"),
            commands(body, "run_project_commands"),
            body.optionalTextOfBytes("repo_note", 0, MAX_NOTE_BYTES));
    if (setup.isTooLong()) {
      body.fail("too_long", "Commands and note together should have less than 1 MiB", "repo_note");
    }
    body.check();
    var named = Objects.requireNonNull(repo);
    return () -> {
      SessionId session = setups.start(request.scope(), named, setup, request.caller());
      return ok(new Started("success", request.org(), path, session));
    };
  }

  /** An array of texts, or one text with a command in each of its lines. */
  private static List<String> commands(Body body, String field) {
    var sent = body.value(field);
    if (sent == null || !sent.isString()) {
      var texts = body.optionalTexts(field, 0, MOST_COMMANDS, MAX_COMMAND);
      return texts == null ? List.of() : texts;
    }
    var lines = sent.stringValue().lines().filter(line -> !line.isBlank()).toList();
    if (lines.size() > MOST_COMMANDS
        || lines.stream().anyMatch(line -> line.codePointCount(0, line.length()) > MAX_COMMAND)) {
      body.fail(
          "too_long",
          "Input should have at most %d lines of %d characters"
              .formatted(MOST_COMMANDS, MAX_COMMAND),
          field);
    }
    return lines;
  }
}
