package io.agentservice.server.context.indexing;

/**
 * Lines that a search has found.
 *
 * @param gitConnectionHost the host of the repository, in lower case
 * @param repoPath {@code owner/repo}
 * @param path of the file in it
 * @param lineStart the first line, from 1
 * @param excerpt the lines, of long ones the beginning
 * @param score how well they fit, above 0 and below 1
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
