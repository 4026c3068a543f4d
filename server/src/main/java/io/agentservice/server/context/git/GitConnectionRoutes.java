package io.agentservice.server.context.git;

import static io.agentservice.server.base.auth.Permission.MANAGE_GIT_INTEGRATIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.forges.Provider;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.GitConnectionId;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

final class GitConnectionRoutes {
  private static final String ALL = "/v3/enterprise/git-providers/connections";
  private static final String ONE = ALL + "/{git_connection_id}";
  private static final int MAX_NAME = 256;
  private static final int MAX_HOST = 260;
  private static final int MAX_TOKEN = 4096;
  private static final int MOST_REPOSITORIES = 100;
  private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

  /** 1 to 65535. */
  private static final String PORT =
      "[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]";

  private static final Pattern HOST =
      Pattern.compile("%s(?:\\.%s)*(?::(?:%s))?".formatted(LABEL, LABEL, PORT));

  private final GitConnections connections;
  private final GitRepositories repositories;
  private final Lists lists;

  GitConnectionRoutes(GitConnections connections, GitRepositories repositories, Lists lists) {
    this.connections = connections;
    this.repositories = repositories;
    this.lists = lists;
  }

  List<Route> routes() {
    var access = account(MANAGE_GIT_INTEGRATIONS);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.delete(ONE, access, this::delete),
        Route.get(ONE + "/repositories", access, this::repositories).of(this::connection));
  }

  private Answer list(Request request) {
    var account = request.principal().accountId();
    return ok(
        lists.page(
            request.query(),
            "git connections " + account,
            connections.list(account),
            GitConnection::shown));
  }

  private Supplier<Answer> create(Request request) {
    var body = request.body();
    String provider = body.word("git_provider_type", Provider.words());
    String host = body.text("host", 1, MAX_HOST);
    String token = body.text("token", 1, MAX_TOKEN);
    String name = body.optionalText("name", 1, MAX_NAME);
    if (!host.isEmpty() && host.length() <= MAX_HOST && !HOST.matcher(host).matches()) {
      body.fail("format", "Input should be a host name with an optional port", "host");
    }
    body.check();
    var draft = new GitConnection.Draft(name, host, Provider.of(provider), token);
    return () -> ok(connections.create(draft, request.caller()).shown());
  }

  private Answer delete(Request request) {
    return ok(connections.delete(request.id(GitConnectionId.class), request.caller()).shown());
  }

  private GitConnection connection(Request request) {
    return connections.get(request.principal().accountId(), request.id(GitConnectionId.class));
  }

  private Answer repositories(Request request) {
    var connection = connection(request);
    var query = request.query();
    String name = query.text("filter_name");
    int size = query.firstOrLimitUpTo(MOST_REPOSITORIES);
    query.check();
    return ok(
        lists.page(
            query,
            size,
            "repositories " + connection.gitConnectionId(),
            repositories.list(connection, name),
            RepositoryJson::of));
  }
}
