package io.agentservice.client.enterprise;

import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.DocumentClient;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.Transport;
import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What belongs to the whole account: organizations, people, service users with their keys, roles,
 * groups, limits, git connections, the audit log, figures (auth.md, api-enterprise.md).
 */
public final class EnterpriseClient {
  private static final String ACU_LIMITS = "/v3/enterprise/consumption/acu-limits/agent";

  private final Transport client;

  /** Over these connections. */
  public EnterpriseClient(Transport client) {
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

  /** Groups of the identity provider that are known here. */
  public CollectionClient registeredIdpGroups() {
    return at("/v3/enterprise/idp-groups");
  }

  /** Groups of the identity provider and their roles. */
  public CollectionClient idpGroups() {
    return at("/v3/enterprise/members/idp-groups");
  }

  /** Limits of what is used in a billing cycle, those of the server's settings first. */
  public CollectionClient acuLimits() {
    return at(ACU_LIMITS);
  }

  /** Such limits of organizations, by their ids. */
  public CollectionClient acuLimitsOfOrganizations() {
    return at(ACU_LIMITS + "/organizations");
  }

  /** Limits of organizations together. */
  public DocumentClient orgGroupLimits() {
    return new DocumentClient(client, "/v3/enterprise/org-group-limits");
  }

  /** From where its callers may come. */
  public DocumentClient ipAccessList() {
    return new DocumentClient(client, "/v3/enterprise/ip-access-list");
  }

  /** Hosts of git repositories, with the tokens that open them. */
  public CollectionClient gitConnections() {
    return at("/v3/enterprise/git-providers/connections");
  }

  /** Models of all organizations. */
  public CollectionClient models() {
    return at("/v3/enterprise/registered-models");
  }

  /** What broke guardrails, newest first. */
  public CollectionClient guardrailViolations() {
    return at("/v3beta1/enterprise/guardrail-violations");
  }

  /**
   * Figures of a time.
   *
   * @param which {@code usage}, {@code sessions}, {@code prs} or {@code searches}
   */
  public JsonObject metrics(String which, Query query) {
    return client.get("/v3/enterprise/metrics/" + Query.segment(which), query);
  }

  private CollectionClient at(String path) {
    return new CollectionClient(client, path);
  }
}
