package io.agentservice.server.base.http.answers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.Supplier;

/** What a handler answers. */
public sealed interface Answer {

  /** Headers of what people and programs have put out: browsers show it, and it does nothing. */
  Map<String, String> HARMLESS =
      Map.of(
          "X-Content-Type-Options",
          "nosniff",
          "Content-Security-Policy",
          "sandbox; default-src 'none'");

  /** An object written as JSON by {@link Json}. */
  record Of(int status, Object body) implements Answer {}

  /** Text that is ready to send; {@code type} is its media type. */
  record Text(int status, String type, String body, Map<String, String> headers)
      implements Answer {}

  record Empty(int status, Map<String, String> headers) implements Answer {}

  /** So many bytes of a source and their media type, read as they are sent. */
  record Bytes(int status, String type, long length, Map<String, String> headers, Source source)
      implements Answer {}

  /** Opens what is to be sent; not asked for the answer to a HEAD. */
  @FunctionalInterface
  interface Source {
    InputStream open();
  }

  /** A stream of server-sent events that the writer fills until it returns. */
  record Events(StreamWriter writer) implements Answer {}

  /**
   * Writes whole frames of a stream; waits by {@code waits} only and ends when they are over. An
   * IOException: the client has gone.
   */
  @FunctionalInterface
  interface StreamWriter {
    void write(OutputStream out, Waits waits) throws IOException, InterruptedException;
  }

  /** A websocket of a subprotocol; for who asks for none it is a 426. */
  record Socket(String protocol, Supplier<Talk> talk) implements Answer {}

  static Answer ok(Object body) {
    return new Of(200, body);
  }

  /** JSON that was already encoded. */
  static Answer json(String body) {
    return new Text(200, "application/json", body, Map.of());
  }

  static Answer noContent() {
    return new Empty(204, Map.of());
  }
}
