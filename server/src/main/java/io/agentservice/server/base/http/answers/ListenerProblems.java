package io.agentservice.server.base.http.answers;

import io.agentservice.server.base.problems.Problem;
import java.io.EOFException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

public final class ListenerProblems {
  private static final int SERVER_ERROR = 500;

  private ListenerProblems() {}

  /** The problem for a status that was decided on outside of a handler. */
  public static Problem of(int status, @Nullable Throwable cause) {
    return switch (status) {
      case 400 -> malformed(reason(cause));
      case 404 ->
          Problem.other(404, "route_not_found", "No such path", "See /openapi.json for the paths");
      case 405 ->
          Problem.other(405, "method_not_allowed", "The path does not take this method", null);
      case 408 ->
          Problem.other(
              408, "request_timeout", "The request did not come in time", "Send it again");
      case 413 ->
          Problem.other(
              413, "body_too_large", "The body is too large", "See the documented limits");
      case 414 ->
          Problem.other(
              414, "uri_too_long", "The address is longer than 16 KiB", "Send less in the query");
      case 417 ->
          Problem.other(
              417, "expectation_failed", "Expect takes 100-continue only", "Leave the header out");
      case 426, 505 ->
          Problem.other(
              505,
              "http_version_not_supported",
              "This version of HTTP is not spoken here",
              "Use HTTP/1.1");
      case 431 ->
          Problem.other(
              431, "headers_too_large", "The headers are longer than 16 KiB", "Send fewer of them");
      case 501 ->
          Problem.other(
              501, "not_implemented", "Transfer-Encoding takes chunked only", "Send it as it is");
      case 503 ->
          Problem.other(503, "unavailable", "The server can't answer now", "Try again later")
              .withHeader("Retry-After", "1");
      default -> other(status);
    };
  }

  /** What went wrong while a request was read; null when something else did. */
  public static @Nullable Problem whileReading(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpException http) {
        return of(http.getCode(), cause);
      }
      if (cause instanceof TimeoutException) {
        return of(408, null);
      }
    }
    return null;
  }

  /** Whether the client has gone. */
  public static boolean isHangUp(Throwable failure) {
    return failure instanceof EOFException || failure.getCause() instanceof EOFException;
  }

  public static Problem malformed(String how) {
    return Problem.badRequest("malformed_request", "The request is not well-formed" + how, null);
  }

  /** The listener's own words, which tell what to look for; an exception's name never. */
  private static String reason(@Nullable Throwable cause) {
    String reason = cause instanceof HttpException http ? http.getReason() : null;
    return reason == null || reason.contains("Exception") || reason.equals("Bad Request")
        ? ""
        : ": " + reason;
  }

  private static Problem other(int status) {
    if (status < SERVER_ERROR) {
      String name = HttpStatus.getMessage(status);
      return Problem.other(
          status, name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_"), name, null);
    }
    return Problem.other(status, "internal_error", "Something went wrong here", null);
  }
}
