package io.agentservice.llm;

import okhttp3.OkHttpClient;

/** The HTTP client under a provider's SDK, with its connections, which are kept for later calls. */
final class ProviderHttp implements AutoCloseable {

  private final OkHttpClient client;

  /** Opens no connection yet. */
  ProviderHttp(Connection connection) {
    client =
        new OkHttpClient.Builder()
            .socketFactory(new NoDelaySockets())
            // Trying again is for the loop to decide, also after a 408.
            .retryOnConnectionFailure(false)
            .connectTimeout(connection.connectTimeout())
            .readTimeout(connection.timeout())
            .writeTimeout(connection.timeout())
            .callTimeout(connection.timeout())
            .addInterceptor(ErrorAnswer::orThrow)
            .build();
  }

  /** Safe for use by many threads. Answers that are not a success end as {@link ErrorAnswer}. */
  OkHttpClient client() {
    return client;
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.dispatcher().cancelAll();
    client.connectionPool().evictAll();
  }
}
