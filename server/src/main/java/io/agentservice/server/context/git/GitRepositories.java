package io.agentservice.server.context.git;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.ForgePullRequest;
import io.agentservice.server.base.forges.ForgePullRequests;
import io.agentservice.server.base.forges.ForgeRepository;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.permissions.GitPermission;
import io.agentservice.server.context.git.permissions.GitPermissions;
import io.agentservice.server.context.git.permissions.GitRule;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What connections see, cached for a minute, failures for seconds. */
public final class GitRepositories {
  private static final Duration KNOWN = Duration.ofMinutes(1);

  /** Repositories that are known at once: some tens of MiB. */
  private static final long MOST_KNOWN = 50_000;

  private static final Duration FAILED = Duration.ofSeconds(15);
  private static final int MOST_FAILED = 10_000;

  /** Hosts that one list asks at the same time. */
  private static final int AT_ONCE = 16;

  private static final Logger LOG = LoggerFactory.getLogger(GitRepositories.class);

  private final GitConnections connections;
  private final GitPermissions permissions;
  private final Duration patience;
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
    this(connections, permissions, Duration.ofSeconds(Forges.LONGEST_SECONDS));
  }

  /** {@code patience}: how long to wait for another's request. */
  GitRepositories(GitConnections connections, GitPermissions permissions, Duration patience) {
    this.connections = connections;
    this.permissions = permissions;
    this.patience = patience;
  }

  /** Of a database, for a part of the server that is tested alone. */
  public static GitRepositories of(Database database, Vault vault, Forges forges) {
    return new GitRepositories(
        new GitConnections(database, vault, forges), new GitPermissions(database));
  }

  /** {@code permission} decides; {@code path} is {@code owner/repo}. */
  public record Reached(GitPermission permission, GitConnection connection, String path) {}

  /** The way to a repository; empty when no permission covers it. */
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

  /** What is done with the pull requests of one; empty where its kind of host can't be asked. */
  public Optional<ForgePullRequests> pullRequests(Reached repository) {
    return connections.open(repository.connection()).pullRequests(repository.path());
  }

  public record Found(GitConnection connection, ForgeRepository repository) {}

  /** By path; {@code name} is a part in any case, or null. 502 {@code upstream_failed}. */
  public Listing.Keyed<Found> list(GitConnection connection, @Nullable String name) {
    return keyed(
        of(connection).stream()
            .filter(found -> name == null || isNamed(found, name))
            .map(found -> new Found(connection, found))
            .toList());
  }

  /** What an organization may reach, by path, from all hosts at once; 502 only when all fail. */
  public List<Found> permitted(Scope scope) {
    var rules = permissions.all(scope).stream().map(GitPermission::rule).toList();
    var ids = rules.stream().map(GitRule::gitConnectionId).distinct().toList();
    var answers = ask(ids.stream().map(id -> connections.get(scope.accountId(), id)).toList());
    var failures = answers.stream().flatMap(answer -> answer.failure().stream()).toList();
    if (!ids.isEmpty() && failures.size() == ids.size()) {
      throw failures.getFirst().exception();
    }
    var found = new HashMap<String, Found>();
    answers.stream()
        .flatMap(answer -> answer.covered(rules))
        .forEach(
            one -> found.putIfAbsent(one.connection().host() + "/" + one.repository().path(), one));
    return found.values().stream().sorted(BY_PATH).toList();
  }

  /** What a connection sees; nothing when it fails. */
  private record Seen(
      GitConnection connection, List<ForgeRepository> repositories, Optional<Problem> failure) {
    Stream<Found> covered(List<GitRule> rules) {
      var id = connection.gitConnectionId();
      var own = rules.stream().filter(rule -> rule.gitConnectionId().equals(id)).toList();
      return repositories.stream()
          .filter(repository -> own.stream().anyMatch(rule -> rule.covers(repository.path())))
          .map(repository -> new Found(connection, repository));
    }
  }

  private List<Seen> ask(List<GitConnection> all) {
    try {
      return ParallelWork.each(all, AT_ONCE, this::ofWorking);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw upstreamFailed("The git providers were not waited for").exception();
    }
  }

  /** Nothing of a connection that fails or has just failed. */
  private Seen ofWorking(GitConnection connection) {
    var id = connection.gitConnectionId();
    var before = known.getIfPresent(id) == null ? failed.getIfPresent(id) : null;
    if (before != null) {
      return new Seen(connection, List.of(), Optional.of(before));
    }
    try {
      return new Seen(connection, of(connection), Optional.empty());
    } catch (ProblemException e) {
      LOG.warn("repositories of the git connection {} are left out: {}", id, e.getMessage());
      return new Seen(connection, List.of(), Optional.of(e.problem()));
    }
  }

  private static final Comparator<Found> BY_PATH =
      Comparator.comparing((Found found) -> found.repository().path())
          .thenComparing(found -> found.connection().host());

  private static boolean isNamed(ForgeRepository found, String name) {
    return found.name().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT));
  }

  /** By path; concurrent callers wait for one answer. */
  private List<ForgeRepository> of(GitConnection connection) {
    var id = connection.gitConnectionId();
    var own = new CompletableFuture<List<ForgeRepository>>();
    var others = underWay.putIfAbsent(id, own);
    if (others != null) {
      return told(connection, others);
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
      if (e instanceof ProblemException told && !Thread.currentThread().isInterrupted()) {
        failed.put(id, told.problem()); // else it is not the host that failed
      }
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

  /** What another one reads, who may have waited for the database before. */
  private List<ForgeRepository> told(
      GitConnection connection, CompletableFuture<List<ForgeRepository>> reading) {
    try {
      return reading.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      throw upstreamFailed("The git provider %s took too long".formatted(connection.host()))
          .exception();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw upstreamFailed("The git provider %s was not waited for".formatted(connection.host()))
          .exception();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e);
    }
  }

  private static Problem upstreamFailed(String what) {
    return Problem.other(502, "upstream_failed", what, "Try again later");
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
