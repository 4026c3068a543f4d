package io.agentservice.server.enterprise.consumption;

import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whose use within a scope; empty and null: all. */
public record UseFilter(List<String> orgIds, List<String> ownerIds, @Nullable SessionId sessionId) {
  public static final UseFilter ALL = new UseFilter(List.of(), List.of(), null);

  public static UseFilter of(String ownerId) {
    return new UseFilter(List.of(), List.of(ownerId), null);
  }

  public static UseFilter of(SessionId session) {
    return new UseFilter(List.of(), List.of(), session);
  }
}
