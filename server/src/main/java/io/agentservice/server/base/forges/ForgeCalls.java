package io.agentservice.server.base.forges;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Requests of JSON to a host until a deadline. Messages name host and kind of failure only: no
 * header, address or answer, but for why a host refuses to write something.
 */
final class ForgeCalls {
  /** Things asked for at once. */
  static final int PAGE = 100;

  static final int MOST_PAGES = 50;

  private static final Logger LOG = LoggerFactory.getLogger(ForgeCalls.class);
  private static final long MOST_BYTES = 8L << 20;
  private static final int MOST_WORDS = 500;
  private static final int CREATED = 201;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int TOO_MANY = 429;

  private final HttpClient http;
  private final String host;
  private final String root;
  private final Map<String, String> headers;
  private final long deadline;

  /** {@code host} is for messages, {@code longest} limits all calls together from now on. */
  ForgeCalls(
      HttpClient http, String host, String root, Map<String, String> headers, Duration longest) {
    this.http = http;
    this.host = host;
    this.root = root;
    this.headers = headers;
    this.deadline = System.nanoTime() + longest.toNanos();
  }

  /** What stands at the path. */
  JsonNode get(String path) {
    return find(path).orElseThrow(() -> failed("answered 404", null));
  }

  /** What stands at the path; empty when the host says that there is nothing. */
  Optional<JsonNode> find(String path) {
    var answer = send(request("GET", path, null));
    if (answer.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    if (answer.statusCode() != 200) {
      throw refused(answer);
    }
    return Optional.of(read(answer));
  }

  /** As {@link #find}; empty also when the token may not see it. */
  Optional<JsonNode> findAllowed(String path) {
    var answer = send(request("GET", path, null));
    int status = answer.statusCode();
    if (status == NOT_FOUND || (status == FORBIDDEN && !isLimited(answer))) {
      return Optional.empty();
    }
    if (status != 200) {
      throw refused(answer);
    }
    return Optional.of(read(answer));
  }

  private JsonNode read(HttpResponse<byte[]> answer) {
    try {
      return Json.MAPPER.readTree(answer.body());
    } catch (JacksonException e) {
      throw notUnderstood(e);
    }
  }

  /** The things on the first page of a list; {@code path} may have a query. */
  List<JsonNode> firstPage(String path) {
    var found = get(path + (path.contains("?") ? "&" : "?") + "per_page=" + PAGE);
    if (!found.isArray()) {
      throw notUnderstood(null);
    }
    return found.valueStream().toList();
  }

  /** Has something made or changed, and answers what it is now. */
  JsonNode send(String method, String path, Map<String, Object> fields) {
    var answer = send(request(method, path, Json.MAPPER.writeValueAsString(fields)));
    int status = answer.statusCode();
    if (status == 200 || status == CREATED) {
      return read(answer);
    }
    throw status / 100 == 4 && !isDown(answer)
        ? refused(status, said(answer.body()))
        : refused(answer);
  }

  /** The texts that a change gives, by the host's names of them. */
  static Map<String, Object> fields(ForgePullRequests.Change change, String body, String base) {
    var fields = new LinkedHashMap<String, Object>();
    putIfGiven(fields, "title", change.title());
    putIfGiven(fields, body, change.body());
    putIfGiven(fields, base, change.base());
    return fields;
  }

  private static void putIfGiven(Map<String, Object> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, value);
    }
  }

  /** All things of a list, page by page until one is not full. */
  <T> List<T> pages(
      IntFunction<String> path, Function<JsonNode, JsonNode> items, Function<JsonNode, T> read) {
    var all = new ArrayList<T>();
    for (int page = 1; page <= MOST_PAGES; page++) {
      var found = items.apply(get(path.apply(page)));
      if (!found.isArray()) {
        throw notUnderstood(null);
      }
      found.forEach(item -> all.add(read.apply(item)));
      if (found.size() < PAGE) {
        break;
      }
    }
    return all;
  }

  /** A repository of a list, by the host's names of what each calls differently. */
  ForgeRepository repository(JsonNode node, String id, String path, String updated) {
    return new ForgeRepository(
        required(node, id),
        required(node, "name"),
        required(node, path),
        text(node, "description"),
        text(node, "language"),
        time(node, updated));
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw down("took too long", null);
    }
    var coming =
        http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
    try {
      return coming.get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw down("took too long", e);
    } catch (ExecutionException e) {
      throw down("does not answer", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw down("was not waited for", e);
    } finally {
      var _ = coming.cancel(true); // as good as nothing once it has come
    }
  }

  private HttpRequest request(String method, String path, @Nullable String json) {
    try {
      var request = HttpRequest.newBuilder(URI.create(root + path));
      headers.forEach(request::header);
      if (json == null) {
        request.GET();
      } else {
        request.header("Content-Type", "application/json");
        request.method(method, BodyPublishers.ofString(json));
      }
      return request.build();
    } catch (IllegalArgumentException e) { // a token that no header can carry
      throw failed("can't be asked", e);
    }
  }

  /** A text or a number, as text; the host's answer is of no use without it. */
  String required(JsonNode node, String field) {
    String text = text(node, field);
    if (text == null || text.isEmpty()) {
      throw notUnderstood(null);
    }
    return text;
  }

  /** A text or a number, as text; null for anything else. */
  static @Nullable String text(JsonNode node, String field) {
    var value = node.path(field);
    return value.isString() || value.isNumber() ? value.asString() : null;
  }

  /** A point in time; null for anything else. */
  static @Nullable Instant time(JsonNode node, String field) {
    String text = text(node, field);
    try {
      return text == null ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException _) {
      return null;
    }
  }

  /** A name as one segment of a path. */
  static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Names between slashes as segments of a path. */
  static String segments(String path) {
    return Arrays.stream(path.split("/")).map(ForgeCalls::segment).collect(Collectors.joining("/"));
  }

  private ProblemException refused(HttpResponse<byte[]> answer) {
    String what = "answered " + answer.statusCode();
    if (isLimited(answer)) {
      what += ", since it takes no more requests for now" + until(answer);
    }
    return isDown(answer) ? down(what, null) : failed(what, null);
  }

  /** Whether it is the same for every request. */
  private static boolean isDown(HttpResponse<?> answer) {
    int status = answer.statusCode();
    return status == UNAUTHORIZED || status >= 500 || isLimited(answer);
  }

  /** GitHub says by 403, too, that there were too many. */
  private static boolean isLimited(HttpResponse<?> answer) {
    var headers = answer.headers();
    return answer.statusCode() == TOO_MANY
        || (answer.statusCode() == FORBIDDEN
            && (headers.firstValue("Retry-After").isPresent()
                || headers.firstValue("X-RateLimit-Remaining").orElse("").equals("0")));
  }

  private static String until(HttpResponse<?> answer) {
    String seconds = answer.headers().firstValue("Retry-After").orElse("");
    return seconds.matches("[0-9]{1,6}") ? " (%s s)".formatted(seconds) : "";
  }

  /** With the host's own words, which are for whoever asked and for no log. */
  private ProblemException refused(int status, String words) {
    var problem = problem("answered " + status, null);
    return words.isEmpty()
        ? problem.exception()
        : Problem.other(
                problem.status(), problem.code(), problem.detail() + ": " + words, problem.hint())
            .exception();
  }

  /** What hosts say of a refusal: a message, and errors with messages; in one line. */
  private static String said(byte[] body) {
    try {
      var node = Json.MAPPER.readTree(body);
      var parts = new ArrayList<String>();
      for (var field : List.of("message", "error", "errors")) {
        collect(node.path(field), parts);
      }
      String line =
          parts.stream()
              .distinct()
              .collect(Collectors.joining("; "))
              .replaceAll("\\p{Cntrl}+", " ");
      return line.substring(0, Math.min(MOST_WORDS, line.length()));
    } catch (JacksonException _) {
      return "";
    }
  }

  private static void collect(JsonNode node, List<String> parts) {
    if (node.isString()) {
      parts.add(node.stringValue());
    } else if (node.isObject() && node.path("message").isString()) {
      parts.add(node.path("message").stringValue());
    } else {
      node.valueStream().forEach(each -> collect(each, parts));
    }
  }

  private ProblemException notUnderstood(@Nullable Throwable cause) {
    return failed("answered what is not understood", cause);
  }

  private ProblemException failed(String what, @Nullable Throwable cause) {
    return problem(what, cause).exception();
  }

  private HostDownException down(String what, @Nullable Throwable cause) {
    return new HostDownException(problem(what, cause));
  }

  private Problem problem(String what, @Nullable Throwable cause) {
    LOG.info(
        "git provider {} {}{}",
        host,
        what,
        cause == null ? "" : " (" + cause.getClass().getSimpleName() + ")");
    return Problem.other(
        502,
        "upstream_failed",
        "The git provider %s %s".formatted(host, what),
        "Try again later; if it goes on, check the host and the token of the git connection");
  }
}
