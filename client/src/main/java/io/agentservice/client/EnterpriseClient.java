package io.agentservice.client;

/** What belongs to the whole account: people, service users with their keys, roles (auth.md). */
public final class EnterpriseClient {
  private final AgentClient client;

  EnterpriseClient(AgentClient client) {
    this.client = client;
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
