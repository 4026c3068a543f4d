package io.agentservice.server.web.mcp;

import io.agentservice.server.base.http.answers.Json;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes requests of our own interface on behalf of one that came. */
final class Interface {
  private final HttpServlet routes;
  private final HttpServletRequest came;
  private final HttpServletResponse response;

  Interface(HttpServlet routes, HttpServletRequest came, HttpServletResponse response) {
    this.routes = routes;
    this.came = came;
    this.response = response;
  }

  /** {@code json} is null for what is none. */
  record Answered(int status, String text, @Nullable JsonNode json, InnerAnswer whole) {
    boolean ok() {
      return status / 100 == 2;
    }
  }

  /** Who asks. */
  Answered self() throws IOException, ServletException {
    return ask("GET", "/v3/self", null, new byte[0]);
  }

  Answered call(ServedTool tool, ObjectNode arguments, String org)
      throws IOException, ServletException {
    String path = tool.path().replace("{org_id}", encoded(org));
    Map<String, String> query = new LinkedHashMap<>();
    var body = Json.MAPPER.createObjectNode();
    for (var parameter : tool.parameters()) {
      var value = arguments.get(parameter.name());
      if (value == null || value.isNull()) {
        continue;
      }
      switch (parameter.in()) {
        case PATH -> path = path.replace("{" + parameter.name() + "}", encoded(value.asString("")));
        case QUERY -> query.put(parameter.name(), value.asString(""));
        case BODY -> body.set(parameter.name(), value);
        case HERE -> {}
      }
    }
    if (tool.parameters().stream().anyMatch(one -> one.name().equals("first"))) {
      query.putIfAbsent("first", "20");
    }
    byte[] sent =
        tool.method().equals("POST")
            ? body.toString().getBytes(StandardCharsets.UTF_8)
            : new byte[0];
    return ask(tool.method(), path, query.isEmpty() ? null : text(query), sent);
  }

  private Answered ask(String method, String path, @Nullable String query, byte[] body)
      throws IOException, ServletException {
    var answer = new InnerAnswer(response);
    routes.service(new InnerRequest(came, method, path, query, body), answer);
    String text = answer.text();
    return new Answered(answer.getStatus(), text, json(text), answer);
  }

  private static @Nullable JsonNode json(String text) {
    try {
      return text.isEmpty() ? null : Json.MAPPER.readTree(text);
    } catch (JacksonException e) {
      return null;
    }
  }

  private static String text(Map<String, String> query) {
    return query.entrySet().stream()
        .map(one -> one.getKey() + "=" + encoded(one.getValue()))
        .collect(Collectors.joining("&"));
  }

  /** So that what an agent says for an id is one part of a path, whatever it says. */
  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace(".", "%2E");
  }
}
