package io.agentservice.server.http;

import io.javalin.http.HandlerType;

/**
 * One row of a feature's route table.
 *
 * @param path canonical path, with {@code {names}}
 * @param idempotent whether an {@code Idempotency-Key} is honoured: every POST that creates or
 *     sends (completions.md 10)
 */
public record Route(
    HandlerType method, String path, Access access, Handler handler, boolean idempotent) {

  /** Answers a request whose caller was found to be allowed. */
  @FunctionalInterface
  public interface Handler {
    Answer handle(Request request);
  }

  public static Route get(String path, Access access, Handler handler) {
    return new Route(HandlerType.GET, path, access, handler, false);
  }

  /** A POST that acts and may be repeated, such as a claim. */
  public static Route post(String path, Access access, Handler handler) {
    return new Route(HandlerType.POST, path, access, handler, false);
  }

  /** A POST that creates or sends. */
  public static Route create(String path, Access access, Handler handler) {
    return new Route(HandlerType.POST, path, access, handler, true);
  }

  public static Route put(String path, Access access, Handler handler) {
    return new Route(HandlerType.PUT, path, access, handler, false);
  }

  public static Route patch(String path, Access access, Handler handler) {
    return new Route(HandlerType.PATCH, path, access, handler, false);
  }

  public static Route delete(String path, Access access, Handler handler) {
    return new Route(HandlerType.DELETE, path, access, handler, false);
  }
}
