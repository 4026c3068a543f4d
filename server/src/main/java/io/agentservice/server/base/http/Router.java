package io.agentservice.server.base.http;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.DatabaseUnavailableException;
import io.agentservice.server.base.db.Lane;
import io.agentservice.server.base.http.RateLimits.Policy;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Serves the route tables. What holds for every route is here, once, in the order of completions.md
 * 8.2; what a handler throws becomes an answer here and nowhere else.
 */
public final class Router {
  private static final Logger LOG = LoggerFactory.getLogger(Router.class);

  private final Gate gate;
  private final Throttle throttle;
  private final Idempotency idempotency;
  private final WireName wireName;
  private final Deprecation deprecation;
  private final int pageSize;
  private final OpenStreams streams;
  private volatile boolean draining;

  public Router(
      Gate gate,
      Throttle throttle,
      Idempotency idempotency,
      WireName wireName,
      Deprecation deprecation,
      int pageSize) {
    this.gate = gate;
    this.throttle = throttle;
    this.idempotency = idempotency;
    this.wireName = wireName;
    this.deprecation = deprecation;
    this.pageSize = pageSize;
    this.streams = new OpenStreams(gate);
  }

  /**
   * Puts the routes and the handling of what goes wrong into a server's configuration. Javalin
   * would try the pattern of one route after the other; here the path leads to its route.
   */
  public void install(JavalinConfig config, Collection<Route> routes) {
    var table = new RouteTable(routes);
    config.routes.before(context -> {
      requestId(context);
      context.req().setCharacterEncoding("UTF-8"); // whatever the content type says
      context.header("Cache-Control", "no-store");
      context.res().addHeader("Vary", "Accept-Encoding");
      if (Gate.Version.of(context) != Gate.Version.CURRENT) {
        deprecation.tell(context);
      }
      if (Lane.REQUESTS.call(() -> answered(context, table))) {
        context.skipRemainingHandlers();
      }
    });
    config.routes.exception(HttpResponseException.class, (e, context) -> fail(context, e));
    config.routes.exception(Exception.class, (e, context) -> fail(context, e));
    config.routes.error(
        408, context -> refuse(context, ListenerProblems.of(context.statusCode(), null)));
  }

  /** False when the path is of no route: it may be another part's of the server. */
  private boolean answered(Context context, RouteTable table)
      throws IOException, InterruptedException {
    var found = table.find(context.method(), context.path());
    if (found != null) {
      String ip = throttle.addresses().of(context.req());
      serve(new Arrival(context, found.value(), found.names(), requestId(context), ip));
      return true;
    }
    String allowed = table.allowed(context.path());
    if (!allowed.isEmpty() && !context.method().equals(HandlerType.OPTIONS)) {
      throw ListenerProblems.of(405, null).withHeader("Allow", allowed).exception();
    }
    if (!allowed.isEmpty()) {
      context.status(204).header("Allow", allowed);
    }
    return !allowed.isEmpty();
  }

  /**
   * From now on every request is answered 503, so that a load balancer looks elsewhere; open
   * streams end, and their clients come back to another node.
   */
  public void drain() {
    draining = true;
    streams.drain();
  }

  /** Ends the streams of callers who would no longer be admitted. */
  public void endRevokedStreams() {
    streams.endRevoked();
  }

  private void serve(Arrival arrival) throws IOException, InterruptedException {
    if (draining && !isOpen(arrival.route().access())) {
      throw Problem.other(503, "unavailable", "The server is stopping", "Try another node or later")
          .withHeader("Retry-After", "1")
          .exception();
    }
    var context = arrival.context();
    switch (answer(arrival)) {
      case Answer.Of(int status, Object body) -> write(context, status, body);
      case Answer.Text(int status, String type, String body, var headers) ->
          write(context, new Encoded(status, type, body, headers));
      case Answer.Empty(int status, var headers) -> {
        headers.forEach(context::header);
        context.status(status);
      }
      case Answer.Bytes bytes -> send(context, bytes);
      case Answer.Events(var writer) -> stream(arrival, writer);
    }
  }

