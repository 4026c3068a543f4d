package io.agentservice.server.context.git.permissions;

import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.repositories.RepoName;

/**
 * What a permission covers, normalized: {@code path} is {@code owner/repo}, a group with a final
 * slash, or any prefix; {@code host} is the connection's.
 */
public record GitRule(
    GitConnectionId gitConnectionId, String host, Kind kind, String path, boolean readOnly) {

  /** Of what the path says something. */
  public enum Kind {
    /** That repository. */
    REPO_PATH,
    /** Every repository below that group. */
    GROUP_PREFIX,
    /** Every repository whose path, or host with path, begins so. */
    PREFIX_PATH
  }

  /** Whether the repository of the connection's host is meant. */
  public boolean covers(String repoPath) {
    return new RepoName(null, repoPath).isPlain()
        && (kind == Kind.REPO_PATH ? repoPath.equals(path) : holds(repoPath));
  }

  /** Whether both are one item: only one of them can be kept. */
  boolean isSameItem(GitRule other) {
    return gitConnectionId.equals(other.gitConnectionId)
        && kind == other.kind
        && path.equals(other.path);
  }

  /** Whether one lies in the other and says the same. */
  boolean overlaps(GitRule other) {
    return gitConnectionId.equals(other.gitConnectionId)
        && readOnly == other.readOnly
        && (isInside(other) || other.isInside(this));
  }

  private boolean isInside(GitRule other) {
    return other.kind != Kind.REPO_PATH && other.holds(withoutHost());
  }

  private boolean holds(String beginning) {
    return beginning.startsWith(path)
        || (kind == Kind.PREFIX_PATH && (host + "/" + beginning).startsWith(path));
  }

  private String withoutHost() {
    String before = host + "/";
    return kind == Kind.PREFIX_PATH && path.startsWith(before)
        ? path.substring(before.length())
        : path;
  }

  GitRule with(boolean nowReadOnly) {
    return new GitRule(gitConnectionId, host, kind, path, nowReadOnly);
  }
}
