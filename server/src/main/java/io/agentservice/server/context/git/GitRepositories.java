package io.agentservice.server.context.git;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.ForgePullRequest;
import io.agentservice.server.base.forges.ForgeRepository;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.http.Listing;
import io.agentservice.server.base.http.Rows;
import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.base.repositories.RepoName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repositories that connections see, read from their hosts and known for a minute: whoever
 * pages through a long list asks the host once, and so do all who ask at the same time. That a host
 * failed is known for some seconds to those who ask for the repositories of several connections.
 */
public final class GitRepositories {
  private static final Duration KNOWN = Duration.ofMinutes(1);

  /** Repositories that are known at once: some tens of MiB. */
  private static final long MOST_KNOWN = 50_000;

  private static final Duration FAILED = Duration.ofSeconds(15);
  private static final int MOST_FAILED = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(GitRepositories.class);

  private final GitConnections connections;
  private final GitPermissions permissions;
  private final Cache<GitConnectionId, List<ForgeRepository>> known =
      Caffeine.newBuilder()
          .expireAfterWrite(KNOWN)
          .maximumWeight(MOST_KNOWN)
          .weigher((GitConnectionId _, List<ForgeRepository> found) -> found.size() + 1)
          .build();

  private final Map<GitConnectionId, CompletableFuture<List<ForgeRepository>>> underWay =
      new ConcurrentHashMap<>();
  private final Cache<GitConnectionId, Problem> failed =
      Caffeine.newBuilder().expireAfterWrite(FAILED).maximumSize(MOST_FAILED).build();

  GitRepositories(GitConnections connections, GitPermissions permissions) {
    this.connections = connections;
    this.permissions = permissions;
  }

  /** Of a database, for a part of the server that is tested alone. */
  public static GitRepositories of(Database database, Vault vault, Forges forges) {
    return new GitRepositories(
        new GitConnections(database, vault, forges), new GitPermissions(database));
  }

  /**
   * How a repository is reached.
   *
   * @param permission the one that decides
   * @param path {@code owner/repo}
   */
  public record Reached(GitPermission permission, GitConnection connection, String path) {}

  /**
   * The way to a repository in the scope, in an account that of the organization with the longest
   * match, then of the oldest; empty when no permission covers it.
   */
  public Optional<Reached> reach(Scope scope, RepoName repo) {
    return permissions
        .covering(scope, repo)
        .map(permission ->
            new Reached(
                permission,
                connections.get(scope.accountId(), permission.gitConnectionId()),
                repo.path()));
  }

  /** A pull request as its host tells of it; empty when there is none; 502. */
  public Optional<ForgePullRequest> pullRequest(Reached repository, long number) {
    return connections.open(repository.connection()).pullRequest(repository.path(), number);
  }

  /** A repository as a connection sees it. */
  public record Found(GitConnection connection, ForgeRepository repository) {}

  /**
   * Those of a connection, by their paths; 502 {@code upstream_failed}.
   *
   * @param name case-insensitive part of the name; null: any
   */
  public Listing.Keyed<Found> list(GitConnection connection, @Nullable String name) {
    return keyed(
        of(connection).stream()
            .filter(found -> name == null || isNamed(found, name))
            .map(found -> new Found(connection, found))
            .toList());
  }

  /**
   * Those that an organization may reach, each once, by their paths. A connection that fails leaves
   * the others as they are; 502 only when all fail.
   */
  public List<Found> permitted(Scope scope) {
    var found = new HashMap<String, Found>();
    var failures = new ArrayList<Problem>();
    var rules = permissions.all(scope).stream().map(GitPermission::rule).toList();
    var ids = rules.stream().map(GitRule::gitConnectionId).distinct().toList();
    for (var id : ids) {
      var connection = connections.get(scope.accountId(), id);
      var own = rules.stream().filter(rule -> rule.gitConnectionId().equals(id)).toList();
      ofWorking(connection, failures).stream()
          .filter(repository -> own.stream().anyMatch(rule -> rule.covers(repository.path())))
          .forEach(repository ->
              found.putIfAbsent(
                  connection.host() + "/" + repository.path(), new Found(connection, repository)));
    }
    if (!ids.isEmpty() && failures.size() == ids.size()) {
      throw failures.getFirst().exception();
    }
    return found.values().stream().sorted(BY_PATH).toList();
  }

  /** None of a connection that fails or has failed a moment ago, which is noted. */
  private List<ForgeRepository> ofWorking(GitConnection connection, List<Problem> failures) {
    var id = connection.gitConnectionId();
    var before = known.getIfPresent(id) == null ? failed.getIfPresent(id) : null;
    if (before != null) {
      failures.add(before);
      return List.of();
    }
    try {
      return of(connection);
    } catch (ProblemException e) {
      failed.put(id, e.problem());
      failures.add(e.problem());
      LOG.warn("repositories of the git connection {} are left out: {}", id, e.getMessage());
      return List.of();
    }
  }

  private static final Comparator<Found> BY_PATH =
      Comparator.comparing((Found found) -> found.repository().path())
          .thenComparing(found -> found.connection().host());

  private static boolean isNamed(ForgeRepository found, String name) {
    return found.name().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT));
  }

  /** By path, each once; who comes while the host is being asked waits for that answer. */
  private List<ForgeRepository> of(GitConnection connection) {
    var id = connection.gitConnectionId();
    var own = new CompletableFuture<List<ForgeRepository>>();
    var others = underWay.putIfAbsent(id, own);
    if (others != null) {
      return told(others);
    }
    try {
      var found = known.getIfPresent(id);
      if (found == null) {
        found = read(connection);
        known.put(id, found);
      }
      own.complete(found);
      return found;
    } catch (RuntimeException | Error e) {
      own.completeExceptionally(e); // or they would wait for ever
      throw e;
    } finally {
      underWay.remove(id);
    }
  }

  private List<ForgeRepository> read(GitConnection connection) {
    var byPath = new HashMap<String, ForgeRepository>();
    connections.open(connection).repositories().forEach(one -> byPath.put(one.path(), one));
    return byPath.values().stream().sorted(Comparator.comparing(ForgeRepository::path)).toList();
  }

  private static List<ForgeRepository> told(CompletableFuture<List<ForgeRepository>> reading) {
    try {
      return reading.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** A list in the order of its paths, which is all here. */
  private static Listing.Keyed<Found> keyed(List<Found> all) {
    return new Listing.Keyed<>(
        (after, size) ->
            Rows.of(
                all.stream()
                    .filter(
                        found -> after == null || found.repository().path().compareTo(after) > 0)
                    .limit(size + 1L)
                    .toList(),
                size),
        most -> Math.min(most, all.size()),
        found -> found.repository().path());
  }
}
