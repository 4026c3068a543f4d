package io.agentservice.server.base.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Adds what method, path and permission of an operation imply (completions.md 5, 8.2), unless its
 * file says otherwise.
 *
 * <p>Short forms: {@code x-answer} is the schema of a 200, {@code x-page-of} that of a list's items
 * ({@code x-whole-list-of} with one page), {@code x-body} that of the body, {@code x-idempotent:
 * true} takes an {@code Idempotency-Key}.
 */
final class CommonParts {
  private static final Pattern PATH_NAME = Pattern.compile("\\{(\\w+)}");
  private static final String PERMISSION = "x-permission";
  private static final String SCHEMA = "schema";
  private static final List<String> DEMANDS =
      List.of("required", "minProperties", "anyOf", "allOf");

  /** Faults before any operation (ADR 0019). */
  private static final Map<String, String> EDGE =
      Map.of(
          "400", "BadRequest",
          "414", "UriTooLong",
          "431", "HeadersTooLarge",
          "500", "InternalError");

  private final UnaryOperator<String> shared;
  private final UnaryOperator<Object> schemas;
  private final PageSchemas pages;

  /** {@code shared} refers to a shared component, {@code schemas} resolves a reference. */
  CommonParts(UnaryOperator<String> shared, UnaryOperator<Object> schemas, PageSchemas pages) {
    this.shared = shared;
    this.schemas = schemas;
    this.pages = pages;
  }

  /** A list's schema, made of that of its items. */
  @FunctionalInterface
  interface PageSchemas {
    /** The reference to the component. */
    String of(String path, Map<String, Object> items);
  }

  /** Completes an operation in place. */
  void addTo(String path, Map<String, Object> operation) {
    var items = operation.remove("x-page-of");
    var whole = operation.remove("x-whole-list-of");
    var answer = operation.remove("x-answer");
    var body = operation.remove("x-body");
    boolean idempotent = Boolean.TRUE.equals(operation.remove("x-idempotent"));
    operation.put("parameters", parameters(path, operation, items != null, idempotent));
    if (body != null) {
      operation.put(
          "requestBody", Map.of("required", demands(schemas.apply(body)), "content", json(body)));
    }
    var answers = new TreeMap<String, @Nullable Object>();
    common(path, operation)
        .forEach((status, name) -> answers.put(status, ref("responses/" + name)));
    if (items != null || whole != null) {
      var schema = pages.of(path, SpecificationFile.object(items == null ? whole : items));
      answers.put("200", answer("A page.", Map.of("$ref", schema)));
    } else if (answer != null) {
      answers.put("200", answer("Done.", answer));
    }
    if (operation.get("responses") instanceof Map<?, ?> own) {
      own.forEach((status, response) -> answers.put(status.toString(), response));
    }
    operation.put("responses", answers);
  }

  /** No body counts as an empty object where that is enough (completions.md 4). */
  private static boolean demands(Object schema) {
    return schema instanceof Map<?, ?> members && DEMANDS.stream().anyMatch(members::containsKey);
  }

  private List<Object> parameters(
      String path, Map<String, Object> operation, boolean list, boolean idempotent) {
    List<?> own = operation.get("parameters") instanceof List<?> some ? some : List.of();
    var all = new ArrayList<>();
    PATH_NAME.matcher(path).results().forEach(name -> all.add(ref("parameters/" + name.group(1))));
    if (list) {
      paging(path).stream()
          .filter(name -> own.stream().noneMatch(said -> isCalled(name, said)))
          .forEach(name -> all.add(ref("parameters/" + name)));
    }
    if (idempotent) {
      all.add(ref("parameters/idempotency_key"));
    }
    all.addAll(own);
    return all;
  }

  private static boolean isCalled(String name, Object parameter) {
    return parameter instanceof Map<?, ?> members && name.equals(members.get("name"));
  }

  private static List<String> paging(String path) {
    if (path.startsWith("/v2/")) {
      return List.of("skip", "page_limit");
    }
    return path.startsWith("/v3") ? List.of("first", "limit", "after") : List.of("first", "after");
  }

  /** Status and name of the shared answer. */
  private static Map<String, String> common(String path, Map<String, Object> operation) {
    var answers = new LinkedHashMap<String, String>();
    String parameters = String.valueOf(operation.get("parameters"));
    boolean cursor = parameters.contains("parameters/after");
    boolean body = operation.containsKey("requestBody");
    boolean open = "none".equals(operation.get(PERMISSION));
    EDGE.forEach(answers::put);
    if (!open) {
      answers.put("401", "Unauthorized");
      answers.put("403", "Forbidden");
      answers.put("429", "RateLimited");
      answers.put("503", "Unavailable");
    }
    boolean old = Boolean.TRUE.equals(operation.get("deprecated")); // may be switched off
    if (old || path.contains("{")) {
      answers.put("404", "NotFound");
    }
    if (body) {
      answers.put("408", "RequestTimeout");
      answers.put("413", "BodyTooLarge");
      answers.put("415", "UnsupportedMediaType");
    }
    if (body
        || cursor
        || parameters.contains("in=query")
        || parameters.contains("parameters/skip")) {
      answers.put("422", "ValidationFailed");
    }
    if (parameters.contains("parameters/idempotency_key")) {
      answers.put("409", "Conflict");
    }
    return answers;
  }

  private Map<String, Object> ref(String file) {
    return Map.of("$ref", shared.apply(file));
  }

  private static Map<String, Object> answer(String description, Object schema) {
    return Map.of("description", description, "content", json(schema));
  }

  private static Map<String, Object> json(Object schema) {
    return Map.of("application/json", Map.of(SCHEMA, schema));
  }
}
