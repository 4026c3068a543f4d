package io.agentservice.llm;

import com.anthropic.core.http.Headers;
import com.anthropic.core.http.HttpRequest;
import com.anthropic.core.http.HttpRequestBody;
import com.anthropic.core.http.HttpResponse;
import com.anthropic.errors.AnthropicIoException;
import java.io.IOException;
import java.io.InputStream;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** Carries the Anthropic SDK's requests over our own HTTP client. */
final class AnthropicTransport {

  private final OkHttpClient client;

  AnthropicTransport(OkHttpClient client) {
    this.client = client;
  }

  /**
   * Sends it and waits for the head of the answer.
   *
   * @throws AnthropicIoException if there is none, or one that says no ({@link ErrorAnswer})
   */
  HttpResponse execute(HttpRequest request) {
    var http = new Request.Builder().url(request.url());
    request
        .headers()
        .names()
        .forEach(
            name -> request.headers().values(name).forEach(value -> http.addHeader(name, value)));
    http.method(request.method().name(), request.body().map(AnthropicTransport::body).orElse(null));
    try {
      return new Answer(client.newCall(http.build()).execute());
    } catch (IOException e) {
      throw new AnthropicIoException("Request failed", e);
    }
  }

  private static RequestBody body(HttpRequestBody body) {
    return new RequestBody() {
      @Override
      public @Nullable MediaType contentType() {
        String type = body.contentType();
        return type == null ? null : MediaType.parse(type);
      }

      @Override
      public long contentLength() {
        return body.contentLength();
      }

      @Override
      public void writeTo(BufferedSink sink) {
        body.writeTo(sink.outputStream());
      }
    };
  }

  /** An answer, until closed. */
  private record Answer(Response response) implements HttpResponse {

    @Override
    public int statusCode() {
      return response.code();
    }

    @Override
    public Headers headers() {
      var headers = Headers.builder();
      response.headers().forEach(pair -> headers.put(pair.getFirst(), pair.getSecond()));
      return headers.build();
    }

    @Override
    public InputStream body() {
      ResponseBody body = response.body();
      return body == null ? InputStream.nullInputStream() : body.byteStream();
    }

    @Override
    public void close() {
      response.close();
    }
  }
}
