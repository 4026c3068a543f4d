package io.agentservice.client.http;

import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What there is once at its address, such as the IP access list of the account, as a JSON object.
 * Which of these requests it takes says its page under docs/api; the others are an {@link
 * ApiException} of status 405.
 */
public final class DocumentClient {
  private final Transport client;
  private final String path;

  /** Over these connections. */
  public DocumentClient(Transport client, String path) {
    this.client = client;
    this.path = path;
  }

  /** As it is. */
  public JsonObject get() {
    return client.get(path, Query.NONE);
  }

  /** Writes it anew (PUT) and answers it. */
  public JsonObject replace(JsonObject body) {
    return send("PUT", body);
  }

  /** Changes what the body names (PATCH) and answers the whole. */
  public JsonObject change(JsonObject body) {
    return send("PATCH", body);
  }

  /** Adds to it (POST) and answers the whole. */
  public JsonObject add(JsonObject body) {
    return send("POST", body);
  }

  /** Empties it (DELETE) and answers what is left. */
  public JsonObject clear() {
    return send("DELETE", null);
  }

  private JsonObject send(String method, @Nullable JsonObject body) {
    String text = body == null ? null : body.toJson();
    return Transport.orThrow(client.request(method, path, Query.NONE, text)).json();
  }
}
