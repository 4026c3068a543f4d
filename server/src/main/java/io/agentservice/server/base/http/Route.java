package io.agentservice.server.base.http;

import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.requests.FormBody;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

public final class Route {
  private final Place place;
  private final Access access;
  private final Work work;
  private final Traits traits;

  private Route(Place place, Access access, Work work, Traits traits) {
    this.place = place;
    this.access = access;
    this.work = work;
    this.traits = traits;
  }

  /** {@code canonicalPath} is the path, or the one that it is another spelling of. */
  private record Place(Method method, String path, String canonicalPath) {}

  /** {@code idempotent}: an {@code Idempotency-Key} is honoured. */
  private record Work(Existence existence, Preparation preparation, boolean idempotent) {}

  /**
   * {@code policy} counts its requests, {@code formBytes} limits forms, {@code successor} is null
   * unless it is outdated.
   */
  private record Traits(
      Policy policy, boolean changesAccess, int formBytes, @Nullable String successor) {}

  @FunctionalInterface
  public interface Handler {
    Answer handle(Request request);
  }

  @FunctionalInterface
  public interface Existence {
    void check(Request request);
  }

  private static Route of(
      Method method, String path, Access access, Preparation preparation, boolean idempotent) {
    var policy = method == Method.GET ? Policy.READ : Policy.WRITE;
    return new Route(
        new Place(method, path, path),
        access,
        new Work(_ -> {}, preparation, idempotent),
        new Traits(policy, false, FormBody.MAX_BYTES, null));
  }

  private static Route of(Method method, String path, Access access, Handler handler) {
    Preparation.Local preparation = request -> () -> handler.handle(request);
    return of(method, path, access, preparation, false);
  }

  public static Route get(String path, Access access, Handler handler) {
    return of(Method.GET, path, access, handler);
  }

  /** A POST that acts and may be repeated, such as a claim. */
  public static Route post(String path, Access access, Handler handler) {
    return of(Method.POST, path, access, handler);
  }

  /** A POST that creates or sends. */
  public static Route create(String path, Access access, Preparation.Local preparation) {
    return of(Method.POST, path, access, preparation, true);
  }

  /** A POST that creates or sends, for which another service must be asked. */
  public static Route createAfterRemoteCall(
      String path, Access access, Preparation.Remote preparation) {
    return of(Method.POST, path, access, preparation, true);
  }

  public static Route put(String path, Access access, Handler handler) {
    return of(Method.PUT, path, access, handler);
  }

  public static Route patch(String path, Access access, Handler handler) {
    return of(Method.PATCH, path, access, handler);
  }

  public static Route delete(String path, Access access, Handler handler) {
    return of(Method.DELETE, path, access, handler);
  }

  /** Another spelling of a path; an idempotency key holds for both. */
  public Route spelling(String canonical) {
    return new Route(new Place(method(), path(), canonical), access, work, traits);
  }

  /** The same route, its requests counted otherwise than by its method (completions.md 9). */
  public Route countedAs(Policy other) {
    return with(new Traits(other, changesAccess(), formBytes(), successor()));
  }

  /** The same route; switched off it answers 404 {@code feature_disabled}. */
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

  /** The same route; {@code listener} hears of allowed requests whose thing exists. */
  public Route telling(Consumer<Request> listener) {
    return with(new Work(existence(), preparation().telling(listener), idempotent()));
  }

  /** The same route, about a thing that must exist before the request is read further. */
  public Route of(Existence thing) {
    return with(new Work(thing, preparation(), idempotent()));
  }

  /** The routes, with writes that may change permissions. */
  public static List<Route> changingAccess(List<Route> routes) {
    return routes.stream()
        .map(route -> route.method() == Method.GET ? route : route.changingAccess())
        .toList();
  }

  /** The same route, which may change permissions, also as a GET. */
  public Route changingAccess() {
    return with(new Traits(policy(), true, formBytes(), successor()));
  }

  /** The same route of a page, with forms of up to {@code bytes}. */
  public Route takingForm(int bytes) {
    return with(new Traits(policy(), changesAccess(), bytes, successor()));
  }

  /** The same route, outdated: its answers point to the successor. */
  public Route succeededBy(String path) {
    return with(new Traits(policy(), changesAccess(), formBytes(), path));
  }

  private Route with(Work other) {
    return new Route(place, access, other, traits);
  }

  private Route with(Traits other) {
    return new Route(place, access, work, other);
  }

  int formBytes() {
    return traits.formBytes();
  }

  /** Whether anybody may send something to it, such as a sign-in. */
  boolean isAnonymousWrite() {
    return access instanceof Access.OpenPage && method() != Method.GET;
  }

  public Method method() {
    return place.method();
  }

  /** Path of the table, with {@code {names}}. */
  public String path() {
    return place.path();
  }

  public String canonicalPath() {
    return place.canonicalPath();
  }

  public Access access() {
    return access;
  }

  public Preparation preparation() {
    return work.preparation();
  }

  /**
   * Whether an {@code Idempotency-Key} is honoured: POSTs that create or send (completions.md 10).
   */
  public boolean idempotent() {
    return work.idempotent();
  }

  /** By which its requests are counted. */
  public Policy policy() {
    return traits.policy();
  }

  public Existence existence() {
    return work.existence();
  }

  /** Whether it may change permissions. */
  public boolean changesAccess() {
    return traits.changesAccess();
  }

  /** The successor's path of an outdated route; else null. */
  public @Nullable String successor() {
    return traits.successor();
  }
}
