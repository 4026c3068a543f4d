package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.context.git.GitFeature;
import jakarta.servlet.http.HttpServlet;
import java.time.Duration;
import java.util.List;

/**
 * The feature, wired; its endpoint is no route, since git speaks a protocol of its own. Closing it
 * ends what is under way.
 */
public record GitAccessFeature(
    GitAccess access, HttpServlet servlet, List<Chore> chores, GitHosts hosts)
    implements Feature, AutoCloseable {
  /** The servlet is for all requests below. */
  public static final String PATH = GitCall.PATH;

  /** So soon a command of git ends after the claim of its session. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** {@code addresses}: from where the machines of an account may come. */
  public static GitAccessFeature wire(
      Core core, GitFeature git, GitTokens tokens, Throttle throttle, IpAccess addresses) {
    var prefix = core.settings().content().checkouts().branchPrefix();
    var branches = new SessionBranches(core.database(), core.log(), prefix);
    var access = new GitAccess(core.database(), git, tokens, branches);
    var hosts = new GitHosts();
    var operations = new Operations(Operations.Limits.USUAL);
    var forward = new GitForward(access, hosts);
    return new GitAccessFeature(
        access,
        new GitServlet(
            access, forward, new GitPush(forward, branches), operations, throttle, addresses),
        List.of(
            Chore.everywhere(
                "git", LOOK, () -> Lane.NODE.run(() -> operations.look(access::fallen)))),
        hosts);
  }

  @Override
  public void close() {
    hosts.close();
  }
}
