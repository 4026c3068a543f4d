package io.agentservice.server.agent.loop.mcp;

import io.agentservice.server.agent.loop.mcp.McpException.Fate;
import io.agentservice.server.agent.loop.mcp.tokens.AccessTokens;
import io.agentservice.server.agent.loop.mcp.tokens.TokenException;
import io.agentservice.server.base.outside.OutsideHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Streamable HTTP: a POST for each message, answered by JSON or by a stream of events. */
final class HttpChannel implements McpChannel {
  private static final MediaType JSON = MediaType.get("application/json");
  private static final String SESSION = "Mcp-Session-Id";

  /** Longer ones are no names of sessions. */
  private static final int LONGEST_SESSION = 1024;

  private final OkHttpClient client;
  private final URI url;
  private final List<McpEndpoint.Header> headers;
  private final @Nullable AccessTokens tokens;
  private @Nullable String session;
  private @Nullable String version;

  HttpChannel(OutsideHttp http, McpEndpoint.Http target, @Nullable AccessTokens tokens) {
    this.tokens = tokens;
    this.client = http.client();
    this.url = target.url();
    this.headers = target.headers();
  }

  @Override
  public void agreed(String agreed) {
    version = agreed;
  }

  @Override
  public ObjectNode exchange(ObjectNode request, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try (var response = post(request, limit)) {
      check(response);
      String name = response.header(SESSION);
      if (name != null && name.length() <= LONGEST_SESSION) {
        session = name;
      }
      var body = new Bounded(response.body().byteStream(), MOST_BYTES);
      String type = response.header("Content-Type", "");
      var answer =
          String.valueOf(type).toLowerCase(Locale.ROOT).startsWith("text/event-stream")
              ? fromStream(body, request, end)
              : JsonRpc.read(new String(body.readAllBytes(), StandardCharsets.UTF_8));
      if (answer == null || !JsonRpc.answers(answer, request)) {
        throw new McpException(Fate.UNKNOWN, "it answered, but not to what it was asked");
      }
      return answer;
    } catch (TooMuchException e) {
      throw new McpException(
          Fate.UNKNOWN, "its answer has more than %,d bytes".formatted(MOST_BYTES));
    } catch (IOException e) {
      throw failure(e, limit, end);
    }
  }

  @Override
  public void tell(ObjectNode message, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try (var response = post(message, limit)) {
      check(response);
    } catch (IOException e) {
      throw failure(e, limit, end);
    }
  }

  /** A token that is refused was not used for anything: a fresh one is tried, once. */
  private Response post(ObjectNode message, Duration limit) throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    String token = tokens == null ? null : token(tokens, limit);
    var response = post(message, left(end), token);
    if (response.code() != 401 || tokens == null || token == null) {
      return response;
    }
    response.close();
    tokens.refused(token);
    return post(message, left(end), token(tokens, left(end)));
  }

  private static String token(AccessTokens tokens, Duration limit) {
    try {
      return tokens.get(limit);
    } catch (TokenException e) {
      throw new McpException(Fate.NOT_DONE, e.phrase());
    }
  }

  private static Duration left(long end) {
    return Duration.ofNanos(Math.max(1, end - System.nanoTime()));
  }

  private Response post(ObjectNode message, Duration limit, @Nullable String token)
      throws IOException {
    var request = new Request.Builder().url(url.toString()).post(new Once(message.toString()));
    headers.forEach(one -> request.header(one.name(), one.prefix() + one.secret()));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    request.header("Accept", "application/json, text/event-stream");
    request.header("User-Agent", "agent-service");
    if (session != null) {
      request.header(SESSION, session);
    }
    if (version != null) {
      request.header("MCP-Protocol-Version", version);
    }
    var call = client.newCall(request.build());
    call.timeout().timeout(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
    return call.execute();
  }

  private void check(Response response) {
    int status = response.code();
    if (status / 100 == 2) {
      return;
    }
    if (status == 404 && session != null) {
      session = null;
      version = null;
      throw new McpException(Fate.SESSION_GONE, "it knows the session no more");
    }
    var fate = status < 500 ? Fate.NOT_DONE : Fate.UNKNOWN;
    throw new McpException(
        fate,
        switch (status) {
          case 401, 403 -> "it refuses us (%d); see the secret of its header".formatted(status);
          case 301, 302, 303, 307, 308 ->
              "it redirects to another address (%d), which is not followed".formatted(status);
          default -> "it answered %d".formatted(status);
        });
  }

  /** The event that answers; null when there is none. */
  private @Nullable ObjectNode fromStream(InputStream body, ObjectNode request, long end)
      throws IOException {
    var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    var data = new StringBuilder();
    String line;
    while ((line = lines.readLine()) != null) {
      if (line.startsWith("data:")) {
        data.append(line, line.startsWith("data: ") ? 6 : 5, line.length()).append('\n');
      } else if (line.isEmpty() && !data.isEmpty()) {
        var message = JsonRpc.read(data.toString());
        data.setLength(0);
        if (message != null && JsonRpc.answers(message, request)) {
          return message;
        }
        var reply = message == null ? null : JsonRpc.reply(message);
        if (reply != null) {
          tell(reply, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
      }
    }
    return null;
  }

  private static McpException failure(IOException e, Duration limit, long end) {
    // The client's own clock may be ahead of ours by less than a millisecond.
    boolean late =
        e instanceof InterruptedIOException
            && !(e instanceof SocketTimeoutException)
            && "timeout".equals(e.getMessage()); // else this thread was interrupted
    if (late || System.nanoTime() >= end) {
      return new McpException(
          Fate.UNKNOWN, "it did not answer within %d s".formatted(limit.toSeconds()));
    }
    boolean unheard =
        e instanceof UnknownHostException
            || e instanceof ConnectException
            || e instanceof SSLException;
    return new McpException(
        unheard ? Fate.NOT_DONE : Fate.UNKNOWN,
        (unheard ? "it can't be reached: " : "the connection broke: ") + e.getMessage());
  }

  /** Whatever happens, the client sends it once. */
  private static final class Once extends RequestBody {
    private final byte[] bytes;

    Once(String text) {
      bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public MediaType contentType() {
      return JSON;
    }

    @Override
    public long contentLength() {
      return bytes.length;
    }

    @Override
    public boolean isOneShot() {
      return true;
    }

    @Override
    public void writeTo(okio.BufferedSink sink) throws IOException {
      sink.write(bytes);
    }
  }

  private static final class TooMuchException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** Fails beyond so many bytes. */
  private static final class Bounded extends InputStream {
    private final InputStream in;
    private long left;

    Bounded(InputStream in, long most) {
      this.in = in;
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = in.read(bytes, offset, length);
      left -= Math.max(0, count);
      if (left < 0) {
        throw new TooMuchException();
      }
      return count;
    }
  }
}
