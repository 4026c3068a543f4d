package io.agentservice.server.engine.reviews;

import static io.agentservice.server.base.auth.Permission.USE_REVIEW_MANUAL;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Preparation;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.engine.pullrequests.PullRequestAddress;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class ReviewRoutes {
  private static final String URL = "pr_url";
  private static final String NO_ADDRESS = "Input should be the https address of a pull request";

  private final Reviews reviews;

  ReviewRoutes(Reviews reviews) {
    this.reviews = reviews;
  }

  List<Route> routes() {
    return Stream.of(
            routes("/v3/organizations/{org_id}/pr-reviews", organization(USE_REVIEW_MANUAL)),
            routes("/v3/enterprise/pr-reviews", account(USE_REVIEW_MANUAL)))
        .flatMap(List::stream)
        .toList();
  }

  private List<Route> routes(String path, Access access) {
    return List.of(
        Route.createAfterRemoteCall(path, access, this::start).countedAs(Policy.CREATE),
        Route.get(path, access, this::get));
  }

  /** The host is asked before the transaction in which the review is started. */
  private Preparation.RemoteCall start(Request request) {
    var body = request.body();
    String url = body.text(URL, 1, PullRequestAddress.MAX_LENGTH);
    var address = PullRequestAddress.parse(url);
    if (address == null && !body.hasFailures()) {
      body.fail("format", NO_ADDRESS, URL);
    }
    body.check();
    var named = Objects.requireNonNull(address);
    return () -> {
      var asked = reviews.ask(request.scope(), named);
      return () -> ok(reviews.start(asked, request.caller()).shown());
    };
  }

  private record Named(RepoName repo, long number) {}

  private Answer get(Request request) {
    var query = request.query();
    var named = named(query);
    String commit = query.text("commit_sha");
    query.check();
    var pull = Objects.requireNonNull(named);
    return ok(reviews.newest(request.scope(), pull.repo(), pull.number(), commit).shown());
  }

  /** Null when it is wrong, which is noted. */
  private static @Nullable Named named(Query query) {
    String url = query.text(URL);
    String repoPath = query.text("repo_path");
    int number = query.integer("pr_number", 1, Integer.MAX_VALUE, 0);
    if (url != null) {
      var address = PullRequestAddress.parse(url);
      if (address == null) {
        query.fail("format", NO_ADDRESS, URL);
        return null;
      }
      return new Named(address.repository(), address.number());
    }
    if (repoPath == null || number == 0) {
      query.fail("missing", "Field required, or repo_path and pr_number", URL);
      return null;
    }
    var repo = RepoName.parse(repoPath);
    if (repo == null) {
      query.fail("format", "Input should be owner/repo or host/owner/repo", "repo_path");
      return null;
    }
    return new Named(repo, number);
  }
}
