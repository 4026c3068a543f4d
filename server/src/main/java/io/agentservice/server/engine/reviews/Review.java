package io.agentservice.server.engine.reviews;

import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;

/**
 * {@code status} is {@code pending}, {@code running}, {@code completed}, {@code errored} or {@code
 * cancelled} (by a person).
 */
public record Review(
    String host,
    String repoPath,
    long prNumber,
    String commitSha,
    String status,
    SessionId sessionId,
    Instant createdAt) {

  record Shown(
      String commitSha,
      String createdAt,
      long prNumber,
      String repoPath,
      String status,
      SessionId sessionId) {}

  Shown shown() {
    return new Shown(
        commitSha, Times.iso(createdAt), prNumber, host + "/" + repoPath, status, sessionId);
  }
}
