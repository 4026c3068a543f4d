package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What holds for every provider on the network, tried against a server that speaks its protocol.
 */
abstract class ProviderContract {

  static final JsonMapper JSON = JsonMapper.builder().build();
  static final ToolSpec BASH =
      new ToolSpec(
          "bash",
          "Runs a command.",
          (ObjectNode)
              JSON.readTree(
                  """
                  {"type":"object","properties":{"command":{"type":"string","minLength":1}},
                   "required":["command"],"additionalProperties":false}
                  """));
  static final ToolSpec VIEW =
      new ToolSpec(
          "view",
          "Shows a file.",
          (ObjectNode)
              JSON.readTree(
                  "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}}"));

  WireServer server;
  private Llms llms;
  final List<String> heard = new ArrayList<>();

  abstract WireServer start();

  abstract String key();

  @BeforeEach
  void open() {
    server = start();
    llms = new Llms(LlmSettings.from(server.settings("test-model")));
  }

  @AfterEach
  void close() {
    llms.close();
    server.close();
  }

  Llm llm() {
    return llms.defaultLlm();
  }

  Llm llmWith(String name, String value) {
    Map<String, String> settings = new HashMap<>(server.settings("test-model"));
    settings.put(name, value);
    llms.close();
    llms = new Llms(LlmSettings.from(settings));
    return llms.defaultLlm();
  }

  static Prompt prompt(ChatMessage... messages) {
    return new Prompt("You are an engineer.", List.of(messages), List.of(BASH, VIEW), 1000);
  }

  Reply ask(ChatMessage... messages) {
    return llm().complete(prompt(messages), heard::add);
  }

  LlmException failure() {
    return catchThrowableOfType(LlmException.class, () -> ask(ChatMessage.user("Hello")));
  }

  JsonNode sent() {
    return server.lastRequest().body();
  }

  @Test
  void textIsHeardWhileItComesAndIsTheReply() {
    var reply =
        new Reply(
            List.of(new Part.Text("Grüß Gott, everyone 👋")),
            Stop.END_TURN,
            new Usage(21, 7, 400, 0),
            "test-model-20260101",
            List.of());
    server.reply(reply);

    assertThat(ask(ChatMessage.user("Hello"))).isEqualTo(reply);
    assertThat(heard).hasSizeGreaterThan(1);
    assertThat(String.join("", heard)).isEqualTo(reply.text());
  }

  @Test
  void toolInputThatComesInPiecesIsPutTogether() {
    var reply =
        new Reply(
            List.of(
                new Part.Text("Both at once."),
                new Part.ToolUse(
                    "call_a",
                    "bash",
                    JSON.readTree("{\"command\":\"make -j2 \\\"all\\\"\",\"n\":3}")),
                new Part.ToolUse("call_b", "view", JSON.readTree("{\"path\":\"README.md\"}"))),
            Stop.TOOL_USE,
            new Usage(21, 7, 0, 0),
            "test-model",
            List.of());
    server.reply(reply);

    assertThat(ask(ChatMessage.user("Build it"))).isEqualTo(reply);
    assertThat(String.join("", heard)).isEqualTo("Both at once.");
  }

  @Test
  void toolInputWithoutArgumentsIsAnEmptyObject() {
    server.call("call_a", "view", "");

    assertThat(ask(ChatMessage.user("Look")).toolUses().getFirst().input())
        .isEqualTo(JSON.createObjectNode());
  }

  @Test
  void toolInputThatIsNotAJsonObjectIsKeptForTheModelToBeTold() {
    for (String broken : List.of("{\"command\": \"ls", "[1,2]", "ls -l", "{} {}")) {
      server.call("call_a", "bash", broken);

      Part.ToolUse use = ask(ChatMessage.user("Look")).toolUses().getFirst();

      assertThat(use.malformedInput()).contains(broken);
      server.say("Sorry.");
      ask(
          ChatMessage.user("Look"),
          ChatMessage.assistant(List.of(use)),
          ChatMessage.user(Part.ToolResult.text("call_a", "input is not a JSON object", true)));
      assertThat(sent().toString()).contains("malformed_input");
    }
  }

  @Test
  void theOutputLimitEndsATurn() {
    server.reply(
        new Reply(
            List.of(new Part.Text("And so on and")), Stop.MAX_TOKENS, Usage.NONE, "m", List.of()));

    assertThat(ask(ChatMessage.user("Talk")).stop()).isEqualTo(Stop.MAX_TOKENS);
  }

  @Test
  void aRefusalIsAReply() {
    server.reply(new Reply(List.of(), Stop.REFUSED, Usage.NONE, "m", List.of()));

    assertThat(ask(ChatMessage.user("Misbehave")).stop()).isEqualTo(Stop.REFUSED);
  }

