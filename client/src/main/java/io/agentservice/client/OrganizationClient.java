package io.agentservice.client;

/** What belongs to one organization (interface.md 4.1 to 4.7). */
public final class OrganizationClient {
  private final AgentClient client;
  private final String orgId;

  OrganizationClient(AgentClient client, String orgId) {
    this.client = client;
    this.orgId = orgId;
  }

  /** Its sessions. */
  public SessionClient sessions() {
    return client.sessions(orgId);
  }

  /** What agents should know, and when. */
  public CollectionClient notes() {
    return below("/v3/organizations/", "/knowledge/notes");
  }

  /** Where its notes lie; they have no pages and none is read alone. */
  public CollectionClient folders() {
    return below("/v3/organizations/", "/knowledge/folders");
  }

  /** Instructions that sessions follow. */
  public CollectionClient playbooks() {
    return below("/v3/organizations/", "/playbooks");
  }

  /** Secrets; their values are never answered. */
  public CollectionClient secrets() {
    return below("/v3/organizations/", "/secrets");
  }

  /** When sessions are made by themselves. */
  public CollectionClient schedules() {
    return below("/v3/organizations/", "/schedules");
  }

  /** What was done in it, newest first. */
  public CollectionClient auditLogs() {
    return below("/v3/enterprise/organizations/", "/audit-logs");
  }

  /** People and their roles in it. */
  public CollectionClient users() {
    return below("/v3/enterprise/organizations/", "/members/users");
  }

  /** Service users and their roles in it. */
  public CollectionClient serviceUsers() {
    return below("/v3/enterprise/organizations/", "/members/service-users");
  }

  /** Makes service users that are at home in it, each with a first key. */
  public CollectionClient newServiceUsers() {
    return below("/v3beta1/organizations/", "/service-users");
  }

  private CollectionClient below(String above, String rest) {
    return new CollectionClient(client, above + Query.segment(orgId) + rest);
  }
}
