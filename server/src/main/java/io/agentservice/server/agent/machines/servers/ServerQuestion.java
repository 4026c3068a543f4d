package io.agentservice.server.agent.machines.servers;

import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What another server asks about the machine of a session. It has judged whether the person may.
 *
 * @param method of HTTP
 * @param rest what stands in the path behind the session, by parts
 * @param query null for none
 * @param body empty for none
 */
public record ServerQuestion(
    String method, SessionId session, List<String> rest, @Nullable String query, String body) {
  public ServerQuestion {
    rest = List.copyOf(rest);
  }
}
