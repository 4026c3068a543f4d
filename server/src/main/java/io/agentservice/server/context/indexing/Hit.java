package io.agentservice.server.context.indexing;

import io.agentservice.server.context.indexing.permitted.HostedRepository;

/**
 * Lines found by a search.
 *
 * @param gitConnectionHost in lower case
 * @param repoPath {@code owner/repo}
 * @param lineStart from 1
 * @param excerpt the lines, long ones cut
 * @param score above 0 and below 1
 */
public record Hit(
    String gitConnectionHost,
    String repoPath,
    String path,
    int lineStart,
    int lineEnd,
    String excerpt,
    double score) {
  public HostedRepository repository() {
    return new HostedRepository(gitConnectionHost, repoPath);
  }
}
