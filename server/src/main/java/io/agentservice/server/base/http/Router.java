package io.agentservice.server.base.http;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.OrganizationGoneException;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Deprecation;
import io.agentservice.server.base.http.answers.Encoded;
import io.agentservice.server.base.http.answers.ListenerProblems;
import io.agentservice.server.base.http.answers.RequestIds;
import io.agentservice.server.base.http.answers.WireName;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.http.requests.Idempotency;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Serves the route tables in the order of completions.md 8.2; what a handler throws becomes an
 * answer here only.
 */
public final class Router {
  private static final Logger LOG = LoggerFactory.getLogger(Router.class);

  private final Gate gate;
  private final Throttle throttle;
  private final Idempotency idempotency;
  private final AnswerWriter writer;
  private final Deprecation deprecation;
  private final int pageSize;
  private final OpenStreams streams;
  private final Upgrades upgrades;
  private final RequestMeters meters;

  public Router(
      Gate gate,
      Throttle throttle,
      Idempotency idempotency,
      WireName wireName,
      Deprecation deprecation,
      int pageSize,
      Metrics metrics) {
    this.gate = gate;
    this.throttle = throttle;
    this.idempotency = idempotency;
    this.writer = new AnswerWriter(wireName);
    this.deprecation = deprecation;
    this.pageSize = pageSize;
    this.streams = new OpenStreams(gate);
    this.upgrades = new Upgrades(gate, streams);
    this.meters = new RequestMeters(metrics);
    metrics.gauge("http_waiting", "Streams and long polls that are open", streams::count);
  }

  /** Serves the routes: the path leads to its route (ADR 0039). */
  public HttpServlet servlet(Collection<Route> routes) {
    return new RouteServlet(this, new RouteTable(routes));
  }

  private static final class RouteServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Router router;
    private final transient RouteTable table;

    RouteServlet(Router router, RouteTable table) {
      this.router = router;
      this.table = table;
    }

