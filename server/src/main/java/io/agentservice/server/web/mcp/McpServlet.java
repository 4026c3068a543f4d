package io.agentservice.server.web.mcp;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.web.mcp.Interface.Answered;
import io.agentservice.wire.text.Cut;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /mcp}: a POST for each message, answered by JSON; no streams and no sessions. */
public final class McpServlet extends HttpServlet {
  public static final String PATH = "/mcp";
  private static final long serialVersionUID = 1;
  private static final int MOST_BYTES = 4 << 20;
  private static final int MOST_CHARACTERS = 200_000;
  private static final int LONGEST_WAIT = 50;
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final String NEWEST = "2025-11-25";
  private static final Set<String> VERSIONS =
      Set.of("2024-11-05", "2025-03-26", "2025-06-18", NEWEST);

  private static final Pattern ORG_OF_ADDRESS =
      Pattern.compile("(?:^|&)org_id=([A-Za-z0-9-]+)(?:&|$)");

  private static final int PARSE = -32700;
  private static final int INVALID = -32600;
  private static final int UNKNOWN_METHOD = -32601;
  private static final int WRONG_PARAMETERS = -32602;

  private static final String INSTRUCTIONS =
      "Sessions are autonomous software engineers that work on machines of their own, for minutes or hours. Start one with a whole task, "
          + "wait_for_session until it asks or is done, read_session for what it says, message_session to answer.";

  private final transient HttpServlet routes;
  private final transient AllowedOrigins origins;
  private final String version;

  /** {@code routes} serves our interface. */
  public McpServlet(HttpServlet routes, AllowedOrigins origins, String version) {
    this.routes = routes;
    this.origins = origins;
    this.version = version;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    response.setHeader("Cache-Control", "no-store");
    if (!origins.allow(request.getHeader("Origin"))) {
      write(response, 403, failure(null, INVALID, "pages of this origin may not ask"));
      return;
    }
    if (!request.getMethod().equals("POST")) {
      response.setHeader("Allow", "POST");
      response.setStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
      return;
    }
    var ours = new Interface(routes, request, response);
    var self = ours.self(); // whoever may not ask anything is told so first
    if (!self.ok()) {
      passOn(self, response);
      return;
    }
    String spoken = request.getHeader("MCP-Protocol-Version");
    byte[] bytes = request.getInputStream().readNBytes(MOST_BYTES + 1);
    var message = bytes.length > MOST_BYTES ? null : parsed(bytes);
    if (bytes.length > MOST_BYTES) {
      String tooLong = "the body has more than %,d bytes".formatted(MOST_BYTES);
      write(response, 413, failure(null, INVALID, tooLong));
    } else if (spoken != null && !VERSIONS.contains(spoken)) {
      write(response, 400, failure(null, INVALID, "this version is not spoken here"));
    } else if (message == null) {
      write(response, 400, failure(null, PARSE, "the body is no JSON object"));
    } else if (!message.path("method").isString()) {
      write(response, 400, failure(message.get("id"), INVALID, "no request of JSON-RPC"));
    } else if (!message.has("id")) {
      response.setStatus(HttpServletResponse.SC_ACCEPTED);
    } else {
      write(response, 200, answer(message, ours, org(request, self)));
    }
  }

  /** A refusal of our interface, as it stands. */
  private static void passOn(Answered refused, HttpServletResponse response) throws IOException {
    for (String name : new String[] {"WWW-Authenticate", "Retry-After", "Content-Type"}) {
      String value = refused.whole().kept(name);
      if (value != null) {
        response.setHeader(name, value);
      }
    }
    response.setStatus(refused.status());
    response.getOutputStream().write(refused.text().getBytes(StandardCharsets.UTF_8));
  }

  private ObjectNode answer(ObjectNode message, Interface ours, @Nullable String org)
      throws IOException, ServletException {
    var id = message.get("id");
    var params = message.path("params");
    return switch (message.path("method").asString("")) {
      case "initialize" -> result(id, initialized(params));
      case "ping" -> result(id, Json.MAPPER.createObjectNode());
      case "tools/list" -> {
        var result = Json.MAPPER.createObjectNode();
        var all = result.putArray("tools");
        ServedTools.ALL.forEach(tool -> all.add(tool.told()));
        yield result(id, result);
      }
      case "tools/call" -> called(id, params, ours, org);
      default -> failure(id, UNKNOWN_METHOD, "this server has no such method");
    };
  }

  private ObjectNode initialized(JsonNode params) {
    String wanted = params.path("protocolVersion").asString("");
    var result = Json.MAPPER.createObjectNode();
    result.put("protocolVersion", VERSIONS.contains(wanted) ? wanted : NEWEST);
    result.putObject("capabilities").putObject("tools");
    result
        .putObject("serverInfo")
        .put("name", "agent-service")
        .put("title", "Agent service")
        .put("version", version);
    return result.put("instructions", INSTRUCTIONS);
  }

