package io.agentservice.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Llm;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.ToolSpec;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a model's call costs in processor time, the first and later ones, for each wire format; each
 * round in a Java of its own.
 */
final class CallBench {
  private static final int ROUNDS = 5;
  private static final int WARM_UP = 1500;
  private static final int CALLS = 1000;

  private CallBench() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      ask(Map.of("AGENT_MODEL", args[0], args[1], args[2]));
      return;
    }
    try (var models = new Models()) {
      measure("Anthropic", "anthropic:bench", "AGENT_ANTHROPIC_BASE_URL", models.address());
      measure("OpenAI", "openai:bench", "AGENT_OPENAI_BASE_URL", models.address() + "/v1");
    }
  }

  private static void measure(String name, String... setup) throws Exception {
    double[][] figures = new double[3][ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      var command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "-Xmx512m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  CallBench.class.getName()));
      command.addAll(List.of(setup));
      var asking =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String[] line =
          new String(asking.getInputStream().readAllBytes(), UTF_8).strip().split(" ", -1);
      for (int k = 0; k < figures.length; k++) {
        figures[k][i] = Double.parseDouble(line[k]);
      }
    }
    Figures.of(name + ": first call, processor time", "ms", figures[0]).print();
    Figures.of(name + ": first call, on the clock", "ms", figures[1]).print();
    Figures.of(name + ": later calls, processor time", "us", figures[2]).print();
  }

  private static void ask(Map<String, String> settings) {
    var prompt = prompt();
    try (var llms = new Llms(LlmSettings.from(settings))) {
      Llm llm = llms.defaultLlm();
      long processor = processorTime();
      long clock = System.nanoTime();
      llm.complete(prompt, TextListener.NONE);
      double first = (processorTime() - processor) / 1e6;
      double firstOnTheClock = (System.nanoTime() - clock) / 1e6;
      for (int i = 0; i < WARM_UP; i++) {
        llm.complete(prompt, TextListener.NONE);
      }
      processor = processorTime();
      for (int i = 0; i < CALLS; i++) {
        llm.complete(prompt, TextListener.NONE);
      }
      System.out.println(
          first + " " + firstOnTheClock + " " + (processorTime() - processor) / 1e3 / CALLS);
    }
  }

  private static long processorTime() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Fifteen tools and twenty turns, some 60 KB. */
  private static Prompt prompt() {
    var json = JsonMapper.builder().build();
    var schema =
        (ObjectNode)
            json.readTree(
                """
                {"type":"object","properties":{"command":{"type":"string","description":"%s"},
                 "seconds":{"type":"integer","minimum":1}},"required":["command"]}
                """
                    .formatted("What is to be run. ".repeat(20)));
    var tools = new ArrayList<ToolSpec>();
    for (int i = 0; i < 15; i++) {
      tools.add(new ToolSpec("tool" + i, "Does what it is for. ".repeat(30), schema));
    }
    var messages = new ArrayList<>(List.of(ChatMessage.user("Build it. ".repeat(100))));
    for (int i = 0; i < 20; i++) {
      var input = json.createObjectNode().put("command", "make test" + i).put("seconds", i);
      messages.add(
          ChatMessage.assistant(
              List.of(new Part.Text("I try."), new Part.ToolUse("call_" + i, "tool1", input))));
      messages.add(
          ChatMessage.user(
              Part.ToolResult.text("call_" + i, "A line of output.\n".repeat(80), false)));
    }
    return new Prompt("You are an engineer. ".repeat(200), messages, tools, 1000);
  }

  /** Models of both kinds. Each answers with twenty words and a call. */
  private static final class Models implements AutoCloseable {
    private static final String CALL = "{\\\"command\\\":\\\"make\\\"}";
    private final HttpServer server;

    Models() throws IOException {
      // Else each answer of the JDK's server waits 40 ms for an acknowledgement.
      System.setProperty("sun.net.httpserver.nodelay", "true");
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/v1/messages", exchange -> answer(exchange, anthropic()));
      server.createContext("/v1/chat/completions", exchange -> answer(exchange, openAi()));
      server.start();
    }

    String address() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, byte[] stream) throws IOException {
      exchange.getRequestBody().skip(Long.MAX_VALUE);
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      try (var out = exchange.getResponseBody()) {
        out.write(stream);
      }
    }

    private static byte[] anthropic() {
      return (event(
                  """
                  {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"bench","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}\
                  """)
              + event(
                  """
                  {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\
                  """)
              + event(
                      """
                      {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"word "}}\
                      """)
                  .repeat(20)
              + event("{\"type\":\"content_block_stop\",\"index\":0}")
              + event(
                  """
                  {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c","name":"tool1","input":{}}}\
                  """)
              + event(
                  """
                  {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"%s"}}\
                  """
                      .formatted(CALL))
              + event("{\"type\":\"content_block_stop\",\"index\":1}")
              + event(
                  """
                  {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":30}}\
                  """)
              + event("{\"type\":\"message_stop\"}"))
          .getBytes(UTF_8);
    }

    private static String event(String data) {
      String type = data.substring(9, data.indexOf('"', 9));
      return "event: " + type + "\ndata: " + data + "\n\n";
    }

    private static byte[] openAi() {
      return ("""
      data: {"choices":[{"index":0,"delta":{"content":"word "}}]}

      """
                  .repeat(20)
              + """
              data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"tool1","arguments":"%s"}}]}}]}

              data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":9,"completion_tokens":30}}

              data: [DONE]

              """
                  .formatted(CALL))
          .getBytes(UTF_8);
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