  @Test
  void aWrongKeyIsAnAuthFailureThatDoesNotShowTheKey() {
    server.fail(401, "authentication_error", "invalid key " + key());

    LlmException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.AUTH);
    assertThat(failure)
        .hasMessageContainingAll(llm().name(), "HTTP 401", "invalid key ***", "check ")
        .hasMessageNotContaining(key());
    assertThat(failure.getMessage()).doesNotContain("\n");
  }

  @Test
  void aBusyProviderIsUnreachableForAsLongAsItSays() {
    server.busy(Duration.ofSeconds(17));

    LlmException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure.retryAfter()).contains(Duration.ofSeconds(17));
    assertThat(failure).hasMessageContaining("slow down");
  }

  @Test
  void aWaitMayBeGivenAsADateOrNonsense() {
    server.busy("Fri, 31 Dec 2100 23:59:59 GMT").busy("soon").busy("Fri, 31 Dec 1999 23:59:59 GMT");

    assertThat(failure().retryAfter().orElseThrow()).isGreaterThan(Duration.ofDays(1000));
    assertThat(failure().retryAfter()).isEmpty();
    assertThat(failure().retryAfter()).contains(Duration.ZERO);
  }

  @Test
  void callsGoOverOneConnection() {
    var body = "x".repeat(20_000);
    for (int i = 0; i < 5; i++) {
      server.say("Hello");
      ask(ChatMessage.user(body));
    }

    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void nothingIsRetriedHere() {
    server.fail(500, "api_error", "boom").say("I am back");

    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(server.requests()).hasSize(1);
    assertThat(ask(ChatMessage.user("Hello")).text()).isEqualTo("I am back");
  }

  @Test
  void otherStatusesHaveTheirKinds() {
    var kinds =
        Map.of(
            400,
            Kind.INVALID_REQUEST,
            402,
            Kind.AUTH,
            403,
            Kind.AUTH,
            404,
            Kind.INVALID_REQUEST,
            408,
            Kind.UNREACHABLE,
            413,
            Kind.CONTEXT_FULL,
            422,
            Kind.INVALID_REQUEST,
            503,
            Kind.UNREACHABLE,
            529,
            Kind.UNREACHABLE);
    kinds.forEach((status, kind) -> {
      server.fail(status, "some_error", "because of " + status);
      LlmException failure = failure();
      assertThat(failure.kind()).as("status " + status).isEqualTo(kind);
      assertThat(failure).hasMessageContainingAll("HTTP " + status, "because of " + status);
    });
  }

  @Test
  void aPromptThatIsTooLongHasItsOwnKind() {
    server.fail(400, "invalid_request_error", "prompt is too long: 213213 tokens > 200000 maximum");

    LlmException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.CONTEXT_FULL);
    assertThat(failure.window()).hasValue(200_000);
  }

  @Test
  void anErrorPageThatIsNotJsonIsReadable() {
    server.raw(502, "text/html", "<html><h1>Bad gateway</h1></html>");

    LlmException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure).hasMessageContaining("HTTP 502: Bad gateway");
  }

  @Test
  void creditThatIsUsedUpIsForAPersonToSettle() {
    server.fail(429, "insufficient_quota", "buy more");

    assertThat(failure().kind()).isEqualTo(Kind.AUTH);
  }

  @Test
  void noServerIsUnreachable() {
    server.close();

    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void aConnectionThatIsCutInTheMiddleIsUnreachable() {
    server.cut("I was about to");

    LlmException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure.getMessage()).doesNotContain("\n");
    assertThat(String.join("", heard)).isEqualTo("I was about to");
  }

  @Test
  void aStreamThatEndsBeforeTheReplyDoesIsUnreachable() {
    server.stopEarly("I was about to");

    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void silenceEndsWithTheTimeout() {
    server.hang("Wait for");
    Llm impatient = llmWith("AGENT_MODEL_TIMEOUT_SECONDS", "1");

    LlmException failure =
        catchThrowableOfType(
            LlmException.class,
            () -> impatient.complete(prompt(ChatMessage.user("Hello")), heard::add));

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void anAnswerThatIsNotTheProtocolIsMalformed() {
    server.raw(200, "text/html", "<html>Welcome</html>");

    assertThat(failure().kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void aStreamOfBrokenJsonIsMalformed() {
    server.raw(200, "text/event-stream", "event: message_start\ndata: {\"type\": \n\n");

    assertThat(failure().kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void aListenerAbandonsTheCallByThrowing() {
    server.hang("Enough of this");
    var enough = new IllegalStateException("enough");

    Throwable thrown =
        catchThrowableOfType(
            IllegalStateException.class,
            () ->
                llm()
                    .complete(
                        prompt(ChatMessage.user("Hello")),
                        text -> {
                          throw enough;
                        }));

    assertThat(thrown).isSameAs(enough);
  }
}
