package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What goes over the wire for each of {@link Conversations}. The files hold what the providers' own
 * SDKs sent (Anthropic's 3.11, OpenAI's 4.100; but that the latter lost nulls in schemas of tools),
 * so they tell what the APIs are known to take.
 */
class RecordedRequestsTest {

  private static final Path FILES = Path.of("src/test/resources/recorded/requests");
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  /** Of the connection, or of the program that asks. */
  private static final Set<String> OF_THE_CLIENT =
      Set.of("host", "connection", "content-length", "accept-encoding", "user-agent");

  /** A kind of provider and how it is set up. */
  private record Setup(
      String name, Supplier<WireServer> server, String model, Map<String, String> settings) {}

  private static final List<Setup> SETUPS =
      List.of(
          new Setup("anthropic", AnthropicWireServer::new, "claude-sonnet-5-5", Map.of()),
          new Setup(
              "anthropic-without-key",
              AnthropicWireServer::new,
              "claude-sonnet-5-5",
              Map.of("AGENT_ANTHROPIC_API_KEY", "")),
          new Setup("openai", OpenAiWireServer::new, "gpt-6.1-sol", Map.of()),
          new Setup("compatible", OpenAiWireServer::new, "qwen3:8b", Map.of()),
          new Setup(
              "compatible-without-key",
              OpenAiWireServer::new,
              "org/model@2",
              Map.of("AGENT_OPENAI_API_KEY", "")));

  @TestFactory
  Stream<DynamicTest> requestsAreAsTheProvidersSdksSentThem() {
    return SETUPS.stream()
        .flatMap(setup ->
            Conversations.ALL.entrySet().stream()
                .map(conversation -> {
                  Path file = FILES.resolve(setup.name() + "/" + conversation.getKey() + ".json");
                  return dynamicTest(
                      setup.name() + ": " + conversation.getKey(),
                      () -> compare(file, request(setup, conversation.getValue())));
                }));
  }

  private static JsonNode request(Setup setup, Prompt prompt) {
    try (var server = setup.server().get()) {
      server.say("Hello");
      var settings = new HashMap<>(server.settings(setup.model()));
      settings.putAll(setup.settings());
      try (var llms = new Llms(LlmSettings.from(settings))) {
        llms.defaultLlm().complete(prompt, TextListener.NONE);
      }
      return json(server.lastRequest());
    }
  }

  private static ObjectNode json(WireServer.Request request) {
    var headers = new TreeMap<>(request.headers());
    headers.keySet().removeIf(OF_THE_CLIENT::contains);
    headers.keySet().removeIf(name -> name.startsWith("x-stainless-"));
    var json = JSON.createObjectNode().put("path", request.path());
    json.set("headers", JSON.valueToTree(headers));
    json.set("body", request.body());
    return json;
  }

  private static void compare(Path file, JsonNode sent) throws IOException {
    if (Boolean.getBoolean("updateRecorded")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, JSON.writeValueAsString(sent) + "\n");
    }
    assertThat(sent).isEqualTo(JSON.readTree(Files.readString(file)));
  }
}