  private static ObjectNode called(
      @Nullable JsonNode id, JsonNode params, Interface ours, @Nullable String own)
      throws IOException, ServletException {
    var tool = ServedTools.find(params.path("name").asString("")).orElse(null);
    if (tool == null) {
      return failure(id, WRONG_PARAMETERS, "there is no such tool");
    }
    var arguments =
        params.get("arguments") instanceof ObjectNode given
            ? given
            : Json.MAPPER.createObjectNode();
    String wrong = wrong(tool, arguments);
    if (wrong != null) {
      return failure(id, WRONG_PARAMETERS, wrong);
    }
    String named = arguments.path(ServedTools.ORG).asString("");
    String org = named.isEmpty() ? own : named;
    if (org == null) {
      return failure(
          id, WRONG_PARAMETERS, "the key is of no single organization: name one by org_id");
    }
    var answered =
        tool.name().equals(ServedTools.WAIT)
            ? awaited(tool, arguments, org, ours)
            : ours.call(tool, arguments, org);
    return result(id, shown(answered));
  }

  /** What is missing or not known; the interface judges the values. */
  private static @Nullable String wrong(ServedTool tool, ObjectNode arguments) {
    for (var parameter : tool.parameters()) {
      if (parameter.required() && arguments.path(parameter.name()).asString("").isEmpty()) {
        return parameter.name() + " is missing";
      }
    }
    return arguments.propertyNames().stream()
        .filter(name -> tool.parameters().stream().noneMatch(one -> one.name().equals(name)))
        .findFirst()
        .map(name -> tool.name() + " has no " + name)
        .orElse(null);
  }

  /** The organization that the address names, else that of the key; null without a single one. */
  private static @Nullable String org(HttpServletRequest request, Answered answered) {
    var named = ORG_OF_ADDRESS.matcher(Objects.requireNonNullElse(request.getQueryString(), ""));
    if (named.find()) {
      return named.group(1);
    }
    var self = Objects.requireNonNull(answered.json());
    String own = self.path("org_id").asString("");
    if (!own.isEmpty()) {
      return own;
    }
    var all = self.path("org_permissions").propertyNames();
    return all.size() == 1 ? all.iterator().next() : null;
  }

  /** Looks until the session does not work, or the time is over. */
  private static Answered awaited(ServedTool tool, ObjectNode arguments, String org, Interface ours)
      throws IOException, ServletException {
    int seconds = arguments.path(ServedTools.SECONDS).asInt(LONGEST_WAIT);
    long end =
        System.nanoTime() + Duration.ofSeconds(Math.clamp(seconds, 0, LONGEST_WAIT)).toNanos();
    while (true) {
      var answered = ours.call(tool, arguments, org);
      if (!answered.ok() || !works(answered.json()) || System.nanoTime() + LOOK.toNanos() > end) {
        return answered;
      }
      try {
        Thread.sleep(LOOK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return answered;
      }
    }
  }

  private static boolean works(@Nullable JsonNode session) {
    if (session == null) {
      return false;
    }
    String detail = session.path("status_detail").asString("");
    return switch (session.path("status").asString("")) {
      case "new", "claimed", "resuming" -> true;
      case "running" -> detail.isEmpty() || detail.equals("working");
      default -> false;
    };
  }

  private static ObjectNode shown(Answered answered) {
    var result = Json.MAPPER.createObjectNode();
    String text = answered.text().isEmpty() ? "done" : answered.text();
    boolean whole = text.length() <= MOST_CHARACTERS;
    result
        .putArray("content")
        .addObject()
        .put("type", "text")
        .put("text", whole ? text : Cut.to(MOST_CHARACTERS, text) + " [cut here; ask for less]");
    if (answered.ok() && whole && answered.json() instanceof ObjectNode object) {
      result.set("structuredContent", object);
    }
    return result.put("isError", !answered.ok());
  }

  private static @Nullable ObjectNode parsed(byte[] bytes) {
    try {
      return Json.MAPPER.readTree(bytes) instanceof ObjectNode object ? object : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static ObjectNode message(@Nullable JsonNode id) {
    var message = Json.MAPPER.createObjectNode().put("jsonrpc", "2.0");
    message.set("id", id);
    return message;
  }

  private static ObjectNode result(@Nullable JsonNode id, ObjectNode result) {
    var message = message(id);
    message.set("result", result);
    return message;
  }

  private static ObjectNode failure(@Nullable JsonNode id, int code, String text) {
    var message = message(id);
    message.putObject("error").put("code", code).put("message", text);
    return message;
  }

  private static void write(HttpServletResponse response, int status, ObjectNode message)
      throws IOException {
    response.setStatus(status);
    response.setContentType("application/json");
    response.getOutputStream().write(Json.MAPPER.writeValueAsBytes(message));
  }
}
