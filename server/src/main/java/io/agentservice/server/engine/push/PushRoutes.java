package io.agentservice.server.engine.push;

import static io.agentservice.server.base.http.Access.signedIn;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.PushSubscriptionId;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** A person's own browsers, and what they were told. */
final class PushRoutes {
  private static final String SELF = "/v3beta1/self/";
  private static final String ALL = SELF + "push-subscriptions";
  private static final int LONGEST_NAME = 100;

  private final PushKey key;
  private final Subscriptions subscriptions;
  private final Notices notices;
  private final Lists lists;
  private final Set<String> plain;

  /** {@code plain}: hosts that may be reached by http. */
  PushRoutes(
      PushKey key, Subscriptions subscriptions, Notices notices, Lists lists, Set<String> plain) {
    this.key = key;
    this.subscriptions = subscriptions;
    this.notices = notices;
    this.lists = lists;
    this.plain = plain;
  }

  List<Route> routes() {
    return List.of(
        Route.get(SELF + "push-key", signedIn(), this::key),
        Route.get(ALL, signedIn(), this::list),
        Route.create(ALL, signedIn(), this::subscribe).of(PushRoutes::person),
        Route.delete(ALL + "/{push_subscription_id}", signedIn(), this::delete),
        Route.get(SELF + "push-notices", signedIn(), this::told));
  }

  record Key(String publicKey) {}

  private Answer key(Request request) {
    person(request);
    return ok(new Key(key.get().publicText()));
  }

  private Answer list(Request request) {
    var person = person(request);
    return ok(
        lists.page(
            request.query(),
            "push subscriptions " + person.id(),
            subscriptions.list(person),
            Subscription::shown));
  }

  private Supplier<Answer> subscribe(Request request) {
    var body = request.body();
    var target = Target.read(body, plain);
    String name = body.text("name", 1, LONGEST_NAME);
    body.check();
    return () -> ok(subscriptions.subscribe(target, name, request.caller()).shown());
  }

  private Answer delete(Request request) {
    var _ = person(request);
    return ok(subscriptions.delete(request.id(PushSubscriptionId.class), request.caller()).shown());
  }

  private Answer told(Request request) {
    var person = person(request);
    return ok(
        lists.page(
            request.query(), "push notices " + person.id(), notices.list(person), Notice::shown));
  }

  /** By his web session or a personal token. */
  private static Principal person(Request request) {
    var principal = request.principal();
    if (!principal.kind().isHuman() || principal.kind().isLegacy()) {
      throw Problem.forbidden(
              "permission_denied", "Only people are told: needs a web session or a personal token")
          .exception();
    }
    return principal;
  }
}
