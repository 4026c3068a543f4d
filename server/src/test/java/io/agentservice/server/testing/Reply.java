package io.agentservice.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What the server answered. */
public record Reply(int status, HttpHeaders headers, String body) {

  /** The answer of a request that must be carried out. */
  public Reply ok() {
    assertThat(status).as(body).isEqualTo(200);
    return this;
  }

  /** The answer of a request that must be refused in this way. */
  public Reply refused(int expectedStatus, String code) {
    assertThat(status).as(body).isEqualTo(expectedStatus);
    assertThat(text("/code")).isEqualTo(code);
    return this;
  }

  /** A 422 that finds exactly these failures, each as {@code body.name missing}. */
  public Reply invalid(String... failures) {
    assertThat(status).as(body).isEqualTo(422);
    var found = new ArrayList<String>();
    for (JsonNode failure : at("/detail")) {
      var loc = new ArrayList<String>();
      failure.get("loc").forEach(part -> loc.add(part.asString()));
      found.add(String.join(".", loc) + " " + failure.get("type").stringValue());
    }
    assertThat(found).containsExactlyInAnyOrder(failures);
    return this;
  }

  public JsonNode json() {
    return Json.MAPPER.readTree(body);
  }

  /** The node at a JSON pointer, e.g. {@code /items/0/name}. */
  public JsonNode at(String pointer) {
    return json().at(pointer);
  }

  /** The text at a JSON pointer; null when it is null or absent. */
  public String text(String pointer) {
    var node = at(pointer);
    return node.isNull() || node.isMissingNode() ? null : node.asString();
  }

  /** The texts of one field of all items of a page. */
  public List<String> each(String pointer) {
    return each("/items", pointer);
  }

  /** The texts of one field of all elements of an array. */
  public List<String> each(String array, String pointer) {
    var texts = new ArrayList<String>();
    at(array).forEach(item -> texts.add(item.at(pointer).asString()));
    return texts;
  }

  public String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  String mediaType() {
    String type = headers.firstValue("Content-Type").orElse("");
    return type.replaceFirst(";.*", "").strip();
  }
}
