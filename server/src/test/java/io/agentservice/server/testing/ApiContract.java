package io.agentservice.server.testing;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.openapi.Specification;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The specification as a judge of what the server answers. An answer is refused when its status,
 * media type or body is not the one that the specification declares; a field that it does not
 * declare is refused too. Remembers which operations were called.
 */
public final class ApiContract {
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "patch", "head", "options");
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final String BETA = "/v3beta1/";
  private static final ApiContract INSTANCE = new ApiContract();

  private final ObjectNode document;
  private final ObjectNode strictComponents;
  private final List<Operation> operations = new ArrayList<>();
  private final List<Matcher> matchers = new ArrayList<>();
  private final Set<String> called = new ConcurrentSkipListSet<>();
  private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

  /** An operation of the specification; {@code permission} is its {@code x-permission}. */
  public record Operation(
      String id, String method, String path, JsonNode permission, JsonNode node) {}

  /** By which requests an operation is meant; where several are, the one with most literals. */
  private record Matcher(Operation operation, Pattern pattern, long literals) {
    static Matcher of(Operation operation) {
      String pattern =
          canonical(operation.path)
              .replaceAll("\\{(repository_path|branch_name)}", ".+")
              .replaceAll("\\{[^/]+}", "\0")
              .replace("\0", "[^/]+");
      long literals =
          Pattern.compile("/")
              .splitAsStream(operation.path)
              .filter(part -> !part.startsWith("{"))
              .count();
      return new Matcher(operation, Pattern.compile(pattern), literals);
    }

    boolean matches(String method, String path) {
      return operation.method.equals(method) && pattern.matcher(path).matches();
    }
  }

  private ApiContract() {
    document = Json.MAPPER.valueToTree(Specification.bundle());
    strictComponents = (ObjectNode) document.get("components").deepCopy();
    makeStrict(strictComponents.get("schemas"));
    for (var path : document.get("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        if (METHODS.contains(operation.getKey())) {
          var node = operation.getValue();
          operations.add(
              new Operation(
                  node.get("operationId").stringValue(),
                  operation.getKey().toUpperCase(Locale.ROOT),
                  path.getKey(),
                  node.path("x-permission"),
                  node));
        }
      }
    }
    operations.forEach(operation -> matchers.add(Matcher.of(operation)));
  }

  public static ApiContract instance() {
    return INSTANCE;
  }

  public List<Operation> operations() {
    return List.copyOf(operations);
  }

  /** Ids of the operations that no test of this run has called so far. */
  public Set<String> uncalled() {
    var ids = new TreeSet<String>();
    operations.forEach(operation -> ids.add(operation.id()));
    ids.removeAll(called);
    return ids;
  }

  /** Judges one exchange; {@code path} is without its query, an empty text stands for no body. */
  public void check(String method, String path, String sent, Reply reply) {
    find(method, path).ifPresent(operation -> called.add(operation.id()));
    judge(method, path, sent, reply);
  }

  /** As {@link #check}, of a request that does not count as a test of its operation. */
  public void judge(String method, String path, String sent, Reply reply) {
    require(reply.headers().firstValue("X-Request-Id").isPresent(), "no X-Request-Id", reply);
    var operation = find(method, path).orElse(null);
    if (operation == null) {
      if (reply.status() >= 400) {
        checkBody("#/components/schemas/Problem", reply.body(), method + " " + path, reply);
      }
      return;
    }
    var response = resolve(operation.node().path("responses").path("" + reply.status()));
    require(response.isObject(), operation.id() + " declares no status " + reply.status(), reply);
    String type = reply.mediaType();
    var content = response.path("content");
    if (content.isEmpty()) {
      require(reply.body().isEmpty(), operation.id() + " declares no body", reply);
      return;
    }
    require(
        content.has(type) || content.has("*/*"), operation.id() + " declares no " + type, reply);
    if (type.endsWith("json")) {
      checkBody(content.path(type).path("schema"), reply.body(), operation.id(), reply);
    }
    if (reply.status() < 300 && !sent.isEmpty()) {
      var schema = operation.node().path("requestBody").path("content").path("application/json");
      if (schema.has("schema")) {
        var errors = lenient(schema.get("schema")).validate(Json.MAPPER.readTree(sent));
        require(
            errors.isEmpty(), operation.id() + " took a body unlike its schema: " + errors, reply);
      }
    }
  }

  /** Judges a JSON text, such as a frame of a stream, by a schema of the specification. */
  public void checkFrame(String schema, String json) {
    var reply = new Reply(200, null, json);
    checkBody("#/components/schemas/" + schema, json, schema, reply);
  }

  private Optional<Operation> find(String method, String path) {
    String canonical = canonical(path).replaceFirst("(?<=.)/$", "");
    return matchers.stream()
        .filter(matcher -> matcher.matches(method, canonical))
        .max(Comparator.comparingLong(Matcher::literals))
        .map(Matcher::operation);
  }

  /** Both spellings of a version are one tree. */
  private static String canonical(String path) {
    return path.startsWith(BETA) ? "/v3/" + path.substring(BETA.length()) : path;
  }

  private void checkBody(String reference, String body, String what, Reply reply) {
    checkBody(Json.MAPPER.createObjectNode().put("$ref", reference), body, what, reply);
  }

  private void checkBody(JsonNode schema, String body, String what, Reply reply) {
    var errors = strict(schema).validate(Json.MAPPER.readTree(body));
    require(errors.isEmpty(), what + " answered a body unlike its schema: " + errors, reply);
  }

  /** The node, or what its reference names. */
  public JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").stringValue().substring(1)) : node;
  }

  private Schema strict(JsonNode schema) {
    return schemas.computeIfAbsent("strict " + schema, _ -> schema(schema, strictComponents));
  }

  private Schema lenient(JsonNode schema) {
    return schemas.computeIfAbsent(
        "lenient " + schema, _ -> schema(schema, document.get("components")));
  }

  private static Schema schema(JsonNode schema, JsonNode components) {
    var whole = (ObjectNode) schema.deepCopy();
    whole.set("components", components);
    return SCHEMAS.getSchema(whole);
  }

  /** Objects hold what they declare and nothing else; the published document leaves that open. */
  private static void makeStrict(JsonNode node) {
    node.forEach(ApiContract::makeStrict);
    if (node instanceof ObjectNode object
        && object.get("properties") instanceof ObjectNode
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
  }

  private static void require(boolean condition, String message, Reply reply) {
    if (!condition) {
      throw new AssertionError(message + "\n" + reply.status() + " " + reply.body());
    }
  }
}
