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

/** A handler's request has an allowed caller. */
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
   * What is known before authentication.
   *
   * @param names of the path, decoded
   * @param ip the address it came from
   * @param source the same for the access list: unknown behind an unnamed proxy
   */
  public record Arrival(String id, Map<String, String> names, String ip, String source) {}

  /** Waits for what a request asks for. */
  @FunctionalInterface
  public interface Polls {
    void poll(WaitFor wait) throws InterruptedException;
  }

  /** Not authenticated; {@code formBytes} limits its form, {@code pageSize} is the default. */
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

  public Request of(Caller allowed, @Nullable OrgId orgOfPath) {
    return new Request(this, allowed, orgOfPath);
  }

  /** As it was sent. */
  public String method() {
    return received.getMethod();
  }

  /** Decoded; null when the route has no such name. */
  public @Nullable String name(String name) {
    return arrival.names().get(name);
  }

  /** Announces the end of what is asked for (interface.md 9). */
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

  public OrgId org() {
    return Objects.requireNonNull(org, "the route has no organization");
  }

  /** The path's organization, else the account. */
  public Scope scope() {
    return new Scope(principal().accountId(), org);
  }

  /** A part of the path, decoded. */
  public String path(String name) {
    return Objects.requireNonNull(name(name), () -> "the route has no " + name);
  }

  public <T extends Id> T id(Class<T> type) {
    return id(type, Id.noun(type));
  }

  /** The same for a thing with another's id, as an entry's of its session. */
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

  /** A filled path, with session ids in one spelling. */
  String fill(String template) {
    return PATH_NAME
        .matcher(template)
        .replaceAll(found -> Matcher.quoteReplacement(oneSpelling(path(found.group(1)))));
  }

  /** An address with {@code {names}} filled, also the organization. */
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

  public String path() {
    return received.getRequestURI();
  }

  /** Path and query as they were sent. */
  public String target() {
    String query = received.getQueryString();
    return query == null ? path() : path() + "?" + query;
  }

  /** A field of a page's form, or null; throws 415, 413 or 400. */
  public @Nullable String form(String name) {
    return form.field(name);
  }

  /** Reads no more of a refused request's form. */
  public void leaveForm() {
    form.leave();
  }

  /** Waits; returns early when the node drains. */
  public void await(WaitFor wait) throws InterruptedException {
    polls.poll(wait);
  }

  /** By {@code waits} only, which may be over. */
  @FunctionalInterface
  public interface WaitFor {
    void await(Waits waits) throws InterruptedException;
  }

  public String ip() {
    return arrival.ip();
  }

  /** As the access list sees it. */
  public String source() {
    return arrival.source();
  }

  public Query query() {
    return new Query(Query.parse(received.getQueryString()), pageSize);
  }

  /** JSON also without a media type; an empty one is {} (completions.md 4, 13.12). */
  public Body body() {
    return new Body(jsonBody(), method().equals("POST"));
  }

  /** 413 beyond {@code most} bytes; the idempotency key covers the digest (completions.md 4). */
  public FilePart upload(String field, long most, FilePart.Sink sink) {
    var file = new MultipartBody(field, most, sink).read(received);
    json = Json.MAPPER.createObjectNode();
    json.set(field, Json.MAPPER.valueToTree(file));
    return file;
  }

  /** Runs after the request, whatever came of it. */
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
