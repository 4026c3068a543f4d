package io.agentservice.server.base.http;

import io.agentservice.server.base.http.RateLimits.Policy;
import io.agentservice.server.base.problems.Problem;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One row of a feature's route table.
 *
 * @param path path of the table, with {@code {names}}
 * @param canonicalPath the path itself, or the one of which it is another spelling
 * @param idempotent whether an {@code Idempotency-Key} is honoured: every POST that creates or
 *     sends (completions.md 10)
 * @param policy as what its requests are counted
 * @param existence that of the thing of the path, whose 404 comes before all failures of query and
 *     body
 * @param changesAccess whether it may change what callers may do: a key, a role, a member, an
 *     organization
 * @param successor path of the table that takes the place of an outdated one; else null
 */
public record Route(
    HandlerType method,
    String path,
    String canonicalPath,
    Access access,
    Preparation preparation,
    boolean idempotent,
    Policy policy,
    Existence existence,
    boolean changesAccess,
    @Nullable String successor) {

  /** Answers a request whose caller was found to be allowed. */
  @FunctionalInterface
  public interface Handler {
    Answer handle(Request request);
  }

  /**
   * Reads and checks a request and says what is to be done. It is done only when the request is not
   * the repetition of one that was: checks come before the key, the key before the state
   * (completions.md 8.2).
   */
  @FunctionalInterface
  public interface Preparation {
    Supplier<Answer> prepare(Request request);
  }

  /** Refuses a request about a thing that does not exist for its caller. */
  @FunctionalInterface
  public interface Existence {
    void check(Request request);
  }

  private static Route of(HandlerType method, String path, Access access, Handler handler) {
    var policy = method.equals(HandlerType.GET) ? Policy.READ : Policy.WRITE;
    return new Route(
        method,
        path,
        path,
        access,
        request -> () -> handler.handle(request),
        false,
        policy,
        _ -> {},
        false,
        null);
  }

  public static Route get(String path, Access access, Handler handler) {
    return of(HandlerType.GET, path, access, handler);
  }

  /** A POST that acts and may be repeated, such as a claim. */
  public static Route post(String path, Access access, Handler handler) {
    return of(HandlerType.POST, path, access, handler);
  }

  /** A POST that creates or sends. */
  public static Route create(String path, Access access, Preparation preparation) {
    return new Route(
        HandlerType.POST,
        path,
        path,
        access,
        preparation,
        true,
        Policy.WRITE,
        _ -> {},
        false,
        null);
  }

  public static Route put(String path, Access access, Handler handler) {
    return of(HandlerType.PUT, path, access, handler);
  }

  public static Route patch(String path, Access access, Handler handler) {
    return of(HandlerType.PATCH, path, access, handler);
  }

  public static Route delete(String path, Access access, Handler handler) {
    return of(HandlerType.DELETE, path, access, handler);
  }

  /** The same route, as another spelling of a path: a key that is used on both is one key. */
  public Route spelling(String canonical) {
    return new Route(
        method,
        path,
        canonical,
        access,
        preparation,
        idempotent,
        policy,
        existence,
        changesAccess,
        successor);
  }

  /** The same route, its requests counted otherwise than by its method (completions.md 9). */
  public Route countedAs(Policy other) {
    return new Route(
        method,
        path,
        canonicalPath,
        access,
        preparation,
        idempotent,
        other,
        existence,
        changesAccess,
        successor);
  }

  /**
   * The same route; when the server's settings switch it off, a request that is allowed answers 404
   * {@code feature_disabled}.
   */
  public Route served(boolean on) {
    return on
        ? this
        : of(_ -> {
          throw Problem.other(
                  404,
                  "feature_disabled",
                  "This is switched off on this server",
                  "The operator can switch it on by the setting AGENT_FEATURES")
              .exception();
        });
  }

  /** The same route, which tells of each request that is allowed and whose thing exists. */
  public Route telling(Consumer<Request> listener) {
    return new Route(
        method,
        path,
        canonicalPath,
        access,
        request -> {
          listener.accept(request);
          return preparation.prepare(request);
        },
        idempotent,
        policy,
        existence,
        changesAccess,
        successor);
  }

  /** The same route, about a thing that must exist before the request is read further. */
  public Route of(Existence thing) {
    return new Route(
        method,
        path,
        canonicalPath,
        access,
        preparation,
        idempotent,
        policy,
        thing,
        changesAccess,
        successor);
  }

  /** The routes, whose writes may change what callers may do. */
  public static List<Route> changingAccess(List<Route> routes) {
    return routes.stream()
        .map(route -> route.method.equals(HandlerType.GET) ? route : route.changingAccess())
        .toList();
  }

  /** The same route, which may change what callers may do, also if it is a GET. */
  public Route changingAccess() {
    return new Route(
        method,
        path,
        canonicalPath,
        access,
        preparation,
        idempotent,
        policy,
        existence,
        true,
        successor);
  }

  /** The same route, outdated by another one: its answers lead there. */
  public Route succeededBy(String path) {
    return new Route(
        method,
        this.path,
        canonicalPath,
        access,
        preparation,
        idempotent,
        policy,
        existence,
        changesAccess,
        path);
  }
}
