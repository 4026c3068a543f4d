package io.agentservice.client.organization;

import io.agentservice.client.enterprise.EnterpriseClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.DocumentClient;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.Transport;
import io.agentservice.wire.json.JsonObject;

/** What belongs to one organization (interface.md 4.1 to 4.7). */
public final class OrganizationClient {
  private static final String OF_ACCOUNT = "/v3/enterprise/organizations/";

  private final Transport client;
  private final String orgId;

  /** Over these connections. */
  public OrganizationClient(Transport client, String orgId) {
    this.client = client;
    this.orgId = orgId;
  }

  /** What agents should know, and when. */
  public CollectionClient notes() {
    return below("/v3/organizations/", "/knowledge/notes");
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

  /** How long its ended sessions are kept: {@code session_days}. */
  public DocumentClient retention() {
    return new DocumentClient(client, OF_ACCOUNT + Query.segment(orgId) + "/retention");
  }

  /** What its sessions may reach. */
  public DocumentClient networkPolicy() {
    return new DocumentClient(client, OF_ACCOUNT + Query.segment(orgId) + "/network-policy");
  }

  /** When a cron text comes next: {@code next} and {@code notes}; nothing is made. */
  public JsonObject previewSchedule(JsonObject timing) {
    return client.post("/v3/organizations/" + Query.segment(orgId) + "/schedules/preview", timing);
  }

  /** What came of a schedule's times, newest first. */
  public CollectionClient runs(String scheduleId) {
    return below("/v3/organizations/", "/schedules/" + Query.segment(scheduleId) + "/runs");
  }

  /** Programs whose tools its agents may use. */
  public CollectionClient mcpServers() {
    return below("/v3/organizations/", "/mcp-servers");
  }

  /** Models that it has set up beside those of the server. */
  public CollectionClient models() {
    return below("/v3/organizations/", "/registered-models");
  }

  /** Files that people give to sessions. */
  public AttachmentClient attachments() {
    return new AttachmentClient(
        client, "/v3/organizations/" + Query.segment(orgId) + "/attachments");
  }

  /** What was done in it, newest first. */
  public CollectionClient auditLogs() {
    return below(OF_ACCOUNT, "/audit-logs");
  }

  /** The same, for whoever administers it alone. */
  public CollectionClient ownAuditLogs() {
    return below("/v3/organizations/", "/audit-logs");
  }

  /** People and their roles in it. */
  public CollectionClient users() {
    return below(OF_ACCOUNT, "/members/users");
  }

  /** The same people, for whoever administers it alone; added by {@code email}. */
  public CollectionClient ownUsers() {
    return below("/v3beta1/organizations/", "/members/users");
  }

  /** Service users and their roles in it. */
  public CollectionClient serviceUsers() {
    return below(OF_ACCOUNT, "/members/service-users");
  }

  /** Makes service users that are at home in it, each with a first key. */
  public CollectionClient newServiceUsers() {
    return below("/v3beta1/organizations/", "/service-users");
  }

  /** Groups of the identity provider and their roles in it. */
  public CollectionClient idpGroups() {
    return below(OF_ACCOUNT, "/members/idp-groups");
  }

  /** Which repositories it reaches by which git connection. */
  public CollectionClient gitPermissions() {
    return below(OF_ACCOUNT, "/git-providers/permissions");
  }

  /** What broke guardrails in it, newest first. */
  public CollectionClient guardrailViolations() {
    return below("/v3beta1/enterprise/organizations/", "/guardrail-violations");
  }

  /** Which tags its sessions may have. */
  public CollectionClient tags() {
    return below(OF_ACCOUNT, "/tags");
  }

  /** All of them at once. */
  public DocumentClient allTags() {
    return document("/tags");
  }

  /** Which of them its sessions get that name none. */
  public DocumentClient defaultTag() {
    return document("/tags/default");
  }

  /** Figures of a time, as {@link EnterpriseClient#metrics} has them. */
  public JsonObject metrics(String which, Query query) {
    String of = "/v3/organizations/" + Query.segment(orgId);
    return client.get(of + "/metrics/" + Query.segment(which), query);
  }

  private DocumentClient document(String rest) {
    return new DocumentClient(client, OF_ACCOUNT + Query.segment(orgId) + rest);
  }

  private CollectionClient below(String above, String rest) {
    return new CollectionClient(client, above + Query.segment(orgId) + rest);
  }
}
