package io.agentservice.server.contract.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.base.http.answers.Json;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Requests for one operation. */
final class RequestDice {
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

  private final JsonNode document;
  private final Harvest harvest;

  RequestDice(JsonNode document, Harvest harvest) {
    this.document = document;
    this.harvest = harvest;
  }

  /**
   * A request.
   *
   * @param path with its query
   * @param body null for none
   */
  record Sent(String method, String path, Map<String, String> headers, byte[] body) {
    String pathOnly() {
      return path.replaceFirst("\\?.*", "");
    }

    /** The body; readers of JSON may skip a byte order mark. */
    String text() {
      return body == null ? "" : new String(body, UTF_8).replaceFirst("^\\x{feff}", "");
    }

    /** Fit to be read, and to be sent again by hand. */
    @Override
    public String toString() {
      String shown = text().length() > 600 ? text().substring(0, 600) + "..." : text();
      return "%s %s %s %s".formatted(method, path, headers, shown);
    }
  }

  /**
   * @param template path with names, e.g. {@code /v3/organizations/{org_id}}
   */
  Sent request(String method, String template, JsonNode operation, Random random) {
    double oddness =
        switch (random.nextInt(5)) {
          case 0, 1 -> 0;
          case 2, 3 -> 0.08;
          default -> 0.5;
        };
    var dice = new SchemaDice(document, harvest, random, oddness);
    var oddities = new Oddities(random);
    var headers = new LinkedHashMap<String, String>();
    var query = new ArrayList<String>();
    for (var given : operation.path("parameters")) {
      var parameter = given.has("$ref") ? document.at(pointer(given)) : given;
      String name = parameter.path("name").asString();
      boolean wanted = parameter.path("required").asBoolean(false) || random.nextInt(4) == 0;
      switch (parameter.path("in").asString()) {
        case "query" -> {
          if (wanted) {
            String value = dice.text(name, parameter.path("schema"));
            boolean waits = name.equals("wait") && value.matches("[0-9]{1,2}"); // up to a minute
            query.add(encoded(name) + "=" + encoded(waits ? "1" : value));
          }
        }
        case "header" -> {
          if (wanted) {
            headers.put(name, visible(dice.text(name, parameter.path("schema"))));
          }
        }
        default -> {}
      }
    }
    if (random.nextDouble() < oddness / 2) {
      query.add(query.isEmpty() ? encoded(oddities.text()) : query.getFirst());
    }
    String path = path(template, dice);
    var content = operation.path("requestBody").path("content").properties();
    byte[] body = null;
    if (!content.isEmpty()) {
      var type = List.copyOf(content).get(random.nextInt(content.size()));
      body = dice.json("", type.getValue().path("schema")).getBytes(UTF_8);
      if (oddness > 0 && random.nextInt(6) == 0) {
        body = oddities.damaged(body);
      }
      boolean odd = oddness > 0 && random.nextInt(12) == 0;
      headers.put("Content-Type", odd ? oddities.mediaType() : type.getKey());
    }
    return new Sent(
        method, query.isEmpty() ? path : path + "?" + String.join("&", query), headers, body);
  }

  private static String pointer(JsonNode reference) {
    return reference.get("$ref").stringValue().substring(1);
  }

  private String path(String template, SchemaDice dice) {
    var string = Json.MAPPER.createObjectNode().put("type", "string");
    return NAME.matcher(template).replaceAll(name -> segment(dice.text(name.group(1), string)));
  }

  private static String segment(String text) {
    return text.isEmpty() ? "x" : encoded(text);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  /** What a client library sends at all. */
  private static String visible(String text) {
    return text.replaceAll("[^\\x20-\\x7e]", "?").strip();
  }
}
