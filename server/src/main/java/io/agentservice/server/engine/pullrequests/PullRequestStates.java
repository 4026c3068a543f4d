package io.agentservice.server.engine.pullrequests;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.HostDownException;
import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.context.git.GitRepositories;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks hosts for open pull requests every five minutes at most (sessions.md 9). */
public final class PullRequestStates implements Feature {
  private static final Logger LOG = LoggerFactory.getLogger(PullRequestStates.class);
  private static final int EVERY_SECONDS = 300;
  private static final int A_DAY = 86_400;

  /** Of those that nothing covers there may be many, and looking costs two statements only. */
  private static final int MOST = 200;

  private final Database database;
  private final GitRepositories repositories;

  /** Keeps nothing. */
  public PullRequestStates(Database database, GitRepositories repositories) {
    this.database = database;
    this.repositories = repositories;
  }

  @Override
  public List<Chore> chores() {
    return List.of(
        Chore.everywhere("pull-requests", Duration.ofSeconds(1), this::refresh)
            .taking(Duration.ofMinutes(10))); // hosts may be slow
  }

  /** Asks {@code goOn} before each, and no host again that is down. */
  void refresh(BooleanSupplier goOn) {
    var down = new HashSet<GitConnectionId>();
    boolean more = true;
    for (int taken = 0; more && taken < MOST && goOn.getAsBoolean(); taken++) {
      more = refreshNext(down);
    }
  }

  /** Takes no more than it asks at once: what is taken waits for minutes. False: none is due. */
  private boolean refreshNext(Set<GitConnectionId> down) {
    var due = database.with(PullRequestSql.class, sql -> sql.take(EVERY_SECONDS));
    due.ifPresent(one -> refresh(one, down));
    return due.isPresent();
  }

  private void refresh(PullRequestSql.Due due, Set<GitConnectionId> down) {
    var address = PullRequestAddress.parse(due.prUrl());
    if (address == null) {
      return;
    }
    var reached = repositories.reach(due.scope(), address.repository()).orElse(null);
    if (reached == null) {
      database.useTransaction(tx ->
          tx.on(PullRequestSql.class).later(due.scope(), due.sessionId(), due.prUrl(), A_DAY));
      return;
    }
    if (down.contains(reached.connection().gitConnectionId())) {
      return;
    }
    try {
      repositories
          .pullRequest(reached, address.number())
          .map(found -> PullRequest.State.of(found.state().name()))
          .ifPresent(state -> write(due, state));
    } catch (HostDownException _) { // logged where it happened
      down.add(reached.connection().gitConnectionId());
    } catch (ProblemException e) { // this one's alone: the next may be answered
      LOG.debug("how {} stands is not known: {}", due.prUrl(), e.getMessage());
    }
  }

  private void write(PullRequestSql.Due due, PullRequest.State state) {
    database.useTransaction(tx -> {
      if (tx.on(PullRequestSql.class).lock(due.scope(), due.sessionId()).isPresent()) {
        PullRequests.stands(tx, due.scope(), due.sessionId(), due.prUrl(), state);
      }
    });
  }
}
