package io.agentservice.cli.audit;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.server.base.audit.AuditCheck;
import io.agentservice.server.base.audit.AuditCheck.Head;
import io.agentservice.server.base.audit.AuditCheck.Verdict;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** The audit log of a service, checked from its first record on without a file between. */
public final class AuditTrail {
  private AuditTrail() {}

  /**
   * Reads and checks all of it.
   *
   * @param most sealed records at most
   * @return empty when there are more
   * @throws io.agentservice.client.http.ApiException when the key may not read it
   * @throws UnreachableException when it is none
   */
  public static Optional<Verdict> check(AgentClient client, long most) {
    var pages = new AuditPages(client);
    try {
      if (pages.head().map(Head::position).orElse(0L) > most) {
        return Optional.empty();
      }
      var check = new AuditCheck(null);
      pages.oldestFirst(records -> records.forEach(check::take));
      return Optional.of(check.finish());
    } catch (JacksonException e) {
      throw new UnreachableException(client.baseUrl(), "its answer is no audit log", e);
    }
  }
}
