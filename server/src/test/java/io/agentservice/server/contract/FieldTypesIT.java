package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every JSON type in every field of every body that the specification describes, beside an
 * otherwise good body, on things that there are: no 5xx, and what is of a wrong type is a 422 that
 * names the field, once. The organization has a list of allowed tags, which are read a second time.
 * One value of each type is tried here, the odd ones by {@link OddValuesIT}.
 */
class FieldTypesIT extends EveryWrite {
  /** By the name of the type in a schema; the first is the plain one. */
  private static final Map<String, List<String>> SAMPLES =
      Map.of(
          "null", List.of("null"),
          "boolean", List.of("true"),
          "integer", List.of("7", "-1", "123456789012345678901234567890"),
          "number", List.of("1.5", "1e400", "-1e-300"),
          "string", List.of("\"x\"", "\"\"", "\"7\""),
          "array", List.of("[null]", "[]", "[[]]", "[".repeat(50) + "]".repeat(50)),
          "object", List.of("{\"a\":{\"b\":[1,null]}}", "{}"));

  private JsonNode document;

  /** Which of the values of a type are tried. */
  protected List<String> chosen(List<String> samples) {
    return samples.subList(0, 1);
  }

  @BeforeEach
  void documentAndTags() {
    document = server.anonymous().get("/openapi.json").ok().json();
    admin.put(at("/v3/enterprise/organizations/{org_id}/tags"), json("tags", List.of("a"))).ok();
  }

  /**
   * A place of a body.
   *
   * @param field the member of the body that it is, or is in
   * @param before and {@code after}: what surrounds it in that member's value
   */
  private record Place(String field, String before, String after, JsonNode schema) {}

  @TestFactory
  Stream<DynamicTest> everyTypeInEveryField() {
    return writes()
        .filter(route -> !body(route).isMissingNode())
        .map(route ->
            DynamicTest.dynamicTest(route.method() + " " + route.path(), () -> tryAll(route)));
  }

  /** Were the specification or the table of writes not found, nothing would be tried. */
  @Test
  void mostWritesHaveABody() {
    assertThat(writes().filter(route -> !body(route).isMissingNode())).hasSizeGreaterThan(60);
  }

  private JsonNode body(Route route) {
    String method = route.method().name().toLowerCase(Locale.ROOT);
    return resolve(
        document
            .path("paths")
            .path(route.path())
            .path(method)
            .path("requestBody")
            .path("content")
            .path("application/json")
            .path("schema"));
  }

  private JsonNode resolve(JsonNode schema) {
    return schema.has("$ref")
        ? resolve(document.at(schema.get("$ref").stringValue().substring(1)))
        : schema;
  }

  private void tryAll(Route route) {
    var write = writeOf(route);
    var good = (ObjectNode) Json.MAPPER.readTree(write.body().isEmpty() ? "{}" : write.body());
    var wrong = new ArrayList<String>();
    String path = null;
    for (var place : places(body(route))) {
      for (var kind : SAMPLES.entrySet()) {
        for (String sample : chosen(kind.getValue())) {
          path = path == null ? write.path().get() : path;
          String sent = with(good, place, sample);
          var reply =
              caller(path)
                  .with("Content-Type", "application/json")
                  .send(route.method().name(), path, sent);
          String fault = fault(place, kind.getKey(), reply);
          if (fault != null) {
            wrong.add("%s: %s -> %s".formatted(fault, sent, reply.body()));
          }
          boolean gone = reply.status() == 404 || reply.status() == 409;
          path = gone ? null : path;
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String with(ObjectNode good, Place place, String sample) {
    var others = good.deepCopy();
    others.remove(place.field());
    String text = others.toString();
    return "%s%s%s:%s}"
        .formatted(
            text.substring(0, text.length() - 1),
            others.isEmpty() ? "" : ",",
            Json.MAPPER.writeValueAsString(place.field()),
            place.before() + sample + place.after());
  }

  /** Null when the answer is as it should be. */
  private String fault(Place place, String kind, Reply reply) {
    if (reply.status() >= 500) {
      return "a 5xx";
    }
    if (reply.status() == 422) {
      var locs = new ArrayList<String>();
      reply.at("/detail").forEach(failure -> locs.add(failure.get("loc").toString()));
      if (locs.stream().distinct().count() < locs.size()) {
        return "told twice";
      }
    }
    var types = types(place.schema());
    boolean fits =
        types.isEmpty()
            || types.contains(kind)
            || (kind.equals("integer") && types.contains("number"));
    // Null is absent, or clears: where it may not, a test of the field says so.
    if (fits || (kind.equals("null") && place.before().isEmpty())) {
      return null;
    }
    boolean named =
        reply.status() == 422
            && reply
                .at("/detail")
                .valueStream()
                .anyMatch(failure -> failure.at("/loc/1").asString("").equals(place.field()));
    return named ? null : "a wrong type is not told";
  }

  /** The types that a schema allows; none when it allows all. */
  private Set<String> types(JsonNode given) {
    var schema = resolve(given);
    var types = new TreeSet<String>();
    var type = schema.path("type");
    if (type.isString()) {
      types.add(type.stringValue());
    }
    type.forEach(one -> types.add(one.stringValue()));
    for (String choice : List.of("oneOf", "anyOf", "allOf")) {
      for (var one : schema.path(choice)) {
        var allowed = types(one);
        if (allowed.isEmpty()) {
          return allowed;
        }
        types.addAll(allowed);
      }
    }
    return types;
  }

  /** The members of a body, and those of objects and the elements of arrays in them. */
  private List<Place> places(JsonNode body) {
    var places = new ArrayList<Place>();
    for (var property : properties(body).entrySet()) {
      add(places, property.getKey(), "", "", property.getValue(), 0);
    }
    return places;
  }

  private void add(
      List<Place> places, String field, String before, String after, JsonNode given, int depth) {
    var schema = resolve(given);
    places.add(new Place(field, before, after, schema));
    if (depth == 3) {
      return;
    }
    if (schema.has("items")) {
      add(places, field, before + "[", "]" + after, schema.get("items"), depth + 1);
    }
    for (var property : properties(schema).entrySet()) {
      String member = "{%s:".formatted(Json.MAPPER.writeValueAsString(property.getKey()));
      add(places, field, before + member, "}" + after, property.getValue(), depth + 1);
    }
    if (schema.path("additionalProperties").isObject()) {
      add(
          places,
          field,
          before + "{\"k\":",
          "}" + after,
          schema.get("additionalProperties"),
          depth + 1);
    }
    for (String choice : List.of("oneOf", "anyOf")) {
      schema.path(choice).forEach(one -> addWithin(places, field, before, after, one, depth));
    }
  }

  /** One of several shapes of a place: only what is in it is a further place. */
  private void addWithin(
      List<Place> places, String field, String before, String after, JsonNode one, int depth) {
    var within = new ArrayList<Place>();
    add(within, field, before, after, one, depth);
    places.addAll(within.subList(1, within.size()));
  }

  private Map<String, JsonNode> properties(JsonNode given) {
    var schema = resolve(given);
    var all = new LinkedHashMap<String, JsonNode>();
    schema.path("allOf").forEach(part -> all.putAll(properties(part)));
    schema
        .path("properties")
        .properties()
        .forEach(property -> all.put(property.getKey(), property.getValue()));
    return all;
  }
}
