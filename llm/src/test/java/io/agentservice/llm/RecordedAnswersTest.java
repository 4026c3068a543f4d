package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What becomes of a stream, whole, strange or broken: beside each {@code .sse} lies the reply and
 * what was heard of it, or the failure.
 */
class RecordedAnswersTest {

  private static final Path FILES = Path.of("src/test/resources/recorded/answers");
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private static final Map<String, Supplier<WireServer>> SERVERS =
      Map.of("anthropic", AnthropicWireServer::new, "openai", OpenAiWireServer::new);

  @TestFactory
  Stream<DynamicTest> streamsBecomeWhatIsRecorded() {
    return SERVERS.entrySet().stream()
        .flatMap(server ->
            streams(server.getKey())
                .map(file ->
                    dynamicTest(
                        FILES.relativize(file).toString(),
                        () -> compare(file, outcome(server.getValue(), Files.readString(file))))));
  }

  private static Stream<Path> streams(String provider) {
    try (var files = Files.list(FILES.resolve(provider))) {
      return files.filter(file -> file.toString().endsWith(".sse")).sorted().toList().stream();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode outcome(Supplier<WireServer> provider, String stream) {
    var outcome = JSON.createObjectNode();
    var heard = new ArrayList<String>();
    try (var server = provider.get();
        var llms = new Llms(LlmSettings.from(server.settings("asked")))) {
      server.raw(200, "text/event-stream; charset=utf-8", stream);
      var prompt = new Prompt("", List.of(ChatMessage.user("Hello")), List.of(), 1000);
      Reply reply = llms.defaultLlm().complete(prompt, heard::add);
      outcome.set("reply", JSON.valueToTree(reply));
    } catch (LlmException e) {
      outcome.put("failure", e.kind().name()).put("message", e.getMessage());
    }
    outcome.put("heard", String.join("", heard));
    return outcome;
  }

  private static void compare(Path stream, JsonNode outcome) throws IOException {
    Path file = Path.of(stream.toString().replace(".sse", ".json"));
    String written = JSON.writeValueAsString(outcome) + "\n";
    if (Boolean.getBoolean("updateRecorded")) {
      Files.writeString(file, written);
    }
    assertThat(written).isEqualTo(Files.readString(file));
  }
}