    @Override
    protected void service(HttpServletRequest received, HttpServletResponse response)
        throws IOException {
      router.serve(received, response, table);
    }
  }

  private void serve(HttpServletRequest received, HttpServletResponse response, RouteTable table)
      throws IOException {
    var watch = meters.begin();
    String id = RequestIds.of(received.getHeader(RequestIds.HEADER));
    response.setHeader(RequestIds.HEADER, id);
    response.setHeader("Cache-Control", "no-store");
    response.addHeader("Vary", "Accept-Encoding");
    if (Gate.Version.of(received.getMethod(), received.getRequestURI()) != Gate.Version.CURRENT) {
      deprecation.tell(response);
    }
    try {
      Lane.REQUESTS.call(() -> route(received, response, id, table, watch));
    } catch (Exception e) {
      fail(received, response, id, e);
    } catch (Error e) { // out of memory, or of stack
      LOG.error("request failed request_id={}", id, e);
      if (response.isCommitted()) {
        AnswerWriter.breakOff(response);
      } else {
        AnswerWriter.forget(response);
        response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      }
    } finally {
      watch.end(response.getStatus());
    }
  }

  private boolean route(
      HttpServletRequest received,
      HttpServletResponse response,
      String id,
      RouteTable table,
      RequestMeters.Watch watch)
      throws IOException, InterruptedException {
    String path = received.getRequestURI();
    var found = table.find(received.getMethod(), path);
    if (found != null) {
      watch.of(found.value());
      serve(call(received, response, id, found, watch));
      return true;
    }
    String allowed = table.allowed(path);
    if (allowed.isEmpty()) {
      throw ListenerProblems.of(404, null).exception();
    }
    if (!received.getMethod().equals("OPTIONS")) {
      throw ListenerProblems.of(405, null).withHeader("Allow", allowed).exception();
    }
    writer.empty(response, new Answer.Empty(204, Map.of("Allow", allowed)));
    return true;
  }

  private RoutedRequest call(
      HttpServletRequest received,
      HttpServletResponse response,
      String id,
      PathTree.Found<Route> found,
      RequestMeters.Watch watch) {
    var from = throttle.addresses();
    var arrival = new Request.Arrival(id, found.names(), from.of(received), from.source(received));
    var route = found.value();
    return new RoutedRequest(
        received,
        response,
        route,
        new Request(
            received,
            response,
            arrival,
            route.formBytes(),
            pageSize,
            wait -> {
              watch.waits();
              streams.poll(wait::await);
            }),
        watch);
  }

  /** Ends streams and long polls, now and later; other requests are served on. */
  public void endStreams() {
    streams.drain();
  }

  /** Ends streams whose callers have lost access. */
  public void endRevokedStreams() {
    streams.endRevoked();
  }

  private void serve(RoutedRequest call) throws IOException, InterruptedException {
    var received = call.received();
    var response = call.response();
    switch (answer(call)) {
      case Answer.Of json -> json(call, json);
      case Answer.Text(int status, String type, String body, var headers) ->
          writer.text(received, response, new Encoded(status, type, body, headers));
      case Answer.Empty empty -> writer.empty(response, empty);
      case Answer.Bytes bytes -> writer.bytes(received, response, bytes);
      case Answer.Events(var events) -> stream(call, events);
      case Answer.Socket socket -> upgrades.make(call, socket);
    }
  }

  /** Lists may be read while they are written. */
  private void json(RoutedRequest call, Answer.Of answer) throws IOException {
    try {
      writer.json(call.received(), call.response(), answer);
    } catch (JacksonException e) {
      if (e.getCause() instanceof DatabaseUnavailableException away
          && !call.response().isCommitted()) {
        throw unavailable(call, away).exception();
      }
      throw e;
    }
  }

  private Answer answer(RoutedRequest call) {
    try {
      return attempt(call);
    } catch (DatabaseUnavailableException e) {
      return refuse(call, unavailable(call, e).exception());
    } catch (OrganizationGoneException _) {
      return refuse(call, Gate.noOrganization());
    } catch (ProblemException e) {
      return refuse(call, e);
    } finally {
      if (call.route().changesAccess()) {
        gate.forget(); // committed, and not yet answered
      }
    }
  }

  private Answer refuse(RoutedRequest call, ProblemException e) {
    var request = call.request();
    request.leaveForm();
    return switch (call.route().access()) {
      case Access.Page(var refusal) -> refusal.answer(e.problem(), request);
      case Access.OpenPage(var refusal) -> refusal.answer(e.problem(), request);
      case Access.Open _,
          Access.SignedIn _,
          Access.InOrganization _,
          Access.InKeyOrganization _,
          Access.InOrganizationOfThing _,
          Access.InAccount _ ->
          throw e;
    };
  }

  private static Problem unavailable(RoutedRequest call, DatabaseUnavailableException e) {
    LOG.warn(
        "not served for want of the database request_id={} path={}: {}",
        call.request().id(),
        call.request().path(),
        e.getMessage());
    String hint =
        call.route().idempotent()
            ? "Try again, with the same %s so that nothing is done twice"
                .formatted(Idempotency.HEADER)
            : "Try again in a moment";
    return Problem.other(503, "unavailable", "The database is away or busy", hint)
        .withHeader("Retry-After", "1");
  }

  private Answer attempt(RoutedRequest call) {
    try {
      return admitted(call);
    } catch (ProblemException e) {
      if (e.problem().status() == 401 && !call.route().isAnonymousWrite()) {
        throttle.countAnonymous(call.received(), call.response());
      }
      throw e;
    }
  }

  private Answer admitted(RoutedRequest call) {
    var request = admit(call);
    String successor = call.route().successor();
    if (successor != null) {
      Deprecation.lead(call.response(), writer.word(call.received()).text(request.link(successor)));
    }
    try {
      return handle(call.route(), request);
    } finally {
      request.end();
    }
  }

  private Answer handle(Route route, Request request) {
    route.existence().check(request);
    String key = route.idempotent() ? request.header(Idempotency.HEADER) : null;
    return switch (route.preparation()) {
      case Preparation.Local checking -> {
        var work = checking.prepare(request);
        yield key == null ? work.get() : told(once(route, request, key, work));
      }
      case Preparation.Remote remote -> {
        var call = remote.prepare(request);
        yield key == null ? call.call().get() : told(once(route, request, key, call));
      }
    };
  }

  private Encoded once(Route route, Request request, String key, Preparation.RemoteCall call) {
    return idempotency
        .known(request, operation(route), key)
        .orElseGet(() -> once(route, request, key, call.call()));
  }

  private Encoded once(Route route, Request request, String key, Supplier<Answer> work) {
    return idempotency.once(request, operation(route), key, () -> encode(work.get()));
  }

  private static Idempotency.Operation operation(Route route) {
    return new Idempotency.Operation(route.method().name(), route.canonicalPath());
  }

  private static Answer told(Encoded answer) {
    return new Answer.Text(answer.status(), answer.type(), answer.body(), answer.headers());
  }

  private Request admit(RoutedRequest call) {
    var route = call.route();
    if (route.isAnonymousWrite()) { // before anything of its body is read
      throttle.countAnonymous(call.received(), call.response());
    }
    if (isOpen(route.access())) {
      return call.request();
    }
    var request = call.request();
    var principal = gate.authenticate(request, route.access());
    gate.addresses().check(principal.accountId(), request.source());
    if (route.policy() == Policy.CREATE) {
      limit(call, Policy.WRITE, principal);
    }
    limit(call, route.policy(), principal);
    OrgId org = gate.permit(route.access(), principal, request.name(Gate.ORG_ID));
    return request.of(new Caller(principal, request.ip(), request.id()), org);
  }

  private static boolean isOpen(Access access) {
    return access instanceof Access.Open || access instanceof Access.OpenPage;
  }

  private void limit(RoutedRequest call, Policy policy, Principal principal) {
    throttle.count(policy, principal.keyId().value(), call.response());
  }

  private static Encoded encode(Answer answer) {
    return switch (answer) {
      case Answer.Of(int status, Object body) -> Encoded.of(status, body);
      case Answer.Text(int status, String type, String body, var headers) ->
          new Encoded(status, type, body, headers);
      case Answer.Empty(int status, var headers) -> new Encoded(status, "text/plain", "", headers);
      case Answer.Bytes _, Answer.Events _, Answer.Socket _ ->
          throw new IllegalStateException("a stream can't be idempotent");
    };
  }

  private void stream(RoutedRequest call, Answer.StreamWriter events)
      throws IOException, InterruptedException {
    var out = writer.events(call.received(), call.response());
    if (!call.request().method().equals("HEAD")) {
      call.watch().waits();
      call.response().flushBuffer();
      streams.stream(call.request(), call.route().access(), waits -> events.write(out, waits));
    }
  }

  private void fail(
      HttpServletRequest received, HttpServletResponse response, String id, Exception e)
      throws IOException {
    String path = received.getRequestURI();
    if (ListenerProblems.isHangUp(e)) {
      LOG.debug("client hung up path={}: {}", path, e.toString());
      return;
    }
    if (response.isCommitted()) {
      LOG.error("answer broke off request_id={} path={}", id, path, e);
      AnswerWriter.breakOff(response);
      return;
    }
    Problem problem = problem(e);
    if (problem == null) {
      LOG.error("request failed request_id={} path={}", id, path, e);
      problem =
          Problem.other(
              500,
              "internal_error",
              "Something went wrong here",
              "See the server's log for request " + id);
    }
    AnswerWriter.forget(response);
    response.setHeader("Cache-Control", "no-store");
    writer.text(received, response, Encoded.of(problem, path, id));
  }

  private static @Nullable Problem problem(Exception e) {
    return switch (e) {
      case ProblemException known -> known.problem();
      case IOException _ -> ListenerProblems.whileReading(e);
      default -> e instanceof HttpException ? ListenerProblems.whileReading(e) : null;
    };
  }
}
