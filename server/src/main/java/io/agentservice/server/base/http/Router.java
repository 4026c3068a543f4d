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
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

  /** Parts of a path that may hold slashes as they are (api-org.md 10). */
  private static final Pattern WITH_SLASHES = Pattern.compile("\\{(repository_path|branch_name)}");

  private static final String V3 = "/v3/";
  private static final String V3_BETA = "/v3beta1/";

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

  /** Puts the routes and the handling of what goes wrong into a server's configuration. */
  public void install(JavalinConfig config, Collection<Route> routes) {
    var methods = new TreeMap<String, TreeSet<String>>();
    for (Route route : routes) {
      for (String path : paths(route.path())) {
        methods.computeIfAbsent(path, _ -> new TreeSet<>()).add(route.method().name());
        addTo(config, route.method(), path, route);
        if (route.method().equals(HandlerType.GET)) {
          addTo(config, HandlerType.HEAD, path, route); // the server leaves out the body
        }
      }
    }
    methods.forEach((path, allowed) ->
        config.routes.addHttpHandler(
            HandlerType.OPTIONS,
            path,
            context -> context.status(204).header("Allow", allow(allowed)),
            Access.open()));
    config.routes.before(context -> {
      requestId(context);
      context.req().setCharacterEncoding("UTF-8"); // whatever the content type says
      context.header("Cache-Control", "no-store");
      context.res().addHeader("Vary", "Accept-Encoding");
      if (Gate.Version.of(context) != Gate.Version.CURRENT) {
        deprecation.tell(context);
      }
    });
    config.routes.exception(HttpResponseException.class, (e, context) -> fail(context, e));
    config.routes.exception(Exception.class, (e, context) -> fail(context, e));
    config.routes.error(
        408, context -> refuse(context, ListenerProblems.of(context.statusCode(), null)));
  }

  private void addTo(JavalinConfig config, HandlerType method, String path, Route route) {
    config.routes.addHttpHandler(
        method,
        path,
        context ->
            Lane.REQUESTS.call(() -> {
              serve(context, route);
              return context;
            }),
        route.access());
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

  /** {@code /v3} and {@code /v3beta1} are one tree (completions.md 4). */
  private static List<String> paths(String canonical) {
    String path = WITH_SLASHES.matcher(canonical).replaceAll("<$1>");
    if (path.startsWith(V3)) {
      return List.of(path, V3_BETA + path.substring(V3.length()));
    }
    return path.startsWith(V3_BETA)
        ? List.of(path, V3 + path.substring(V3_BETA.length()))
        : List.of(path);
  }

  private void serve(Context context, Route route) throws IOException, InterruptedException {
    if (draining && !isOpen(route.access())) {
      throw Problem.other(503, "unavailable", "The server is stopping", "Try another node or later")
          .withHeader("Retry-After", "1")
          .exception();
    }
    switch (answer(context, route)) {
      case Answer.Of(int status, Object body) -> write(context, status, body);
      case Answer.Text(int status, String type, String body, var headers) ->
          send(context, new Encoded(status, type, body, headers));
      case Answer.Empty(int status, var headers) -> {
        headers.forEach(context::header);
        context.status(status);
      }
      case Answer.Bytes bytes -> send(context, bytes);
      case Answer.Events(var writer) -> stream(context, route, writer);
    }
  }

  private Answer answer(Context context, Route route) {
    try {
      return attempt(context, route);
    } catch (DatabaseUnavailableException e) {
      return refuse(context, route, unavailable(context, e).exception());
    } catch (ProblemException e) {
      return refuse(context, route, e);
    } finally {
      if (route.changesAccess()) {
        gate.forget(); // committed, and not yet answered
      }
    }
  }

  private Answer refuse(Context context, Route route, ProblemException e) {
    var request = request(context, null, null);
    return switch (route.access()) {
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

  private static Problem unavailable(Context context, DatabaseUnavailableException e) {
    LOG.warn(
        "not served for want of the database request_id={} path={}: {}",
        requestId(context),
        context.path(),
        e.getMessage());
    return Problem.other(
            503,
            "unavailable",
            "The database is away or busy",
            "Try again; with the same Idempotency-Key if the request creates something")
        .withHeader("Retry-After", "1");
  }

  private Answer attempt(Context context, Route route) {
    try {
      return admitted(context, route);
    } catch (ProblemException e) {
      if (e.problem().status() == 401) {
        throttle.countAnonymous(context.req(), context.res());
      }
      throw e;
    }
  }

  private Answer admitted(Context context, Route route) {
    var request = admit(context, route);
    Deprecation.lead(context, route, request);
    try {
      return handle(context, route, request);
    } finally {
      request.end();
    }
  }

  private Answer handle(Context context, Route route, Request request) {
    route.existence().check(request);
    var work = route.preparation().prepare(request);
    String key = route.idempotent() ? context.header(Idempotency.HEADER) : null;
    if (key == null) {
      return work.get();
    }
    var answer = idempotency.once(request, route, key, () -> encode(work.get()));
    return new Answer.Text(answer.status(), answer.type(), answer.body(), answer.headers());
  }

  private Request admit(Context context, Route route) {
    if (isOpen(route.access())) {
      return request(context, null, null);
    }
    var principal = gate.authenticate(context);
    gate.addresses().check(principal.accountId(), throttle.addresses().of(context.req()));
    if (route.policy() == Policy.CREATE) {
      limit(context, Policy.WRITE, principal);
    }
    limit(context, route.policy(), principal);
    OrgId org = gate.permit(route.access(), principal, context.pathParamMap().get("org_id"));
    var caller = new Caller(principal, throttle.addresses().of(context.req()), requestId(context));
    return request(context, caller, org);
  }

  private Request request(Context context, @Nullable Caller caller, @Nullable OrgId org) {
    String ip = throttle.addresses().of(context.req());
    return new Request(context, requestId(context), ip, caller, org, pageSize, streams);
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

  private void send(Context context, Encoded answer) {
    answer.headers().forEach(context::header);
    boolean json = answer.type().contains("json");
    String body = json ? wireName.write(answer.body()) : answer.body();
    context.status(answer.status()).contentType(answer.type()).result(body);
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
      send(context, Encoded.of(status, body));
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

  private void stream(Context context, Route route, Answer.StreamWriter writer)
      throws IOException, InterruptedException {
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
    String ip = throttle.addresses().of(context.req());
    streams.stream(context, route.access(), ip, waits -> writer.write(out, waits));
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
    send(context, Encoded.of(problem, context.path(), requestId(context)));
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

  private static String allow(Collection<String> methods) {
    return String.join(", ", methods);
  }
}
