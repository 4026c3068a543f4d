package io.agentservice.server.context.git;

import io.agentservice.server.base.forges.Provider;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.GitConnectionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Without its token; {@code host} may have a port. */
public record GitConnection(
    GitConnectionId gitConnectionId,
    AccountId accountId,
    @Nullable String name,
    String host,
    Provider provider,
    Instant createdAt) {

  public record Draft(@Nullable String name, String host, Provider provider, String token) {
    @Override
    public String toString() {
      return "Draft[" + host + "]";
    }
  }

  /** On the wire. */
  record Shown(
      GitConnectionId gitConnectionId,
      @Nullable String name,
      String host,
      String gitProviderType,
      long createdAt) {}

  Shown shown() {
    return new Shown(gitConnectionId, name, host, provider.word(), createdAt.getEpochSecond());
  }
}
