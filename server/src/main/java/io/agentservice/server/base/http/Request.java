package io.agentservice.server.base.http;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A request whose caller may make it. */
public final class Request {
  private static final Pattern PATH_NAME = Pattern.compile("\\{([^/}]+)}");

  private final Arrival arrival;
  private final Context context;
  private final @Nullable Caller caller;
  private final @Nullable OrgId org;
  private final int pageSize;
  private final OpenStreams streams;
  private final List<Runnable> ends = new ArrayList<>();
  private @Nullable ObjectNode json;

  /** {@code pageSize}: rows of a page when the caller does not say how many. */
  Request(
      Arrival arrival,
      @Nullable Caller caller,
      @Nullable OrgId org,
      int pageSize,
      OpenStreams streams) {
    this.arrival = arrival;
    this.context = arrival.context();
    this.streams = streams;
    this.pageSize = pageSize;
    this.caller = caller;
    this.org = org;
  }

  /** Tells the caller by a header that what he asks for will go away (interface.md 9). */
  public void deprecated() {
    context.header("Deprecation", Deprecation.SINCE);
  }

  /** As in {@code X-Request-Id}. */
  public String id() {
    return arrival.id();
  }

  /** Who asks; not for open routes. */
  public Caller caller() {
    return Objects.requireNonNull(caller, "an open route has no caller");
  }

  public Principal principal() {
    return caller().principal();
  }

  /** The organization of the path. */
  public OrgId org() {
    return Objects.requireNonNull(org, "the route has no organization");
  }

  /** Whose things it is about: those of the organization of the path, else of the account. */
  public Scope scope() {
    return new Scope(principal().accountId(), org);
  }

  /** A part of the path, decoded. */
  public String path(String name) {
    return Objects.requireNonNull(
        arrival.names().get(name), () -> arrival.route().path() + " has no " + name);
  }

  /** The id that the path names after its type; 404 {@code <noun>_not_found} when it is none. */
  public <T extends Id> T id(Class<T> type) {
    return id(type, Id.noun(type));
  }

  /** The same for a thing that has its id from another one, as an entry from its session. */
  public <T extends Id> T id(Class<T> type, String noun) {
    T parsed = Id.parse(type, path(Id.noun(type) + "_id"));
    if (parsed == null) {
      throw Problem.notFound(noun).exception();
    }
    return parsed;
  }

  public @Nullable String header(String name) {
    return context.header(name);
  }

  public @Nullable String cookie(String name) {
    return context.cookie(name);
  }

  /** A path with {@code {names}}, filled with this request's, session ids in one spelling. */
  String fill(String template) {
    return PATH_NAME
        .matcher(template)
        .replaceAll(found -> Matcher.quoteReplacement(oneSpelling(path(found.group(1)))));
  }

  /**
   * An address with {@code {names}}, filled with this request's and the organization that it is
   * about.
   */
  String link(String template) {
    return PATH_NAME
        .matcher(template)
        .replaceAll(found -> {
          String name = found.group(1);
          String part = org != null && name.equals("org_id") ? org.value() : path(name);
          String encoded = URLEncoder.encode(oneSpelling(part), StandardCharsets.UTF_8);
          return Matcher.quoteReplacement(encoded.replace("+", "%20"));
        });
  }

  private static String oneSpelling(String part) {
    var session = Id.parse(SessionId.class, part);
    return session == null ? part : session.value();
  }

  /** The path as asked for, without the query. */
  public String path() {
    return context.path();
  }

  /** A field of a form's body; null when it is not there. */
  public @Nullable String form(String name) {
    return context.formParam(name);
  }

  /**
   * Waits for what the request asks for. When the node drains, the wait is over at once, so that
   * the request is answered.
   */
  public void await(WaitFor wait) throws InterruptedException {
    streams.poll(wait::await);
  }

  /** Waits by {@code waits} only, until what it waits for is there or they are over. */
  @FunctionalInterface
  public interface WaitFor {
    void await(Waits waits) throws InterruptedException;
  }

  /** The address it came from. */
  public String ip() {
    return arrival.ip();
  }

  public Query query() {
    return new Query(context.queryParamMap(), pageSize);
  }

  /**
   * The JSON body; without a media type it is JSON too, and an empty one, whatever its type, counts
   * as an empty object (completions.md 4, 13.12).
   */
  public Body body() {
    return new Body(jsonBody());
  }

  /**
   * The file of an upload, read to its end (completions.md 4). To the {@code Idempotency-Key} the
   * body is what is told of the file here.
   *
   * @param field name of its part
   * @param most bytes that it may have, else 413
   */
  public FilePart upload(String field, long most, FilePart.Sink sink) {
    var file = new MultipartBody(field, most, sink).read(context);
    json = Json.MAPPER.createObjectNode();
    json.set(field, Json.MAPPER.valueToTree(file));
    return file;
  }

  /** Runs when the request has been carried out, refused, or answered as once before. */
  public void atEnd(Runnable step) {
    ends.add(step);
  }

  void end() {
    ends.forEach(Runnable::run);
  }

  ObjectNode jsonBody() {
    if (json == null) {
      json = JsonBody.read(context);
    }
    return json;
  }
}
