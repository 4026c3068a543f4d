package io.agentservice.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.trust.MachineTrust;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one service with one token. Safe for any number of threads.
 *
 * <p>Every call blocks until the whole answer is there, at most the request timeout.
 */
public final class Transport implements AutoCloseable {
  private final ClientSettings settings;
  private final HttpClient http;
  private final EnvironmentProxies proxies;
  private final AnswerListener listener;
  private final Supplier<Map<String, String>> headers;

  /**
   * Opens no connection yet.
   *
   * @throws IllegalArgumentException see {@link MachineTrust}
   */
  public Transport(ClientSettings settings, AnswerListener listener) {
    this.settings = settings;
    this.proxies = new EnvironmentProxies(System.getenv());
    this.http = open(settings, proxies);
    this.listener = listener;
    this.headers = Map::of;
  }

  private Transport(
      Transport other, ClientSettings settings, Supplier<Map<String, String>> headers) {
    this.settings = settings;
    this.proxies = other.proxies;
    this.http = other.http;
    this.listener = other.listener;
    this.headers = headers;
  }

  /** Whom the machine trusts is read where it is needed only: that takes a while. */
  private static HttpClient open(ClientSettings settings, ProxySelector proxies) {
    var builder = HttpClient.newBuilder();
    if ("https".equalsIgnoreCase(settings.baseUrl().getScheme())) {
      builder.sslContext(MachineTrust.context(System.getenv()));
    }
    return builder
        // Over plain HTTP the JDK's HTTP/2 costs an upgrade request; nothing here gains from it.
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(settings.connectTimeout())
        .proxy(proxies)
        .build();
  }

  /** The same connections with another time for an answer; closing either closes both. */
  public Transport withTimeout(Duration requestTimeout) {
    return new Transport(this, settings.withRequestTimeout(requestTimeout), headers);
  }

  /**
   * The same connections with further headers on every request, streams included; closing either
   * closes both.
   *
   * @param always asked at each request
   */
  public Transport withHeaders(Supplier<Map<String, String>> always) {
    return new Transport(this, settings, always);
  }

  /** {base_url}, without a trailing slash. */
  public URI baseUrl() {
    return settings.baseUrl();
  }

  /**
   * Sends any request; errors of the service are answers too.
   *
   * @param path from the base address on, with a leading slash, its segments encoded
   * @param jsonBody null for none
   * @throws UnreachableException when no whole answer comes in time
   */
  public Answer request(String method, String path, Query query, @Nullable String jsonBody) {
    return request(method, path, query, Map.of(), jsonBody);
  }

