package io.agentservice.server.engine.reviews;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.ForgePullRequest;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.GitRepositories;
import io.agentservice.server.engine.pullrequests.PullRequestAddress;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.NewSession;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

public final class Reviews {
  private static final Set<String> UNDER_WAY = Set.of("pending", "running");

  private final Database database;
  private final Sessions sessions;
  private final GitRepositories repositories;

  Reviews(Database database, Sessions sessions, GitRepositories repositories) {
    this.database = database;
    this.sessions = sessions;
    this.repositories = repositories;
  }

  /** A review that can be started: whose it will be, and of which commit. */
  record Asked(OrgId org, PullRequestAddress address, String commit) {}

  /**
   * Asks the host for the last commit. 404 {@code organization_not_resolved}; 422 when it is not
   * covered or unknown; 502 {@code upstream_failed}.
   */
  Asked ask(Scope scope, PullRequestAddress address) {
    var reached =
        repositories
            .reach(scope, address.repository())
            .orElseThrow(() ->
                scope.orgId() == null
                    ? notResolved()
                    : invalid(
                        "not_allowed",
                        "No git permission of the organization covers the repository"));
    return repositories
        .pullRequest(reached, address.number())
        .map(found -> new Asked(reached.permission().orgId(), address, commit(found)))
        .orElseThrow(() -> invalid("unknown_reference", "Its host knows no such pull request"));
  }

  private static String commit(ForgePullRequest found) {
    String commit = found.headCommit();
    if (commit == null || commit.isEmpty()) {
      throw invalid("unknown_reference", "The pull request has no commit yet");
    }
    return commit;
  }

  /** Starts it; 409 {@code review_pending}. */
  Review start(Asked asked, Caller caller) {
    var address = asked.address();
    var repo = address.repository();
    var scope = new Scope(caller.principal().accountId(), asked.org());
    return database.inTransaction(tx -> {
      var sql = tx.on(ReviewSql.class);
      sql.lock(asked.org() + " " + address.url());
      String host = Objects.requireNonNull(repo.host(), "an address has a host");
      sql.newest(scope, host, repo.path(), address.number(), asked.commit())
          .filter(review -> UNDER_WAY.contains(review.status()))
          .ifPresent(review -> {
            throw pending(review);
          });
      String name = host + "/" + repo.path();
      var wanted =
          NewSession.about(
              name,
              "Review of " + address.url(),
              prompt(address.url(), name, asked.commit()),
              NewSession.Purpose.REVIEW);
      SessionId session = sessions.create(asked.org(), wanted, caller).sessionId();
      sql.insert(scope, session, host, repo.path(), address.number(), asked.commit());
      return sql.newest(scope, host, repo.path(), address.number(), asked.commit()).orElseThrow();
    });
  }

  private static String prompt(String url, String repo, String commit) {
    return """
    Review the pull request %s of the repository %s at its commit %s.

    Read what it changes and the code around that. Say of each fault where it is (file and line), what goes wrong \
    and when, how bad that is and how to mend it; then whether it may be merged. Change nothing in the repository. \
    Report the task as done with the review as its result.
    """
        .formatted(url, repo, commit);
  }

  /** Null {@code commit}: any; 404 {@code review_not_found}, {@code organization_not_resolved}. */
  Review newest(Scope scope, RepoName repo, long number, @Nullable String commit) {
    var of =
        scope.orgId() != null
            ? scope
            : repositories
                .reach(scope, repo)
                .map(reached -> new Scope(scope.accountId(), reached.permission().orgId()))
                .orElseThrow(Reviews::notResolved);
    return database
        .with(ReviewSql.class, sql -> sql.newest(of, repo.host(), repo.path(), number, commit))
        .orElseThrow(() -> Problem.notFound("review").exception());
  }

  private static ProblemException pending(Review review) {
    return Problem.conflict(
            "review_pending",
            "A review of the commit %s is %s".formatted(review.commitSha(), review.status()),
            "Wait for the session %s, or end it".formatted(review.sessionId()))
        .exception();
  }

  private static ProblemException invalid(String type, String msg) {
    return Problem.invalid(new Failure(List.of("body", "pr_url"), msg, type)).exception();
  }

  private static ProblemException notResolved() {
    return Problem.other(
            404,
            "organization_not_resolved",
            "No organization has a git permission for the repository",
            "Give one to an organization, or use the route of an organization")
        .exception();
  }
}
