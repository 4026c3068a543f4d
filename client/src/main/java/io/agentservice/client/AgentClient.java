package io.agentservice.client;

import io.agentservice.client.enterprise.EnterpriseClient;
import io.agentservice.client.fleet.FleetClient;
import io.agentservice.client.http.Answer;
import io.agentservice.client.http.AnswerListener;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.DocumentClient;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.Transport;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.client.organization.OrganizationClient;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One service, asked with one token. Safe for any number of threads; see {@link Transport}. */
public final class AgentClient implements AutoCloseable {
  private final Transport transport;

  /**
   * Opens no connection yet.
   *
   * @throws IllegalArgumentException see {@link io.agentservice.wire.trust.MachineTrust}
   */
  public AgentClient(ClientSettings settings) {
    this(settings, AnswerListener.NONE);
  }

  /** As above, with someone who is told of every answer. */
  public AgentClient(ClientSettings settings, AnswerListener listener) {
    this(new Transport(settings, listener));
  }

  private AgentClient(Transport transport) {
    this.transport = transport;
  }

  /** The same connections with another time for an answer; closing either closes both. */
  public AgentClient withTimeout(Duration requestTimeout) {
    return new AgentClient(transport.withTimeout(requestTimeout));
  }

  /** See {@link Transport#withHeaders}. */
  public AgentClient withHeaders(Supplier<Map<String, String>> always) {
    return new AgentClient(transport.withHeaders(always));
  }

  /** {base_url}, without a trailing slash. */
  public URI baseUrl() {
    return transport.baseUrl();
  }

  /** The queue and the outposts. */
  public FleetClient fleet() {
    return new FleetClient(transport);
  }

  /** The sessions of one organization. */
  public SessionClient sessions(String orgId) {
    return new SessionClient(transport, orgId);
  }

  /** What belongs to one organization. */
  public OrganizationClient organization(String orgId) {
    return new OrganizationClient(transport, orgId);
  }

  /** What belongs to the whole account. */
  public EnterpriseClient enterprise() {
    return new EnterpriseClient(transport);
  }

  /** The keys of the human whose token this is. */
  public CollectionClient ownKeys() {
    return new CollectionClient(transport, "/v3beta1/self/api-keys");
  }

  /** What the human whose token this is wants of the web app. */
  public DocumentClient ownPreferences() {
    return new DocumentClient(transport, "/v3beta1/self/preferences");
  }

  /** Who the token belongs to (interface.md 2.1). */
  public JsonObject self() {
    return get("/v3/self", Query.NONE);
  }

  /**
   * Sends any request; errors of the service are answers too.
   *
   * @param path from the base address on, with a leading slash, its segments encoded
   * @param jsonBody null for none
   * @throws UnreachableException when no whole answer comes in time
   */
  public Answer request(String method, String path, Query query, @Nullable String jsonBody) {
    return transport.request(method, path, query, jsonBody);
  }

  /**
   * Reads an object.
   *
   * @throws ApiException when the service answers anything but 2xx
   */
  public JsonObject get(String path, Query query) {
    return transport.get(path, query);
  }

  /** Posts an object, {@code {}} when null, and reads one. */
  public JsonObject post(String path, @Nullable JsonObject body) {
    return transport.post(path, body);
  }

  /** See {@link Transport#websocket}. */
  public int websocket(URI address) {
    return transport.websocket(address);
  }

  /** Ends what is under way with {@link UnreachableException} and closes the connections. */
  @Override
  public void close() {
    transport.close();
  }
}
