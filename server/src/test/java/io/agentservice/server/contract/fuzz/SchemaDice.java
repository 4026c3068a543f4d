package io.agentservice.server.contract.fuzz;

import io.agentservice.server.base.http.answers.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** JSON texts that fit a schema of the document, but for a part of their values. */
final class SchemaDice {
  private static final int DEEPEST = 6;

  private final JsonNode document;
  private final Harvest harvest;
  private final Random random;
  private final Oddities oddities;
  private final double oddness;

  /**
   * @param oddness how often a value is anything at all, from 0 to 1
   */
  SchemaDice(JsonNode document, Harvest harvest, Random random, double oddness) {
    this.document = document;
    this.harvest = harvest;
    this.random = random;
    this.oddities = new Oddities(random);
    this.oddness = oddness;
  }

  /** A JSON text for a field of that name. */
  String json(String name, JsonNode schema) {
    return json(name, schema, 0);
  }

  /** A text for a parameter of that name. */
  String text(String name, JsonNode schema) {
    if (odd()) {
      return oddities.text();
    }
    String json = new SchemaDice(document, harvest, random, 0).json(name, schema);
    var value = Json.MAPPER.readTree(json);
    return value.isArray() ? value.path(0).asString("") : value.asString("");
  }

  private boolean odd() {
    return random.nextDouble() < oddness;
  }

  private String json(String name, JsonNode given, int depth) {
    var schema = resolve(given);
    if (odd()) {
      return oddities.json();
    }
    for (String choice : List.of("oneOf", "anyOf")) {
      if (schema.has(choice)) {
        return json(name, oneOf(schema.get(choice)), depth);
      }
    }
    if (schema.has("allOf")) {
      return json(name, schema.at("/allOf/0"), depth);
    }
    if (schema.has("const")) {
      return schema.get("const").toString();
    }
    if (schema.has("enum")) {
      return oneOf(schema.get("enum")).toString();
    }
    return switch (type(schema)) {
      case "null" -> "null";
      case "boolean" -> "" + random.nextBoolean();
      case "integer" -> "" + integer(schema);
      case "number" -> integer(schema) + ".5";
      case "string" -> Json.MAPPER.writeValueAsString(string(name, schema));
      case "array" -> array(name, schema, depth);
      default -> object(schema, depth);
    };
  }

  private JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").stringValue().substring(1)) : node;
  }

  private JsonNode oneOf(JsonNode all) {
    return all.get(random.nextInt(all.size()));
  }

  private String type(JsonNode schema) {
    var type = schema.path("type");
    if (type.isArray()) {
      return oneOf(type).stringValue();
    }
    return type.isString() ? type.stringValue() : schema.has("items") ? "array" : "object";
  }

  private long integer(JsonNode schema) {
    long least = schema.path("minimum").asLong(0);
    long most = schema.path("maximum").asLong(least + 100);
    return switch (random.nextInt(4)) {
      case 0 -> least;
      case 1 -> most;
      default -> least + (long) (random.nextDouble() * (most - least));
    };
  }

  private String string(String name, JsonNode schema) {
    String seen = harvest.pick(name, random);
    if (seen != null && random.nextInt(5) > 0) {
      return seen;
    }
    int least = schema.path("minLength").asInt(1);
    int most = Math.min(schema.path("maxLength").asInt(20), 2000);
    return switch (random.nextInt(12)) {
      case 0 -> "ä".repeat(least);
      case 1 -> "a".repeat(most);
      default -> "w" + Integer.toString(random.nextInt(1 << 30), 36).repeat(Math.max(1, least / 6));
    };
  }

  private String array(String name, JsonNode schema, int depth) {
    int least = schema.path("minItems").asInt(0);
    int count = depth > DEEPEST ? least : Math.max(least, random.nextInt(3));
    var items = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      items.add(json(name, schema.path("items"), depth + 1));
    }
    return "[" + String.join(",", items) + "]";
  }

  private String object(JsonNode schema, int depth) {
    var required = new ArrayList<String>();
    schema.path("required").forEach(field -> required.add(field.stringValue()));
    var fields = new ArrayList<String>();
    for (var property : schema.path("properties").properties()) {
      boolean wanted = required.contains(property.getKey()) ? !odd() : random.nextInt(3) == 0;
      if (wanted && depth <= DEEPEST) {
        fields.add(field(property.getKey(), property.getValue(), depth));
      }
    }
    if (!fields.isEmpty() && odd()) {
      fields.add(oneOf(fields));
    }
    if (odd() || !schema.has("properties")) {
      fields.add("\"x%d\":%s".formatted(random.nextInt(100), odd() ? oddities.json() : "\"v\""));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private String oneOf(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }

  private String field(String name, JsonNode schema, int depth) {
    return Json.MAPPER.writeValueAsString(name) + ":" + json(name, schema, depth + 1);
  }
}
