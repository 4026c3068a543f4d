package io.agentservice.client.http;

import io.agentservice.wire.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The things of one kind at one address, such as the playbooks of an organization, as JSON objects:
 * the caller names the fields it knows, the rest passes through. Which of these requests a kind
 * takes, and with which fields, says its page under docs/api; the others are an {@link
 * ApiException} of status 405.
 */
public final class CollectionClient {
  private final Transport client;
  private final String path;

  /** Over these connections. */
  public CollectionClient(Transport client, String path) {
    this.client = client;
    this.path = path;
  }

  /** A page of them; {@link Query} holds filters, {@code first} and {@code after}. */
  public Page list(Query query) {
    return Page.of(client.get(path, query));
  }

  /** One of them. */
  public JsonObject get(String id) {
    return client.get(one(id), Query.NONE);
  }

  /**
   * Makes one and answers it.
   *
   * @param idempotencyKey makes a repeated call harmless (completions.md 10); null for none
   */
  public JsonObject create(JsonObject body, @Nullable String idempotencyKey) {
    var headers =
        idempotencyKey == null
            ? Map.<String, String>of()
            : Map.of("Idempotency-Key", idempotencyKey);
    return Transport.orThrow(client.request("POST", path, Query.NONE, headers, body.toJson()))
        .json();
  }

  /** Makes several with one request that answers them all, such as invitations. */
  public List<JsonObject> createAll(JsonObject body) {
    return sendAll("POST", body);
  }

  /** Puts those of the body in the place of all that there were (PUT) and answers them. */
  public List<JsonObject> replaceAll(JsonObject body) {
    return sendAll("PUT", body);
  }

  /** Makes the one with that id (POST on it), such as a role of somebody, and answers it. */
  public JsonObject createAt(String id, JsonObject body) {
    return send("POST", one(id), body);
  }

  /** Writes one anew (PUT) and answers it. */
  public JsonObject replace(String id, JsonObject body) {
    return send("PUT", one(id), body);
  }

  /** Changes the fields that are in the body (PATCH) and answers the whole. */
  public JsonObject change(String id, JsonObject body) {
    return send("PATCH", one(id), body);
  }

  /** Deletes one and answers what it was. */
  public JsonObject delete(String id) {
    return send("DELETE", one(id), null);
  }

  /** Does something with one, such as {@code rotate} with a key. */
  public JsonObject act(String id, String action, @Nullable JsonObject body) {
    return client.post(one(id) + "/" + action, body);
  }

  private List<JsonObject> sendAll(String method, JsonObject body) {
    String items =
        Transport.orThrow(client.request(method, path, Query.NONE, body.toJson())).body();
    return JsonObject.parse("{\"items\":" + items + "}").objects("items");
  }

  private JsonObject send(String method, String address, @Nullable JsonObject body) {
    String text = body == null ? null : body.toJson();
    return Transport.orThrow(client.request(method, address, Query.NONE, text)).json();
  }

  private String one(String id) {
    return path + "/" + Query.segment(id);
  }
}
