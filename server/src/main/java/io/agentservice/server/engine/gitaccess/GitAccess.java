package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.forges.Provider;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.GitFeature;
import io.agentservice.server.context.git.GitRepositories.Reached;
import io.agentservice.server.context.git.permissions.GitPermission;
import io.agentservice.server.context.git.permissions.GitRule;
import io.agentservice.server.engine.gateway.connection.GitCredentials;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which repositories a session's git may reach, and by what credential it shows that it may. */
public final class GitAccess implements GitCredentials {
  /** What git calls itself; the password is what counts. */
  static final String USER = "agent";

  /** Git asks again for each command. */
  private static final long TOKEN_SECONDS = 600;

  /** A Bitbucket Data Center has its repositories below this. */
  private static final String SCM = "scm/";

  private final Database database;
  private final GitFeature git;
  private final GitTokens tokens;
  private final SessionBranches branches;

  GitAccess(Database database, GitFeature git, GitTokens tokens, SessionBranches branches) {
    this.database = database;
    this.branches = branches;
    this.git = git;
    this.tokens = tokens;
  }

  /** The branches of a repository that the session has pushed, by name. */
  public List<String> pushedBranches(SessionId session, String host, String path) {
    return RepositoryAddress.of(host, path)
        .map(address -> branches.names(session, address))
        .orElse(List.of());
  }

  GitTokens tokens() {
    return tokens;
  }

  @Override
  public Answer credential(SessionId session, long epoch, String host, String path) {
    var address = RepositoryAddress.of(host, path).orElse(null);
    if (address == null) {
      return new Answer.Refused("That is no address of a repository such as host/owner/repo");
    }
    var served = served(session, epoch).orElse(null);
    if (served == null) {
      return new Answer.Refused("The session is not served under this claim any more");
    }
    try {
      var _ = way(scope(served), address, false);
    } catch (GitRefusal e) {
      return new Answer.Refused(e.text());
    }
    return new Answer.Granted(
        USER, tokens.make(session, epoch, served.now() + TOKEN_SECONDS, address));
  }

  @Override
  public List<String> hosts(SessionId session) {
    return database
        .with(GitAccessSql.class, sql -> sql.owner(session))
        .map(owner -> hosts(new Scope(owner.accountId(), owner.orgId())))
        .orElse(List.of());
  }

  private List<String> hosts(Scope scope) {
    return git.permissions().all(scope).stream()
        .map(permission -> permission.host().toLowerCase(Locale.ROOT))
        .distinct()
        .sorted()
        .toList();
  }

  /** Whom a token lets in. */
  record Admitted(SessionId session, long epoch, Scope scope) {}

  /**
   * Looks whether the token opens the repository now.
   *
   * @throws GitRefusal 401, or 403 for one of another repository
   */
  Admitted admit(String token, RepositoryAddress address) {
    var content = tokens.read(token).orElse(null);
    if (content == null) {
      throw GitRefusal.unauthorized("The credential is none of this service's");
    }
    var served = served(content.session(), content.epoch()).orElse(null);
    if (served == null) {
      throw GitRefusal.unauthorized("The session is not served under this claim any more");
    }
    if (served.now() >= content.expires()) {
      throw GitRefusal.unauthorized("The credential has expired; run the command again");
    }
    if (!content.isOf(address)) {
      throw new GitRefusal(403, "The credential is for another repository than " + address);
    }
    return new Admitted(content.session(), content.epoch(), scope(served));
  }

  /** Of these claims, those that stand no longer. */
  List<GitAccessSql.Held> fallen(List<GitAccessSql.Held> claims) {
    var sessions = claims.stream().map(GitAccessSql.Held::sessionId).distinct().toList();
    var held = database.with(GitAccessSql.class, sql -> sql.held(sessions));
    return claims.stream().filter(claim -> !held.contains(claim)).toList();
  }

  /**
   * How the service reaches a repository for an organization.
   *
   * @param url without a credential
   * @param authorization the header; null where none is needed, or there is none
   */
  record Way(RepositoryAddress repository, URI url, @Nullable String authorization) {
    /** Never shows the token. */
    @Override
    public String toString() {
      return "Way[" + url + "]";
    }
  }

  /**
   * The way to a repository: by the connection of the permission that decides, else as anybody goes
   * there, who may only read.
   *
   * @throws GitRefusal 403
   */
  Way way(Scope scope, RepositoryAddress address, boolean write) {
    var reached = reach(scope, address).orElse(null);
    if (reached == null) {
      return open(scope, address, write);
    }
    if (write && isReadOnly(scope, address.host(), reached)) {
      throw new GitRefusal(
          403, "The organization's git permission for %s is read-only".formatted(address));
    }
    var access = git.connections().cloneAccess(reached.connection(), reached.path());
    String pair = access.user() + ":" + access.token();
    var encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    return new Way(address, URI.create(access.url()), "Basic " + encoded);
  }

  private Way open(Scope scope, RepositoryAddress address, boolean write) {
    if (!hosts(scope).contains(address.host())) {
      throw new GitRefusal(
          403, "No git permission of the organization is for the host " + address.host());
    }
    if (write) {
      throw new GitRefusal(
          403,
          "No git permission of the organization covers %s: it can only be read"
              .formatted(address));
    }
    String url = Forges.cloneAddress(Provider.GITHUB_TOKEN, address.host(), address.path());
    return new Way(address, URI.create(url), null);
  }

  private Optional<Reached> reach(Scope scope, RepositoryAddress address) {
    String path = address.path();
    try {
      var reached = git.repositories().reach(scope, address.name());
      return reached.isPresent() || !path.startsWith(SCM)
          ? reached
          : git.repositories()
              .reach(scope, new RepoName(address.host(), path.substring(SCM.length())))
              .filter(found -> found.connection().provider() == Provider.BITBUCKET_TOKEN);
    } catch (ProblemException _) { // the connection was deleted this very moment
      return Optional.empty();
    }
  }

  /**
   * Hosts don't tell upper case from lower case in paths: a read-only permission counts for each
   * spelling, unless the one that decides says more of the path.
   */
  private boolean isReadOnly(Scope scope, String host, Reached reached) {
    var deciding = reached.permission();
    String path = reached.path();
    return deciding.readOnly()
        || git.permissions().all(scope).stream()
            .map(GitPermission::rule)
            .filter(rule -> rule.readOnly() && !rule.covers(path))
            .map(GitAccess::lower)
            .filter(rule -> rule.host().equals(host) && rule.covers(path.toLowerCase(Locale.ROOT)))
            .anyMatch(rule -> said(rule) > said(lower(deciding.rule())));
  }

  private static GitRule lower(GitRule rule) {
    return new GitRule(
        rule.gitConnectionId(),
        rule.host().toLowerCase(Locale.ROOT),
        rule.kind(),
        rule.path().toLowerCase(Locale.ROOT),
        rule.readOnly());
  }

  /** How much of a path a rule says, without the host that it may name. */
  private static int said(GitRule rule) {
    String host = rule.host() + "/";
    boolean namesHost = rule.kind() == GitRule.Kind.PREFIX_PATH && rule.path().startsWith(host);
    return rule.path().length() - (namesHost ? host.length() : 0);
  }

  private Optional<GitAccessSql.Served> served(SessionId session, long epoch) {
    return database.with(GitAccessSql.class, sql -> sql.served(session, epoch));
  }

  private static Scope scope(GitAccessSql.Served served) {
    return new Scope(served.accountId(), served.orgId());
  }
}
