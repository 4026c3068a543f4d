package io.agentservice.server.contract.fuzz;

import io.agentservice.server.contract.fuzz.RequestDice.Sent;
import io.agentservice.server.testing.Reply;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests and waits for the whole answer, of a stream for its beginning. */
final class Calls {
  /** Far beyond what a busy machine needs: who is silent for so long hangs. */
  private static final int HANG_SECONDS = 60;

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String address;

  Calls(String address) {
    this.address = address;
  }

  /**
   * The answer to a request.
   *
   * @param token null for a request without a credential
   */
  Reply send(Sent sent, String token) {
    var request = HttpRequest.newBuilder(URI.create(address + sent.path()));
    var body =
        sent.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(sent.body());
    request.method(sent.method(), body);
    sent.headers().forEach(request::header);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    var answer = HTTP.sendAsync(request.build(), textOrBeginning());
    try {
      var response = answer.get(HANG_SECONDS, TimeUnit.SECONDS);
      return new Reply(response.statusCode(), response.headers(), response.body());
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new AssertionError("hangs", e);
    } catch (ExecutionException e) {
      throw new AssertionError("was not answered: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static BodyHandler<String> textOrBeginning() {
    return head -> {
      String type = head.headers().firstValue("Content-Type").orElse("");
      return type.startsWith("text/event-stream")
          ? hangUp()
          : BodySubscribers.ofString(StandardCharsets.UTF_8);
    };
  }

  /** Ends the connection instead of reading on. */
  private static BodySubscriber<String> hangUp() {
    return new BodySubscriber<>() {
      @Override
      public CompletionStage<String> getBody() {
        return CompletableFuture.completedFuture("");
      }

      @Override
      public void onSubscribe(Subscription stream) {
        stream.cancel();
      }

      @Override
      public void onNext(List<ByteBuffer> bytes) {}

      @Override
      public void onError(Throwable failure) {}

      @Override
      public void onComplete() {}
    };
  }
}
