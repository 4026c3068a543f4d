package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.session.CheckoutPlan;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Author;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Place;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Repository;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.base.settings.CheckoutSettings;
import io.agentservice.server.context.git.GitFeature;
import io.agentservice.server.context.git.permissions.GitPermission;
import io.agentservice.server.engine.sessions.parts.Requester;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells where the repositories are that a session names. */
public final class CheckoutPlans {
  private final GitFeature git;
  private final CheckoutSettings settings;
  private final People people;

  public CheckoutPlans(GitFeature git, CheckoutSettings settings, People people) {
    this.git = git;
    this.settings = settings;
    this.people = people;
  }

  /** Knows the people who ask for sessions. */
  @FunctionalInterface
  public interface People {
    /** As commits name him; null when he is gone, or has no address. */
    @Nullable Author author(AccountId account, String userId);
  }

  /** How long finding out what a session has changed may take; zero: nobody asks. */
  Duration changesLimit() {
    return settings.changesLimit();
  }

  /** {@code names}: as the session has them; the empty ones name nothing. */
  CheckoutPlan of(Scope scope, List<String> names, Requester requester) {
    String userId = requester.userId();
    var repositories =
        names.stream()
            .filter(name -> !name.isBlank())
            .map(name -> new Repository(name, place(scope, RepoName.withoutRef(name))))
            .toList();
    return new CheckoutPlan(
        repositories,
        String.valueOf(scope.orgId()),
        settings.branchPrefix(),
        new Author(settings.authorName(), settings.authorEmail()),
        userId == null || !settings.coAuthor() ? null : people.author(scope.accountId(), userId),
        settings.limit(),
        requester.forkedFromSessionId() != null);
  }

  /**
   * On the host of the permission that decides, else where the name itself says; null when it does
   * not.
   */
  private @Nullable Place place(Scope scope, String text) {
    var name = RepoName.parseOrAddress(text);
    if (name == null) {
      return null;
    }
    var permission = git.permissions().covering(scope, name);
    if (permission.isPresent()) {
      return permitted(scope, permission.get(), name.path());
    }
    String host = name.host();
    if (host == null) {
      return null;
    }
    boolean isAddress = text.regionMatches(true, 0, "http", 0, 4) && text.contains("://");
    return new Place(
        host,
        name.path(),
        isAddress ? text.replaceFirst("/$", "") : Forges.cloneAddress(host, name.path()),
        false);
  }

  private Place permitted(Scope scope, GitPermission permission, String path) {
    var connection = git.connections().get(scope.accountId(), permission.gitConnectionId());
    String host = connection.host().toLowerCase(Locale.ROOT);
    return new Place(host, path, Forges.cloneAddress(connection.provider(), host, path), true);
  }
}
