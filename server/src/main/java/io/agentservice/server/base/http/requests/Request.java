package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.answers.Deprecation;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A request; a handler is given one whose caller may make it. */
public final class Request {
  private static final Pattern PATH_NAME = Pattern.compile("\\{([^/}]+)}");

  private final HttpServletRequest received;
  private final HttpServletResponse response;
  private final Arrival arrival;
  private final FormBody form;
  private final int pageSize;
  private final Polls polls;
  private final @Nullable Caller caller;
  private final @Nullable OrgId org;
  private final List<Runnable> ends = new ArrayList<>();
  private @Nullable ObjectNode json;

  /**
   * What is known of a request before anybody has asked who makes it.
   *
   * @param id as in {@code X-Request-Id}
   * @param names parts of its path, decoded, by their names in the route's
   * @param ip the address it came from
   * @param source the same as the access list sees it: unknown behind a proxy that nobody named
   */
  public record Arrival(String id, Map<String, String> names, String ip, String source) {}

  /** Waits for what a request asks for. */
  @FunctionalInterface
  public interface Polls {
    void poll(WaitFor wait) throws InterruptedException;
  }

  /**
   * Of nobody yet.
   *
   * @param formBytes the most that its form may have
   * @param pageSize rows of a page when the caller does not say how many
   */
  public Request(
      HttpServletRequest received,
      HttpServletResponse response,
      Arrival arrival,
      int formBytes,
      int pageSize,
      Polls polls) {
    this.received = received;
    this.response = response;
    this.arrival = arrival;
    this.form = new FormBody(received, formBytes);
    this.pageSize = pageSize;
    this.polls = polls;
    this.caller = null;
    this.org = null;
  }

  private Request(Request arrived, Caller caller, @Nullable OrgId org) {
    this.received = arrived.received;
    this.response = arrived.response;
    this.arrival = arrived.arrival;
    this.form = arrived.form;
    this.pageSize = arrived.pageSize;
    this.polls = arrived.polls;
    this.caller = caller;
    this.org = org;
  }

  /** The same of a caller who may make it. */
  public Request of(Caller allowed, @Nullable OrgId orgOfPath) {
    return new Request(this, allowed, orgOfPath);
  }

  /** As it was sent. */
  public String method() {
    return received.getMethod();
  }

  /** A part of the path, decoded; null when the route has none of that name. */
  public @Nullable String name(String name) {
    return arrival.names().get(name);
  }

  /** Tells the caller by a header that what he asks for will go away (interface.md 9). */
  public void deprecated() {
    response.setHeader("Deprecation", Deprecation.SINCE);
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
    return Objects.requireNonNull(name(name), () -> "the route has no " + name);
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
    return received.getHeader(name);
  }

  public @Nullable String cookie(String name) {
    return cookie(received, name);
  }

  /** The cookie of that name; null when there is none. */
  public static @Nullable String cookie(HttpServletRequest received, String name) {
    var cookies = received.getCookies();
    return cookies == null
        ? null
        : Arrays.stream(cookies)
            .filter(cookie -> cookie.getName().equals(name))
            .findFirst()
            .map(Cookie::getValue)
            .orElse(null);
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
  public String link(String template) {
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
    return received.getRequestURI();
  }

  /**
   * A field of a page's form; null when it is not there.
   *
   * @throws io.agentservice.server.base.problems.ProblemException 415, 413, 400
   */
  public @Nullable String form(String name) {
    return form.field(name);
  }

  /** It is refused: from now on nothing of its form is read. */
  public void leaveForm() {
    form.leave();
  }

  /**
   * Waits for what the request asks for. When the node drains, the wait is over at once, so that
   * the request is answered.
   */
  public void await(WaitFor wait) throws InterruptedException {
    polls.poll(wait);
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

  /** The same as the access list sees it. */
  public String source() {
    return arrival.source();
  }

  public Query query() {
    return new Query(Query.parse(received.getQueryString()), pageSize);
  }

  /**
   * The JSON body; without a media type it is JSON too, and an empty one, whatever its type, counts
   * as an empty object (completions.md 4, 13.12).
   */
  public Body body() {
    return new Body(jsonBody(), method().equals("POST"));
  }

  /**
   * The file of an upload, read to its end (completions.md 4). To the {@code Idempotency-Key} the
   * body is what is told of the file here.
   *
   * @param field name of its part
   * @param most bytes that it may have, else 413
   */
  public FilePart upload(String field, long most, FilePart.Sink sink) {
    var file = new MultipartBody(field, most, sink).read(received);
    json = Json.MAPPER.createObjectNode();
    json.set(field, Json.MAPPER.valueToTree(file));
    return file;
  }

  /** Runs when the request has been carried out, refused, or answered as once before. */
  public void atEnd(Runnable step) {
    ends.add(step);
  }

  public void end() {
    ends.forEach(Runnable::run);
  }

  ObjectNode jsonBody() {
    if (json == null) {
      json = JsonBody.read(received);
    }
    return json;
  }
}
