package io.agentservice.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calls the API as one caller; every answer is judged by the specification ({@link ApiContract}).
 */
public final class ApiClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String address;
  private final Map<String, String> headers;

  private ApiClient(String address, Map<String, String> headers) {
    this.address = address;
    this.headers = Map.copyOf(headers);
  }

  /** A caller without a credential. */
  public static ApiClient anonymous(String address) {
    return new ApiClient(address, Map.of());
  }

  /** The caller with that key, at the same server. */
  public ApiClient withToken(String token) {
    return with("Authorization", "Bearer " + token);
  }

  /** The same caller, sending a further header; with an empty value not sending it at all. */
  public ApiClient with(String name, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new ApiClient(address, more);
  }

  public Reply get(String path) {
    return send("GET", path, "");
  }

  public Reply post(String path, String json) {
    return send("POST", path, json);
  }

  public Reply put(String path, String json) {
    return send("PUT", path, json);
  }

  public Reply patch(String path, String json) {
    return send("PATCH", path, json);
  }

  public Reply delete(String path) {
    return send("DELETE", path, "");
  }

  /** Sends a body as JSON unless a header says otherwise; an empty text is no body. */
  public Reply send(String method, String path, String body) {
    var request =
        request(path)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty() && !headers.containsKey("Content-Type")) {
      request.header("Content-Type", "application/json");
    }
    return answer(method, path, body, request.build());
  }

  private static Reply answer(String method, String path, String body, HttpRequest request) {
    try {
      var response = HTTP.send(request, BodyHandlers.ofString());
      var reply = new Reply(response.statusCode(), response.headers(), response.body());
      String pathOnly = path.replaceFirst("\\?.*", "");
      ApiContract.instance().check(method, pathOnly, body, reply);
      return reply;
    } catch (IOException e) {
      throw new AssertionError(method + " " + path + " was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Uploads a file in the part {@code file} of a form. */
  public Reply upload(String path, String fileName, byte[] content) {
    return upload(path, new Form().file("file", fileName, "text/plain", content));
  }

  /** Uploads a form, piece by piece and without a length. */
  public Reply upload(String path, Form form) {
    var request =
        request(path)
            .header("Content-Type", form.mediaType())
            .POST(BodyPublishers.ofInputStream(form::stream))
            .build();
    return answer("POST", path, "", request);
  }

  /** Opens a stream of server-sent events whose frames are of that schema. */
  public EventReader watch(String path, String schema) {
    try {
      var response = HTTP.send(request(path).GET().build(), BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        throw new AssertionError(
            response.statusCode() + " " + new String(response.body().readAllBytes(), UTF_8));
      }
      return new EventReader(response, schema);
    } catch (IOException e) {
      throw new AssertionError(path + " was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(address + path)).timeout(TIMEOUT);
    headers.forEach((name, value) -> {
      if (!value.isEmpty()) {
        request.header(name, value);
      }
    });
    return request;
  }
}