  private Answer answer(Arrival arrival) {
    try {
      return attempt(arrival);
    } catch (DatabaseUnavailableException e) {
      return refuse(arrival, unavailable(arrival, e).exception());
    } catch (ProblemException e) {
      return refuse(arrival, e);
    } finally {
      if (arrival.route().changesAccess()) {
        gate.forget(); // committed, and not yet answered
      }
    }
  }

  private Answer refuse(Arrival arrival, ProblemException e) {
    var request = request(arrival, null, null);
    return switch (arrival.route().access()) {
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

  private static Problem unavailable(Arrival arrival, DatabaseUnavailableException e) {
    LOG.warn(
        "not served for want of the database request_id={} path={}: {}",
        arrival.id(),
        arrival.context().path(),
        e.getMessage());
    String hint =
        arrival.route().idempotent()
            ? "Try again, with the same %s so that nothing is done twice"
                .formatted(Idempotency.HEADER)
            : "Try again in a moment";
    return Problem.other(503, "unavailable", "The database is away or busy", hint)
        .withHeader("Retry-After", "1");
  }

  private Answer attempt(Arrival arrival) {
    try {
      return admitted(arrival);
    } catch (ProblemException e) {
      if (e.problem().status() == 401) {
        throttle.countAnonymous(arrival.context().req(), arrival.context().res());
      }
      throw e;
    }
  }

  private Answer admitted(Arrival arrival) {
    var request = admit(arrival);
    Deprecation.lead(arrival.context(), arrival.route(), request);
    try {
      return handle(arrival, request);
    } finally {
      request.end();
    }
  }

  private Answer handle(Arrival arrival, Request request) {
    var route = arrival.route();
    route.existence().check(request);
    var work = route.preparation().prepare(request);
    String key = route.idempotent() ? request.header(Idempotency.HEADER) : null;
    if (key == null) {
      return work.get();
    }
    var answer = once(request, route, key, work);
    return new Answer.Text(answer.status(), answer.type(), answer.body(), answer.headers());
  }

  private Encoded once(Request request, Route route, String key, Supplier<Answer> work) {
    if (work instanceof Asking asking) {
      return idempotency
          .known(request, route, key)
          .orElseGet(() -> {
            var told = asking.ask();
            return idempotency.once(request, route, key, () -> encode(told.get()));
          });
    }
    return idempotency.once(request, route, key, () -> encode(work.get()));
  }

  private Request admit(Arrival arrival) {
    var route = arrival.route();
    if (isOpen(route.access())) {
      return request(arrival, null, null);
    }
    var context = arrival.context();
    var principal = gate.authenticate(context);
    gate.addresses().check(principal.accountId(), arrival.ip());
    if (route.policy() == Policy.CREATE) {
      limit(context, Policy.WRITE, principal);
    }
    limit(context, route.policy(), principal);
    OrgId org = gate.permit(route.access(), principal, arrival.names().get("org_id"));
    return request(arrival, new Caller(principal, arrival.ip(), arrival.id()), org);
  }

  private Request request(Arrival arrival, @Nullable Caller caller, @Nullable OrgId org) {
    return new Request(arrival, caller, org, pageSize, streams);
  }

  private static boolean isOpen(Access access) {
    return access instanceof Access.Open || access instanceof Access.OpenPage;
  }

  private void limit(Context context, Policy policy, Principal principal) {
    throttle.count(policy, principal.keyId().value(), context.res());
  }

  private static Encoded encode(Answer answer) {
    return switch (answer) {
      case Answer.Of(int status, Object body) -> Encoded.of(status, body);
      case Answer.Text(int status, String type, String body, var headers) ->
          new Encoded(status, type, body, headers);
      case Answer.Empty(int status, var headers) -> new Encoded(status, "text/plain", "", headers);
      case Answer.Bytes _, Answer.Events _ ->
          throw new IllegalStateException("a stream can't be idempotent");
    };
  }

  private void write(Context context, Encoded answer) throws IOException {
    head(context, answer).outputStream().write(text(answer).getBytes(StandardCharsets.UTF_8));
  }

  private static Context head(Context context, Encoded answer) {
    answer.headers().forEach(context::header);
    return context.status(answer.status()).contentType(answer.type());
  }

  private String text(Encoded answer) {
    boolean json = answer.type().contains("json");
    return json ? wireName.write(answer.body()) : answer.body();
  }

  private static void send(Context context, Answer.Bytes answer) throws IOException {
    boolean head = context.method().equals(HandlerType.HEAD);
    try (var in = head ? InputStream.nullInputStream() : answer.source().open()) {
      context.disableCompression(); // a range is of the bytes as they are
      answer.headers().forEach(context::header);
      var response = context.res();
      response.setStatus(answer.status());
      response.setContentType(answer.type());
      response.setContentLengthLong(answer.length());
      long sent = in.transferTo(response.getOutputStream());
      if (!head && sent != answer.length()) {
        throw new IllegalStateException("what is kept is shorter than it was");
      }
    }
  }

  /** Piece by piece: a large answer is never in memory as a whole text beside its rows. */
  private void write(Context context, int status, Object body) throws IOException {
    if (wireName != WireName.AGENT) {
      write(context, Encoded.of(status, body));
      return;
    }
    context.status(status).contentType("application/json");
    try {
      Json.MAPPER.writeValue(context.outputStream(), body);
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException gone) {
        throw (EOFException) new EOFException("the client reads no more").initCause(gone);
      }
      throw e;
    }
  }

  private void stream(Arrival arrival, Answer.StreamWriter writer)
      throws IOException, InterruptedException {
    var context = arrival.context();
    context.disableCompression();
    var response = context.res();
    response.setStatus(200);
    response.setContentType("text/event-stream");
    response.setHeader("X-Accel-Buffering", "no");
    var out = wireName.on(response.getOutputStream());
    if (context.method().equals(HandlerType.HEAD)) {
      return;
    }
    response.flushBuffer();
    streams.stream(arrival, waits -> writer.write(out, waits));
  }

  private static String requestId(Context context) {
    String known = context.attribute(RequestIds.HEADER);
    if (known != null) {
      return known;
    }
    String id = RequestIds.of(context.header(RequestIds.HEADER));
    context.attribute(RequestIds.HEADER, id);
    context.header(RequestIds.HEADER, id);
    return id;
  }

  private void fail(Context context, Exception e) {
    if (ListenerProblems.isHangUp(e)) {
      LOG.debug("client hung up path={}: {}", context.path(), e.toString());
      return;
    }
    String id = requestId(context);
    if (context.res().isCommitted()) {
      LOG.error("answer broke off request_id={} path={}", id, context.path(), e);
      return;
    }
    Problem problem = problem(e);
    if (problem == null) {
      LOG.error("request failed request_id={} path={}", id, context.path(), e);
      problem =
          Problem.other(
              500,
              "internal_error",
              "Something went wrong here",
              "See the server's log for request " + id);
    }
    refuse(context, problem);
  }

  private void refuse(Context context, Problem problem) {
    context.header("Cache-Control", "no-store");
    var answer = Encoded.of(problem, context.path(), requestId(context));
    head(context, answer).result(text(answer));
  }

  private static @Nullable Problem problem(Exception e) {
    return switch (e) {
      case ProblemException known -> known.problem();
      case HttpResponseException known -> problem(known);
      case IOException _ -> ListenerProblems.whileReading(e);
      default -> e instanceof HttpException ? ListenerProblems.whileReading(e) : null;
    };
  }

  private static @Nullable Problem problem(HttpResponseException e) {
    if (e.getStatus() >= 500) {
      return null;
    }
    var problem = ListenerProblems.of(e.getStatus(), null);
    String allowed = e.getDetails().get("availableMethods");
    return allowed == null ? problem : problem.withHeader("Allow", allowed);
  }
}
