package io.agentservice.llm;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * An answer that says no, as it came. It is thrown below the SDKs, because these drop bodies that
 * are not of their provider's form, and fail at some that nearly are.
 */
final class ErrorAnswer extends IOException {

  private static final long serialVersionUID = 1L;
  private static final long LONGEST_BODY = 64L * 1024;

  private final int status;
  private final String body;
  private final Map<String, String> headers;

  /** {@code headers} have names in lower case. */
  ErrorAnswer(int status, String body, Map<String, String> headers) {
    super("HTTP " + status);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /** Throws one for each answer that is not a success. */
  static Response orThrow(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    if (response.isSuccessful()) {
      return response;
    }
    try (response) {
      throw new ErrorAnswer(response.code(), body(response), headers(response));
    }
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

  int status() {
    return status;
  }

  String body() {
    return body;
  }

  /**
   * The value of a header.
   *
   * @param name in lower case
   * @return null if it is absent or blank
   */
  @Nullable String header(String name) {
    String value = headers.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
