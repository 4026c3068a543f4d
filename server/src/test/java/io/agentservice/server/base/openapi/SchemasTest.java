package io.agentservice.server.base.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What generators of clients need of the document, and readers of its files easily miss. */
class SchemasTest {
  /** Of JSON Schema and OpenAPI, as far as we use them; whoever needs another adds it. */
  private static final Set<String> MEMBERS =
      Set.of(
          "$ref",
          "additionalProperties",
          "allOf",
          "anyOf",
          "const",
          "contentMediaType",
          "default",
          "deprecated",
          "description",
          "enum",
          "examples",
          "exclusiveMinimum",
          "format",
          "items",
          "maxItems",
          "maxLength",
          "maxProperties",
          "maximum",
          "minItems",
          "minLength",
          "minProperties",
          "minimum",
          "oneOf",
          "pattern",
          "properties",
          "propertyNames",
          "readOnly",
          "required",
          "type",
          "uniqueItems");

  private static final List<String> ONE_SCHEMA = List.of("items", "propertyNames");
  private static final List<String> ALTERNATIVES = List.of("allOf", "anyOf", "oneOf");

  private final JsonNode document = Json.MAPPER.valueToTree(Specification.bundle());

  /** By where they are; alternatives lie below a "/anyOf" or "/oneOf". */
  private final Map<String, JsonNode> schemas = new LinkedHashMap<>();

  SchemasTest() {
    document
        .at("/components/schemas")
        .properties()
        .forEach(schema -> add(schema.getKey(), schema.getValue()));
    find("paths", document.get("paths"));
    find("parameters", document.at("/components/parameters"));
    find("responses", document.at("/components/responses"));
  }

  private void find(String where, JsonNode node) {
    node.properties()
        .forEach(member -> {
          String at = where + " " + member.getKey();
          if (Set.of("schema", "x-item-schema").contains(member.getKey())) {
            add(at, member.getValue());
          } else {
            find(at, member.getValue());
          }
        });
    if (node.isArray()) {
      node.forEach(element -> find(where + " " + element.path("name").asString(""), element));
    }
  }

  private void add(String where, JsonNode schema) {
    schemas.put(where, schema);
    schema
        .path("properties")
        .properties()
        .forEach(property -> add(where + "." + property.getKey(), property.getValue()));
    for (String name : ONE_SCHEMA) {
      if (schema.has(name)) {
        add(where + "/" + name, schema.get(name));
      }
    }
    if (schema.path("additionalProperties").isObject()) {
      add(where + "/additionalProperties", schema.get("additionalProperties"));
    }
    for (String name : ALTERNATIVES) {
      int nth = 0;
      for (var alternative : schema.path(name)) {
        add(where + "/" + name + nth++, alternative);
      }
    }
  }

  /** In {@code { type: string, description: One, or two }} the description ends at the comma. */
  @Test
  void aSchemaHasNoMemberThatJsonSchemaDoesNotKnow() {
    assertThat(schemas).hasSizeGreaterThan(1000);
    var unknown = new TreeMap<String, Set<String>>();
    schemas.forEach((where, schema) -> {
      var names = new TreeSet<>(schema.propertyNames());
      names.removeAll(MEMBERS);
      if (!names.isEmpty()) {
        unknown.put(where, names);
      }
    });
    assertThat(unknown).isEmpty();
  }

  @Test
  void nothingIsOnlyEverNullAndNothingHasTwoTypesBesideNull() {
    var odd = new ArrayList<String>();
    schemas.forEach((where, schema) -> {
      var type = schema.path("type");
      boolean alternative = where.matches(".*/(any|one)Of\\d+");
      boolean several = type.valueStream().filter(one -> !isNull(one)).count() > 1;
      if (several || (isNull(type) && !alternative)) {
        odd.add(where);
      }
    });
    assertThat(odd).isEmpty();
  }

  private static boolean isNull(JsonNode type) {
    return type.asString("").equals("null");
  }

  /** A map without a word on its values is a type of its own in some generators, with a warning. */
  @Test
  void anObjectSaysWhatItHolds() {
    assertThat(schemas)
        .allSatisfy((where, schema) -> {
          if (schema.path("type").toString().contains("\"object\"")) {
            assertThat(schema.propertyNames())
                .as(where)
                .containsAnyOf("properties", "additionalProperties");
          }
        });
  }

  /** Files of bodies end so; whoever sends more is refused. */
  @Test
  void anIntegerThatIsSentHasBounds() {
    assertThat(schemas)
        .allSatisfy((where, schema) -> {
          boolean sent = where.matches("\\w+(Create|Write|Change)\\b.*|.*parameters.*");
          if (sent && schema.path("type").toString().contains("\"integer\"")) {
            assertThat(schema.propertyNames()).as(where).contains("minimum", "maximum");
          }
        });
  }

  @Test
  void namesOfComponentsAndOperationsMakeNamesOfTypesAndMethods() {
    var names = new ArrayList<String>();
    for (String section : List.of("schemas", "parameters", "responses")) {
      names.addAll(document.at("/components/" + section).propertyNames());
    }
    assertThat(names).map(SchemasTest::plain).doesNotHaveDuplicates().doesNotContain("self");
    var operations = document.get("paths").findValuesAsString("operationId");
    assertThat(operations).map(SchemasTest::plain).doesNotHaveDuplicates().doesNotContain("self");
  }

  /** As a generator may change it: without underscores and in one case. */
  private static String plain(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }
}
