package io.agentservice.server.base.outside;

import java.net.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP that goes where its hosts let it: they are judged where the connection looks
 * them up, so that nothing can change in between. Follows no redirect, keeps no connection, sends
 * nothing twice.
 */
public final class OutsideHttp {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final OutsideHosts hosts;
  private @Nullable OkHttpClient client;

  public OutsideHttp(OutsideHosts hosts) {
    this.hosts = hosts;
  }

  /** Made when it is needed: most servers start without any. Who calls sets a call's timeout. */
  public synchronized OkHttpClient client() {
    if (client == null) {
      client =
          new OkHttpClient.Builder()
              .dns(hosts::lookup)
              .addInterceptor(chain -> {
                // The client takes a literal address for what it is, and looks up nothing.
                var _ = hosts.lookup(chain.request().url().host());
                return chain.proceed(chain.request());
              })
              .proxy(Proxy.NO_PROXY)
              .connectTimeout(CONNECT)
              .readTimeout(Duration.ZERO)
              .followRedirects(false)
              .followSslRedirects(false)
              .retryOnConnectionFailure(false)
              .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
              .build();
    }
    return client;
  }
}
