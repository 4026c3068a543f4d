package io.agentservice.llm.http;

import io.agentservice.llm.answers.EventReader;
import java.io.IOException;
import java.net.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP client of a provider, with its connections, which are kept for later calls. */
public final class ProviderHttp implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final MediaType TYPE = MediaType.get("application/json");

  /** Without pings a dead HTTP/2 connection would be waited for until the model's timeout. */
  private static final Duration PING = Duration.ofSeconds(20);

  private final OkHttpClient client;

  /** To the addresses that the operator has set. */
  public ProviderHttp(Connection connection) {
    client = builder(connection).build();
  }

  /**
   * Only into that network: each host is judged before a call, also one that is an address, and
   * each address that is connected to; no redirect and no proxy leads elsewhere.
   */
  public ProviderHttp(Connection connection, Network network) {
    client =
        builder(connection)
            .dns(network::lookup)
            .addInterceptor(chain -> {
              var _ = network.lookup(chain.request().url().host());
              return chain.proceed(chain.request());
            })
            .proxy(Proxy.NO_PROXY)
            .followRedirects(false)
            .build();
  }

  private static OkHttpClient.Builder builder(Connection connection) {
    var pool = new ConnectionPool();
    var stale = new StaleConnections(pool);
    return new OkHttpClient.Builder()
        .socketFactory(new NoDelaySockets())
        .connectionPool(pool)
        // Trying again is for the loop to decide, also after a 408; but for what is stale.
        .retryOnConnectionFailure(false)
        .connectTimeout(connection.connectTimeout())
        .readTimeout(connection.timeout())
        .writeTimeout(connection.timeout())
        .callTimeout(connection.timeout())
        .pingInterval(PING)
        .addInterceptor(stale::callAgain)
        .addNetworkInterceptor(stale::watch);
  }

  /**
   * Hands each event of the answer to the listener as it comes; thread-safe.
   *
   * @return whether the server said that it has sent all; it may have done so all the same
   * @throws ErrorAnswer if it says no
   * @throws EventReader.NotJsonException if it is not in events of JSON
   * @throws IOException if there is none, or not all of it
   */
  public boolean ask(
      String address, Map<String, String> headers, JsonNode request, Consumer<JsonNode> heard)
      throws IOException {
    try (Response response = post(address, headers, JSON.writeValueAsBytes(request))) {
      // Some servers don't stream, though asked to.
      String type = Objects.requireNonNullElse(response.header("Content-Type"), "");
      var events =
          new EventReader(response.body().byteStream(), type.startsWith("application/json"));
      for (JsonNode event = events.next(); event != null; event = events.next()) {
        heard.accept(event);
      }
      return events.isDone();
    }
  }

  OkHttpClient client() {
    return client;
  }

  /** The answer, once its head is there; a failure is an {@link ErrorAnswer}. */
  private Response post(String address, Map<String, String> headers, byte[] json)
      throws IOException {
    var request =
        new Request.Builder()
            .url(address)
            .header("Accept", "text/event-stream")
            .header("User-Agent", "agent-service")
            .post(RequestBody.create(json, TYPE));
    headers.forEach(request::header);
    Response response = client.newCall(request.build()).execute();
    if (response.isSuccessful()) {
      return response;
    }
    try (response) {
      throw ErrorAnswer.of(response);
    }
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.dispatcher().cancelAll();
    client.connectionPool().evictAll();
  }
}
