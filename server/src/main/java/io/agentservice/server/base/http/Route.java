package io.agentservice.server.base.http;

import io.agentservice.server.base.http.RateLimits.Policy;
import io.agentservice.server.base.problems.Problem;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One row of a feature's route table. It does not change; what makes it another one copies it. */
public final class Route {
  private final HandlerType method;
  private final String path;
  private final Access access;
  private String canonicalPath;
  private Preparation preparation;
  private Policy policy;
  private boolean idempotent;
  private Existence existence = _ -> {};
  private boolean changesAccess;
  private @Nullable String successor;

  private Route(HandlerType method, String path, Access access, Preparation preparation) {
    this.method = method;
    this.path = path;
    this.access = access;
    this.canonicalPath = path;
    this.preparation = preparation;
    this.policy = method.equals(HandlerType.GET) ? Policy.READ : Policy.WRITE;
  }

  /** A copy with that change. */
  private Route with(Consumer<Route> change) {
    var copy = new Route(method, path, access, preparation);
    copy.canonicalPath = canonicalPath;
    copy.policy = policy;
    copy.idempotent = idempotent;
    copy.existence = existence;
    copy.changesAccess = changesAccess;
    copy.successor = successor;
    change.accept(copy);
    return copy;
  }

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
    return new Route(method, path, access, request -> () -> handler.handle(request));
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
    return new Route(HandlerType.POST, path, access, preparation)
        .with(route -> route.idempotent = true);
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
    return with(route -> route.canonicalPath = canonical);
  }

  /** The same route, its requests counted otherwise than by its method (completions.md 9). */
  public Route countedAs(Policy other) {
    return with(route -> route.policy = other);
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
    return with(route ->
        route.preparation =
            request -> {
              listener.accept(request);
              return preparation.prepare(request);
            });
  }

  /** The same route, about a thing that must exist before the request is read further. */
  public Route of(Existence thing) {
    return with(route -> route.existence = thing);
  }

  /** The routes, whose writes may change what callers may do. */
  public static List<Route> changingAccess(List<Route> routes) {
    return routes.stream()
        .map(route -> route.method.equals(HandlerType.GET) ? route : route.changingAccess())
        .toList();
  }

  /** The same route, which may change what callers may do, also if it is a GET. */
  public Route changingAccess() {
    return with(route -> route.changesAccess = true);
  }

  /** The same route, outdated by another one: its answers lead there. */
  public Route succeededBy(String path) {
    return with(route -> route.successor = path);
  }

  public HandlerType method() {
    return method;
  }

  /** Path of the table, with {@code {names}}. */
  public String path() {
    return path;
  }

  /** The path itself, or the one of which it is another spelling. */
  public String canonicalPath() {
    return canonicalPath;
  }

  public Access access() {
    return access;
  }

  public Preparation preparation() {
    return preparation;
  }

  /**
   * Whether an {@code Idempotency-Key} is honoured: every POST that creates or sends
   * (completions.md 10).
   */
  public boolean idempotent() {
    return idempotent;
  }

  /** As what its requests are counted. */
  public Policy policy() {
    return policy;
  }

  /** That of the thing of the path, whose 404 comes before all failures of query and body. */
  public Existence existence() {
    return existence;
  }

  /** Whether it may change what callers may do: a key, a role, a member, an organization. */
  public boolean changesAccess() {
    return changesAccess;
  }

  /** Path of the table that takes the place of an outdated one; else null. */
  public @Nullable String successor() {
    return successor;
  }
}
