package io.agentservice.server.agent.loop.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.TreeSet;

/** A program that speaks the protocol, well or badly, as its first argument says. */
public final class StdioServer {
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private StdioServer() {}

  /** The endpoint that starts it with these arguments. */
  public static McpEndpoint endpoint(String name, List<String> environment, String... args) {
    var all = new java.util.ArrayList<>(List.of("-cp", System.getProperty("java.class.path")));
    all.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    all.add(StdioServer.class.getName());
    all.addAll(List.of(args));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new McpEndpoint(name, new McpEndpoint.Program(java, all, environment), null);
  }

  public static void main(String[] args) throws Exception {
    String mode = args.length == 0 ? "good" : args[0];
    System.err.println("the server says hello on the wrong channel");
    Files.writeString(
        Path.of("starts"), mode + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (mode.equals("dead")) {
      System.err.println("no such database");
      System.exit(3);
    }
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line;
    while ((line = in.readLine()) != null) {
      var message = JsonRpc.read(line);
      if (message == null || !message.has("id") || !message.has("method")) {
        continue;
      }
      answer(mode, message.path("id").toString(), message);
    }
  }

  private static void answer(String mode, String id, tools.jackson.databind.JsonNode message)
      throws Exception {
    switch (message.path("method").asString("")) {
      case "initialize" -> {
        if (mode.equals("silent")) {
          return;
        }
        OUT.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
        OUT.println("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
        result(id, "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"serverInfo\":{}}");
      }
      case "tools/list" -> result(id, "{\"tools\":" + tools(mode) + "}");
      case "tools/call" ->
          call(id, message.path("params").path("name").asString(""), message.path("params"));
      default -> result(id, "{}");
    }
  }

  private static String tools(String mode) {
    String object = "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}";
    if (mode.equals("lying")) {
      return "[{\"name\":\"fine\",\"inputSchema\":%s},{\"name\":\"bad\",\"inputSchema\":{\"type\":\"array\"}}]"
          .formatted(object);
    }
    var all = new StringBuilder("[");
    for (String name : List.of("echo", "slow", "die", "flood", "picture", "long", "environment")) {
      all.append(
          "{\"name\":\"%s\",\"description\":\"Does %s\",\"inputSchema\":%s},"
              .formatted(name, name, object));
    }
    for (int i = 0; mode.equals("many") && i < 20; i++) {
      all.append("{\"name\":\"issue_%d\",\"inputSchema\":%s},".formatted(i, object));
    }
    return all
        + "{\"name\":\"read\",\"annotations\":{\"readOnlyHint\":true},\"inputSchema\":%s}]"
            .formatted(object);
  }

  private static void call(String id, String tool, tools.jackson.databind.JsonNode params)
      throws IOException, InterruptedException {
    Files.writeString(
        Path.of("calls"), tool + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    switch (tool) {
      case "slow" -> Thread.sleep(60_000);
      case "die" -> {
        System.err.println("division by zero");
        System.exit(1);
      }
      case "flood" -> {
        String much = "x".repeat(100_000);
        while (true) {
          OUT.println("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"t\":\"" + much + "\"}}");
        }
      }
      case "picture" ->
          result(
              id,
              "{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"iVBORw0KGgo=\"}]}");
      case "long" -> text(id, "a".repeat(30_000) + "the end");
      case "environment" ->
          text(
              id,
              String.join(" ", new TreeSet<>(System.getenv().keySet()))
                  + " "
                  + System.getenv("TOKEN"));
      default -> text(id, params.path("arguments").path("text").asString(""));
    }
  }

  private static void text(String id, String text) {
    result(
        id,
        "{\"content\":[{\"type\":\"text\",\"text\":"
            + JsonRpc.JSON.writeValueAsString(text)
            + "}]}");
  }

  private static void result(String id, String result) {
    OUT.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
  }
}
