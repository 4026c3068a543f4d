package io.agentservice.e2e;

import com.sun.net.httpserver.HttpExchange;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;

/** Git's own {@code http-backend} behind an HTTP server of the tests. */
public final class GitBackend {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type", "CONTENT_TYPE",
          "Content-Encoding", "HTTP_CONTENT_ENCODING",
          "Git-Protocol", "HTTP_GIT_PROTOCOL");

  private GitBackend() {}

  /**
   * Answers a request, also one that writes.
   *
   * @param root directory of the bare repositories
   * @param path below it, with what git asks of the repository
   * @param sent the body, which is read already
   * @return how many bytes were answered
   */
  public static long answer(HttpExchange exchange, Path root, String path, byte[] sent)
      throws IOException {
    var query = exchange.getRequestURI().getRawQuery();
    var builder = new ProcessBuilder("git", "http-backend");
    var environment = builder.environment();
    environment.putAll(
        Map.of(
            "GIT_PROJECT_ROOT",
            root.toString(),
            "GIT_HTTP_EXPORT_ALL",
            "1",
            "GIT_CONFIG_GLOBAL",
            "/dev/null",
            "REMOTE_USER",
            "service",
            "PATH_INFO",
            path,
            "QUERY_STRING",
            query == null ? "" : query,
            "REQUEST_METHOD",
            exchange.getRequestMethod(),
            "CONTENT_LENGTH",
            String.valueOf(sent.length)));
    HEADERS.forEach((header, variable) -> {
      var value = exchange.getRequestHeaders().getFirst(header);
      if (value != null) {
        environment.put(variable, value);
      }
    });
    var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var in = new BufferedInputStream(process.getInputStream())) {
      try (var out = process.getOutputStream()) {
        out.write(sent);
      }
      int status = 200;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        var header = line.split(": ", 2);
        if (header[0].equals("Status")) {
          status = Integer.parseInt(header[1].substring(0, 3));
        } else {
          exchange.getResponseHeaders().add(header[0], header[1]);
        }
      }
      exchange.sendResponseHeaders(status, 0); // as long as it gets
      return in.transferTo(exchange.getResponseBody());
    } finally {
      process.destroyForcibly();
    }
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
