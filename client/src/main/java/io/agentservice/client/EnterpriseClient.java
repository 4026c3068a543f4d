package io.agentservice.client;

import org.jspecify.annotations.Nullable;

/**
 * What belongs to the whole account: organizations, people, service users with their keys, roles,
 * the audit log, consumption (auth.md, api-enterprise.md).
 */
public final class EnterpriseClient {
  private final AgentClient client;

  EnterpriseClient(AgentClient client) {
    this.client = client;
  }

  /** Its organizations. */
  public CollectionClient organizations() {
    return at("/v3/enterprise/organizations");
  }

  /** What was done, newest first. */
  public CollectionClient auditLogs() {
    return at("/v3/enterprise/audit-logs");
  }

  /** Billing cycles, the current one first. */
  public CollectionClient cycles() {
    return at("/v3/enterprise/consumption/cycles");
  }

  /**
   * What was used, by day.
   *
   * @param of {@code organizations}, {@code users}, {@code service-users} or {@code sessions};
   *     null: the whole account
   * @param id which of them; null when {@code of} is
   */
  public JsonObject consumption(@Nullable String of, @Nullable String id, Query query) {
    String all = "/v3/enterprise/consumption/daily";
    return client.get(
        of == null || id == null ? all : all + "/" + of + "/" + Query.segment(id), query);
  }

  /** People and their roles. */
  public CollectionClient users() {
    return at("/v3/enterprise/members/users");
  }

  /** Service users and their roles. */
  public CollectionClient serviceUsers() {
    return at("/v3/enterprise/members/service-users");
  }

  /** Makes service users at home in the account, each with a first key. */
  public CollectionClient newServiceUsers() {
    return at("/v3beta1/enterprise/service-users");
  }

  /** The keys of a service user; {@code rotate} is an action of one. */
  public CollectionClient keysOf(String serviceUserId) {
    return at("/v3beta1/enterprise/service-users/" + Query.segment(serviceUserId) + "/api-keys");
  }

  /** Roles, built-in and our own. */
  public CollectionClient roles() {
    return at("/v3/enterprise/roles");
  }

  private CollectionClient at(String path) {
    return new CollectionClient(client, path);
  }
}
