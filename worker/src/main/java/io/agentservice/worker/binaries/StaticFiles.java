package io.agentservice.worker.binaries;

import io.agentservice.client.http.EnvironmentProxies;
import io.agentservice.wire.trust.MachineTrust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Reads the published objects, without a credential (fleet.md 10); closing ends a download. */
public final class StaticFiles implements AutoCloseable {
  private static final Duration TEXT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration DOWNLOAD_TIMEOUT = Duration.ofMinutes(15);

  /** Where the files are, below {static_url} or below the API address, in either word. */
  private static final Pattern DIRECTORY = Pattern.compile("/(agent|devin)-rs/remote$");

  private final URI directory;
  private final String word;
  private final EnvironmentProxies proxies = new EnvironmentProxies(System.getenv());
  private final HttpClient http;

  /** {@code staticBaseUrl} is {static_url} or the remotes' directory, without a trailing slash. */
  public StaticFiles(URI staticBaseUrl) {
    var named = DIRECTORY.matcher(staticBaseUrl.toString());
    boolean whole = named.find();
    this.word = whole ? named.group(1) : "agent";
    this.directory = URI.create(staticBaseUrl + (whole ? "/" : "/agent-rs/remote/"));
    var builder = HttpClient.newBuilder();
    if ("https".equals(staticBaseUrl.getScheme())) {
      builder.sslContext(MachineTrust.context(System.getenv()));
    }
    this.http =
        builder
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(Duration.ofSeconds(10))
            .proxy(proxies)
            .build();
  }

  URI address(String name) {
    return directory.resolve(name.replaceFirst("^agent-", word + "-"));
  }

  /** The text of a small object, without the newline at its end. */
  String text(String name) throws BinaryException {
    return fetch(name, BodyHandlers.ofString(), TEXT_TIMEOUT).stripTrailing();
  }

  void download(String name, Path target) throws BinaryException {
    fetch(name, BodyHandlers.ofFile(target), DOWNLOAD_TIMEOUT);
  }

  /** Opens an object without reading it. */
  void open(String name) throws BinaryException {
    var body = fetch(name, BodyHandlers.ofInputStream(), TEXT_TIMEOUT);
    try {
      body.close();
    } catch (IOException _) {
      // It was there; nothing of it is wanted.
    }
  }

  private <T> T fetch(String name, BodyHandler<T> handler, Duration timeout)
      throws BinaryException {
    var address = address(name);
    var pending = http.sendAsync(request(address, timeout), handler);
    try {
      var response = pending.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      int status = response.statusCode();
      if (status != 200) {
        throw new BinaryException(
            address + " answered " + status, null, status == 429 || status >= 500);
      }
      return response.body();
    } catch (ExecutionException e) {
      throw new BinaryException(address + " is not reachable", e, true);
    } catch (TimeoutException e) {
      pending.cancel(true);
      throw new BinaryException(
          address + " took longer than " + timeout.toSeconds() + " s", e, true);
    } catch (InterruptedException e) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw new BinaryException(address + ": interrupted", e);
    }
  }

  private HttpRequest request(URI address, Duration timeout) throws BinaryException {
    try {
      return proxies.authorize(HttpRequest.newBuilder(address).timeout(timeout), address).build();
    } catch (IllegalArgumentException e) {
      throw new BinaryException(address + " is not reachable: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
