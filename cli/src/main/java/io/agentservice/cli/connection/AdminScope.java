package io.agentservice.cli.connection;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an administrator looks: in the whole account, or in an organization of it. */
public final class AdminScope {
  @Option(
      names = "--of",
      paramLabel = "<org_id>",
      description = "Of that organization (default: the whole account)")
  private @Nullable String org;

  /** The organization; null for the whole account. */
  public @Nullable String org() {
    return org;
  }

  public CollectionClient users(AgentClient client) {
    return org == null ? client.enterprise().users() : client.organization(org).users();
  }

  public CollectionClient serviceUsers(AgentClient client) {
    return org == null
        ? client.enterprise().serviceUsers()
        : client.organization(org).serviceUsers();
  }

  public CollectionClient newServiceUsers(AgentClient client) {
    return org == null
        ? client.enterprise().newServiceUsers()
        : client.organization(org).newServiceUsers();
  }

  public CollectionClient auditLogs(AgentClient client) {
    return org == null ? client.enterprise().auditLogs() : client.organization(org).auditLogs();
  }

  public CollectionClient idpGroups(AgentClient client) {
    return org == null ? client.enterprise().idpGroups() : client.organization(org).idpGroups();
  }

  public CollectionClient guardrailViolations(AgentClient client) {
    return org == null
        ? client.enterprise().guardrailViolations()
        : client.organization(org).guardrailViolations();
  }

  public JsonObject metrics(AgentClient client, String which, Query query) {
    return org == null
        ? client.enterprise().metrics(which, query)
        : client.organization(org).metrics(which, query);
  }
}
