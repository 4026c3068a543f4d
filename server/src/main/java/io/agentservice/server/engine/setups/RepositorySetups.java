package io.agentservice.server.engine.setups;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.GitRepositories;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.NewSession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

public final class RepositorySetups implements Feature {
  private static final int MOST_AT_ONCE = 100;

  /** For so many days the end of a set-up is awaited whose session nobody touches. */
  private static final int LONGEST_DAYS = 30;

  private final Database database;
  private final Sessions sessions;
  private final GitRepositories repositories;

  /** Keeps nothing of its own. */
  public RepositorySetups(Database database, Sessions sessions, GitRepositories repositories) {
    this.database = database;
    this.sessions = sessions;
    this.repositories = repositories;
  }

  @Override
  public List<Chore> chores() {
    return List.of(
        Chore.everywhere("set-ups", Duration.ofSeconds(5), this::recordEnded),
        Chore.byLeader("set-ups-given-up", Duration.ofMinutes(1), this::forgetUnfinished));
  }

  /**
   * Replaces the repository's set-up and starts a session that runs it. 404; 422 on {@code
   * repo_path} when it is not covered.
   */
  public SessionId start(Scope scope, RepoName repo, RepositorySetup setup, Caller caller) {
    var org = Objects.requireNonNull(scope.orgId(), "a set-up is an organization's");
    return database.inTransaction(tx -> {
      var sql = tx.on(SetupSql.class);
      if (!sql.hold(org)) { // else its permissions may be gone in the middle
        throw Gate.noOrganization();
      }
      var reached =
          repositories
              .reach(scope, repo)
              .orElseThrow(() ->
                  Problem.invalid(
                          new Failure(
                              List.of("body", "repo_path"),
                              "No git permission of the organization covers the repository",
                              "not_allowed"))
                      .exception());
      String host = reached.connection().host();
      String name = host + "/" + repo.path();
      var wanted =
          NewSession.about(
              name, "Set up " + name, setup.prompt(name), NewSession.Purpose.REPOSITORY_SETUP);
      SessionId session = sessions.create(org, wanted, caller).sessionId();
      sql.keep(scope, host, repo.path(), setup, session);
      sql.begun(session, name);
      return session;
    });
  }

  /** Audits set-ups whose work or session has ended, each once. */
  public void recordEnded() {
    database.useTransaction(tx ->
        Audit.record(
            tx,
            tx.on(SetupSql.class).takeEnded(MOST_AT_ONCE).stream()
                .map(RepositorySetups::record)
                .toList()));
  }

  /** Gives up set-ups that nobody goes on with. */
  public void forgetUnfinished() {
    database.with(SetupSql.class, sql -> sql.forgetUnfinished(LONGEST_DAYS, MOST_AT_ONCE));
  }

  private static Audit.Entry record(SetupSql.Ended ended) {
    return new Audit.Entry(
        ended.accountId(),
        ended.orgId(),
        null,
        "finish_repo_setup",
        Map.of(
            "org_id", ended.orgId(),
            "repo_path", ended.repository(),
            "session_id", ended.sessionId()));
  }

  /** The set-ups of an organization that is gone; their runs go with the sessions. */
  public Belongings.Left erase(Tx tx, OrgId org) {
    tx.on(SetupSql.class).erase(org);
    return Belongings.Left.NOTHING;
  }
}
