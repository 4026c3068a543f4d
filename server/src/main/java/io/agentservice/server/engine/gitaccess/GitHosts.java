package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.forges.HostConnection;
import io.agentservice.server.engine.gitaccess.Operations.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests to the hosts of repositories. What is logged of a failure is its kind: never a header,
 * an address or an answer.
 */
final class GitHosts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GitHosts.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final HostConnection connection = new HostConnection(CONNECT);

  /** Gives a body. */
  @FunctionalInterface
  interface Source {
    void feed(SentBody body) throws IOException, InterruptedException;
  }

  /** Asks without a body; the answer's stream is to be closed. */
  HttpResponse<InputStream> get(HttpRequest.Builder request, String host)
      throws InterruptedException {
    return await(
        connection.http().sendAsync(request.GET().build(), BodyHandlers.ofInputStream()), host);
  }

  /**
   * Sends what the source gives on this thread; the answer's stream is to be closed.
   *
   * @param length of the body; negative when it is not known
   * @throws IOException when the source fails; the host is not sent the rest
   */
  HttpResponse<InputStream> post(
      HttpRequest.Builder request, String host, long length, Operation operation, Source source)
      throws IOException, InterruptedException {
    var body = new SentBody(length);
    var coming =
        connection.http().sendAsync(request.POST(body).build(), BodyHandlers.ofInputStream());
    var _ = coming.whenComplete((_, _) -> body.stop());
    try {
      operation.awaitsGit(true);
      source.feed(body);
      body.end();
    } catch (IOException | InterruptedException | RuntimeException e) {
      body.fail(e);
      leave(coming);
      throw e;
    }
    operation.awaitsGit(false);
    return await(coming, host);
  }

  private static HttpResponse<InputStream> await(
      CompletableFuture<HttpResponse<InputStream>> coming, String host)
      throws InterruptedException {
    try {
      return coming.get();
    } catch (InterruptedException e) {
      leave(coming);
      throw e;
    } catch (ExecutionException e) {
      var cause = e.getCause();
      LOG.info(
          "git host {} failed: {}", host, cause == null ? e : cause.getClass().getSimpleName());
      throw new GitRefusal(
          502,
          cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
              ? "The git host %s can't be reached from the service".formatted(host)
              : "The git host %s broke the connection".formatted(host));
    }
  }

  private static void leave(CompletableFuture<HttpResponse<InputStream>> coming) {
    var _ =
        coming.thenAccept(answer -> {
          try {
            answer.body().close();
          } catch (IOException _) {
            // It was not wanted any more.
          }
        });
    var _ = coming.cancel(true);
  }

  @Override
  public void close() {
    connection.close();
  }
}
