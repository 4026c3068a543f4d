package io.agentservice.llm.http;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

public final class ErrorAnswer extends IOException {

  private static final long serialVersionUID = 1L;
  private static final long LONGEST_BODY = 64L * 1024;

  private final int status;
  private final String body;
  private final Map<String, String> headers;

  /** {@code headers} have names in lower case. */
  public ErrorAnswer(int status, String body, Map<String, String> headers) {
    super("HTTP " + status);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  static ErrorAnswer of(Response response) {
    return new ErrorAnswer(response.code(), body(response), headers(response));
  }

  private static Map<String, String> headers(Response response) {
    var headers = new HashMap<String, String>();
    response
        .headers()
        .names()
        .forEach(name -> {
          String value = response.header(name);
          if (value != null) {
            headers.put(name.toLowerCase(Locale.ROOT), value.strip());
          }
        });
    return headers;
  }

  /** The status alone says enough when the rest does not arrive. */
  private static String body(Response response) {
    try {
      return response.peekBody(LONGEST_BODY).string();
    } catch (IOException e) {
      return "";
    }
  }

  public int status() {
    return status;
  }

  /** The body, at most its first 64 KiB; empty if it did not arrive. */
  public String body() {
    return body;
  }

  /** {@code name} is in lower case; null if it is absent or blank. */
  public @Nullable String header(String name) {
    String value = headers.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