  /** As above with further headers. */
  public Answer request(
      String method,
      String path,
      Query query,
      Map<String, String> headers,
      @Nullable String jsonBody) {
    var request = builder(path, query, "application/json").timeout(settings.requestTimeout());
    headers.forEach(request::setHeader);
    if (jsonBody == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.setHeader("Content-Type", "application/json");
      request.method(method, BodyPublishers.ofString(jsonBody));
    }
    var response = send(request.build(), BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  /**
   * Gets bytes of the service itself.
   *
   * @throws ApiException when it refuses
   */
  public byte[] bytes(String path, Query query) {
    var request = builder(path, query, "*/*").timeout(settings.requestTimeout()).GET().build();
    var response = send(request, BodyHandlers.ofByteArray());
    if (response.statusCode() != 200) {
      throw ApiException.of(
          new Answer(
              response.statusCode(), response.headers(), new String(response.body(), UTF_8)));
    }
    return response.body();
  }

  /** Posts a body of another kind, e.g. a form with files. */
  public Answer post(String path, String contentType, byte[] body) {
    var request =
        builder(path, Query.NONE, "application/json")
            .timeout(settings.requestTimeout())
            .setHeader("Content-Type", contentType)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    var response = send(request, BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  /**
   * The bytes that an address holds which the service has named, maybe at another host: it gets
   * neither the token nor the other headers.
   *
   * @throws UnreachableException also when it answers anything but 200
   */
  public byte[] bytes(URI address) {
    return at(address, BodyHandlers.ofByteArray());
  }

  /** The same into a file, which is made anew: they may be more than fits into memory. */
  public void download(URI address, Path file) {
    var _ =
        at(
            address,
            BodyHandlers.ofFile(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING));
  }

  private <T> T at(URI address, BodyHandler<T> handler) {
    var request = HttpRequest.newBuilder(address).timeout(settings.requestTimeout());
    var response = send(proxies.authorize(request, address).build(), handler);
    int status = response.statusCode();
    if (status == 410) { // of others, such as a link that has expired, another try may help
      throw ApiException.of(status, "%s answered %d".formatted(withoutQuery(address), status));
    }
    if (status != 200) {
      throw new UnreachableException(withoutQuery(address), "it answered " + status, null);
    }
    return response.body();
  }

  /**
   * Asks for a websocket, without the token.
   *
   * @param address of ws or wss
   * @return the status of the refusal; 101 when it was opened, and is closed again
   */
  public int websocket(URI address) {
    var asked = URI.create(address.toString().replaceFirst("^ws", "http"));
    var request = proxies.authorize(HttpRequest.newBuilder(asked), asked).build();
    try {
      websocket(http.newWebSocketBuilder(), request, new WebSocket.Listener() {}).abort();
      return 101;
    } catch (WebSocketHandshakeException refusal) {
      return refusal.getResponse().statusCode();
    }
  }

  /**
   * Opens a websocket of the service, with the token.
   *
   * @param subprotocol that is to be spoken
   * @param talk what comes from the service, on a thread of the connection
   * @throws ApiException when the service refuses; a refusal has no code and no words here
   * @throws UnreachableException when there is no answer in time
   */
  public WebSocket websocket(
      String path, Query query, String subprotocol, WebSocket.Listener talk) {
    var request = builder(path, query, "*/*").build();
    try {
      return websocket(http.newWebSocketBuilder().subprotocols(subprotocol), request, talk);
    } catch (WebSocketHandshakeException refusal) {
      int status = refusal.getResponse().statusCode();
      throw ApiException.of(status, "%s answered %d".formatted(path, status));
    }
  }

  private WebSocket websocket(WebSocket.Builder builder, HttpRequest like, WebSocket.Listener talk)
      throws WebSocketHandshakeException {
    like.headers().map().forEach((name, values) -> builder.header(name, values.getFirst()));
    var address = URI.create(like.uri().toString().replaceFirst("^http", "ws"));
    var opening = builder.buildAsync(address, talk);
    try {
      return opening.get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof WebSocketHandshakeException refusal) {
        throw refusal;
      }
      throw UnreachableException.because(
          withoutQuery(address), e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      var _ = opening.thenAccept(WebSocket::abort);
      throw new UnreachableException(withoutQuery(address), "the answer took too long", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException(withoutQuery(address), "interrupted", e);
    }
  }

  /**
   * Reads an object.
   *
   * @throws ApiException when the service answers anything but 2xx
   */
  public JsonObject get(String path, Query query) {
    return orThrow(request("GET", path, query, null)).json();
  }

  /** Posts an object, {@code {}} when null, and reads one. */
  public JsonObject post(String path, @Nullable JsonObject body) {
    return orThrow(request("POST", path, Query.NONE, body == null ? "{}" : body.toJson())).json();
  }

  /**
   * Opens an event stream.
   *
   * @param idleTimeout longest silence on the stream, comments included, before it counts as broken
   * @throws ApiException when the service refuses before the stream starts
   */
  public SseStream stream(String path, Query query, Duration idleTimeout) {
    var request =
        builder(path, query, "text/event-stream").timeout(settings.requestTimeout()).build();
    var response = send(request, SseStream.bodyHandler(request.uri(), idleTimeout));
    return switch (response.body()) {
      case SseStream.Opened(var stream) -> stream;
      case SseStream.NotAStream(var text) -> {
        var answer = new Answer(response.statusCode(), response.headers(), text);
        if (!answer.successful()) {
          throw ApiException.of(answer);
        }
        throw new UnreachableException(request.uri(), "it answered without an event stream", null);
      }
    };
  }

  /** The answer itself when it is a success, else the error that it is. */
  public static Answer orThrow(Answer answer) {
    if (!answer.successful()) {
      throw ApiException.of(answer);
    }
    return answer;
  }

  private HttpRequest.Builder builder(String path, Query query, String accept) {
    var uri = URI.create(settings.baseUrl() + path + query.encoded());
    var request =
        HttpRequest.newBuilder(uri)
            .setHeader("Authorization", "Bearer " + settings.token())
            .setHeader("Accept", accept)
            .setHeader("User-Agent", "agent-client");
    headers.get().forEach(request::setHeader);
    try {
      return proxies.authorize(request, uri);
    } catch (IllegalArgumentException e) {
      throw new UnreachableException(withoutQuery(uri), String.valueOf(e.getMessage()), null);
    }
  }

  private <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
    int status = 0;
    try {
      var response = await(request, handler);
      status = response.statusCode();
      return response;
    } finally {
      listener.answered(status);
    }
  }

  /** The JDK's own timeout ends with the headers; this one covers the body too. */
  private <T> HttpResponse<T> await(HttpRequest request, BodyHandler<T> handler) {
    var limit = settings.requestTimeout().plusSeconds(1);
    var place = withoutQuery(request.uri());
    try {
      var pending = http.sendAsync(request, handler);
      try {
        return pending.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException | InterruptedException e) {
        pending.cancel(true);
        throw e;
      }
    } catch (ExecutionException e) {
      throw UnreachableException.because(place, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw new UnreachableException(place, "the answer took too long", e);
    } catch (RejectedExecutionException e) { // closed while the call began
      throw new UnreachableException(place, "the client is closed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException(place, "interrupted", e);
    }
  }

  private static URI withoutQuery(URI uri) {
    var text = uri.toString();
    int mark = text.indexOf('?');
    return mark < 0 ? uri : URI.create(text.substring(0, mark));
  }

  /** Ends what is under way with {@link UnreachableException} and closes the connections. */
  @Override
  public void close() {
    http.shutdownNow();
  }
}
