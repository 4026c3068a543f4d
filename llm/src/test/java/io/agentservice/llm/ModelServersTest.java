package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rows of {@link ModelServers} and {@link ModelStreams}, and every status with every body, over
 * real HTTP.
 */
class ModelServersTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final OpenAiWireServer server = new OpenAiWireServer();
  private final Llms llms = new Llms(LlmSettings.from(server.settings("x")));

  @AfterEach
  void close() {
    llms.close();
    server.close();
  }

  private Reply ask() {
    var prompt =
        new Prompt("", List.of(ChatMessage.user("Hello")), List.of(ProviderContract.BASH), 1000);
    return llms.defaultLlm().complete(prompt, TextListener.NONE);
  }

  private LlmException failure() {
    return catchThrowableOfType(LlmException.class, this::ask);
  }

  @TestFactory
  Stream<DynamicTest> eachServersNoIsUnderstood() {
    return ModelServers.NOES.stream()
        .map(no ->
            dynamicTest(
                no.server(),
                () -> {
                  server.raw(no.status(), "application/json", no.body());
                  LlmException failure = failure();
                  assertThat(failure.kind()).isEqualTo(no.kind());
                  assertThat(failure).hasMessageContaining(no.says());
                  assertThat(failure.window().orElse(0)).isEqualTo(no.window());
                }));
  }

  @TestFactory
  Stream<DynamicTest> aShorterReplyIsAskedForWhereTheServerTellsTheLongest() {
    return ModelServers.TOO_MUCHES.stream()
        .map(much ->
            dynamicTest(
                much.server(),
                () -> {
                  try (var provider = new OpenAiWireServer();
                      var models = new Llms(LlmSettings.from(provider.settings("x")))) {
                    provider.fail(much.status(), "invalid", much.message()).say("Hi").say("Again");
                    var prompt =
                        new Prompt("", List.of(ChatMessage.user("Hello")), List.of(), 1000);
                    var llm = models.defaultLlm();

                    assertThat(llm.complete(prompt, TextListener.NONE).text()).isEqualTo("Hi");
                    assertThat(llm.complete(prompt, TextListener.NONE).text()).isEqualTo("Again");

                    assertThat(provider.requests())
                        .extracting(request -> request.body().path("max_tokens").asInt())
                        .containsExactly(1000, much.most(), much.most());
                    assertThat(models.limits(llm).output()).isEqualTo(much.most());
                  }
                }));
  }

  @Test
  void aServerThatRefusesEverythingIsNotAskedForever() {
    server
        .fail(400, "invalid", "max_tokens must be less than or equal to 900")
        .fail(400, "invalid", "max_tokens must be less than or equal to 800")
        .fail(400, "invalid", "max_tokens must be less than or equal to 700")
        .fail(400, "invalid", "max_tokens must be less than or equal to 600");

    assertThat(failure())
        .returns(Kind.INVALID_REQUEST, LlmException::kind)
        .hasMessageContaining("set AGENT_MODEL_OUTPUT_TOKENS");
    assertThat(server.requests()).hasSize(4);
  }

  @TestFactory
  Stream<DynamicTest> eachServersStreamIsUnderstood() {
    return ModelStreams.YESES.stream()
        .map(yes ->
            dynamicTest(
                yes.server(),
                () -> {
                  server.raw(200, "text/event-stream", yes.stream());
                  Reply reply = ask();
                  assertThat(reply.stop()).isEqualTo(yes.stop());
                  assertThat(reply.parts())
                      .isEqualTo(List.of(JSON.readValue(yes.parts(), Part[].class)));
                  assertThat(reply.usage().promptTokens()).isPositive();
                }));
  }

  @TestFactory
  Stream<DynamicTest> everyStatusWithEveryBodyIsRetriedOrReported() {
    var kinds =
        Map.ofEntries(
            Map.entry(400, Kind.INVALID_REQUEST),
            Map.entry(401, Kind.AUTH),
            Map.entry(402, Kind.AUTH),
            Map.entry(404, Kind.INVALID_REQUEST),
            Map.entry(408, Kind.UNREACHABLE),
            Map.entry(409, Kind.UNREACHABLE),
            Map.entry(413, Kind.CONTEXT_FULL),
            Map.entry(422, Kind.INVALID_REQUEST),
            Map.entry(429, Kind.UNREACHABLE),
            Map.entry(500, Kind.UNREACHABLE),
            Map.entry(502, Kind.UNREACHABLE),
            Map.entry(503, Kind.UNREACHABLE),
            Map.entry(529, Kind.UNREACHABLE));
    var bodies =
        Map.of(
            "", "",
            "{}", "",
            "null", "",
            "[]", "",
            "{\"error\":{\"message\":\"It broke\"}}", "It broke",
            "{\"error\":{\"message\":\"It broke\",\"type\":null,\"code\":7}}", "It broke",
            "{\"error\":{\"code\":\"it_broke\"}}", "it_broke",
            "{\"detail\":\"It broke\"}", "It broke",
            "It broke", "It broke",
            "<html><head><style>h1{}</style></head><h1>It\nbroke</h1></html>", "It broke");
    return kinds.entrySet().stream()
        .flatMap(kind ->
            bodies.entrySet().stream()
                .map(body ->
                    dynamicTest(
                        kind.getKey() + " " + body.getKey(),
                        () -> {
                          server.raw(kind.getKey(), "application/json", body.getKey());
                          LlmException failure = failure();
                          assertThat(failure.kind()).isEqualTo(kind.getValue());
                          assertThat(failure)
                              .hasMessageContaining("HTTP " + kind.getKey())
                              .hasMessageContaining(body.getValue());
                        })));
  }

  @Test
  void anErrorInMidStreamCountsByItsOwnStatus() {
    server
        .raw(200, "text/event-stream", "data: {\"error\":{\"message\":\"down\",\"code\":502}}\n\n")
        .raw(200, "text/event-stream", "error: {\"code\":400,\"message\":\"bad\"}\n\n")
        .raw(
            200,
            "text/event-stream",
            "event: error\ndata: {\"error\":{\"message\":\"Context size has been exceeded.\"}}\n\n")
        .raw(200, "application/json", "{\"error\":{\"message\":\"no credit\",\"code\":402}}");

    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure().kind()).isEqualTo(Kind.INVALID_REQUEST);
    assertThat(failure().kind()).isEqualTo(Kind.CONTEXT_FULL);
    assertThat(failure()).hasMessageContaining("no credit").returns(Kind.AUTH, LlmException::kind);
  }

  @Test
  void aServerThatDoesNotStreamIsUnderstood() {
    server.raw(
        200,
        "application/json",
        """
        {"choices":[{"index":0,"message":{"role":"assistant","content":"Hi","tool_calls":null},"finish_reason":"stop"}],
         "usage":{"prompt_tokens":3,"completion_tokens":1}}
        """);

    Reply reply = ask();

    assertThat(reply.text()).isEqualTo("Hi");
    assertThat(reply.usage()).isEqualTo(new Usage(3, 1, 0, 0));
  }

  @Test
  void aStrictServerIsNotSentWhatAnotherOneSentBesideACall() {
    server
        .fail(422, "extra_forbidden", "tool_calls.0.extra_content: Extra inputs are not permitted")
        .say("Hi");
    var call =
        new Part.ToolUse(
            "a", "bash", JSON.createObjectNode(), JSON.readTree("{\"google\":{\"x\":\"y\"}}"));
    var said =
        List.of(
            ChatMessage.user("Go"),
            ChatMessage.assistant(List.of(call)),
            ChatMessage.user(Part.ToolResult.text("a", "ok", false)));

    var reply =
        llms.defaultLlm().complete(new Prompt("", said, List.of(), 1000), TextListener.NONE);

    assertThat(reply.text()).isEqualTo("Hi");
    assertThat(server.requests())
        .extracting(sent -> sent.body().at("/messages/1/tool_calls/0").has("extra_content"))
        .containsExactly(true, false);
  }

  @Test
  void aParameterThatAServerDoesNotKnowIsLeftOutFromThenOn() {
    server
        .fail(422, "invalid", "stream_options: Extra inputs are not permitted")
        .fail(
            400,
            "unsupported_parameter",
            "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        .say("Hi")
        .say("Hi again");

    assertThat(ask().text()).isEqualTo("Hi");
    assertThat(ask().text()).isEqualTo("Hi again");

    assertThat(server.requests()).hasSize(4);
    assertThat(server.lastRequest().body().has("stream_options")).isFalse();
    assertThat(server.lastRequest().body().has("max_tokens")).isFalse();
    assertThat(server.lastRequest().body().path("max_completion_tokens").asInt()).isEqualTo(1000);
  }
}
