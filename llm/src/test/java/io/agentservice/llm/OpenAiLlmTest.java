package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenAiLlmTest extends ProviderContract {

  @Override
  WireServer start() {
    return new OpenAiWireServer();
  }

  @Override
  String key() {
    return OpenAiWireServer.KEY;
  }

  @Test
  void theRequestCarriesTheWholePrompt() {
    server.say("Hello");

    ask(
        ChatMessage.user("Hello"),
        ChatMessage.assistant(List.of(new Part.Text("Hi"))),
        ChatMessage.user("Go"));

    assertThat(server.lastRequest().path()).isEqualTo("/v1/chat/completions");
    assertThat(server.lastRequest().headers())
        .containsEntry("authorization", "Bearer " + OpenAiWireServer.KEY);
    assertThat(sent())
        .isEqualTo(
            JSON.readTree(
                """
                {"model":"test-model","max_tokens":1000,"stream":true,"stream_options":{"include_usage":true},
                 "messages":[
                  {"role":"system","content":"You are an engineer."},
                  {"role":"user","content":"Hello"},
                  {"role":"assistant","content":"Hi"},
                  {"role":"user","content":"Go"}],
                 "tools":[
                  {"type":"function","function":{"name":"bash","description":"Runs a command.",
                    "parameters":{"type":"object","properties":{"command":{"type":"string","minLength":1}},
                      "required":["command"],"additionalProperties":false}}},
                  {"type":"function","function":{"name":"view","description":"Shows a file.",
                    "parameters":{"type":"object","properties":{"path":{"type":"string"}}}}}]}
                """));
  }

  @Test
  void toolCallsAndTheirResultsGoBackWithImagesAfterAllResults() {
    server.say("Done");

    ask(
        ChatMessage.user("Look"),
        ChatMessage.assistant(
            List.of(
                new Part.Thinking("not for OpenAI", "sealed"),
                new Part.Text("Let me see."),
                new Part.ToolUse("call_1", "bash", JSON.readTree("{\"command\":\"ls\"}")),
                new Part.ToolUse("call_2", "view", JSON.readTree("{\"path\":\"a.png\"}")))),
        ChatMessage.user(
            new Part.ToolResult(
                "call_1", List.of(new Part.Text("ok"), new Part.Image("image/png", "aGk=")), false),
            Part.ToolResult.text("call_2", "no such file", true),
            new Part.Text("Hurry")));

    assertThat(sent().get("messages"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"role":"system","content":"You are an engineer."},
                 {"role":"user","content":"Look"},
                 {"role":"assistant","content":"Let me see.","tool_calls":[
                   {"id":"call_1","type":"function","function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}},
                   {"id":"call_2","type":"function","function":{"name":"view","arguments":"{\\"path\\":\\"a.png\\"}"}}]},
                 {"role":"tool","tool_call_id":"call_1","content":"ok"},
                 {"role":"tool","tool_call_id":"call_2","content":"no such file"},
                 {"role":"user","content":[
                   {"type":"text","text":"Images of the result of tool call call_1:"},
                   {"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}},
                   {"type":"text","text":"Hurry"}]}]
                """));
  }

  @Test
  void modelsOfOpenAiGetTheNewNameOfTheOutputLimit() {
    server.say("a").say("b");

    llmWith("AGENT_MODEL", "openai:gpt-6.1-sol")
        .complete(prompt(ChatMessage.user("Hi")), heard::add);
    assertThat(sent().get("max_completion_tokens").intValue()).isEqualTo(1000);
    assertThat(sent().has("max_tokens")).isFalse();

    llmWith("AGENT_MODEL", "openai:gpt-oss:20b")
        .complete(prompt(ChatMessage.user("Hi")), heard::add);
    assertThat(sent().get("max_tokens").intValue()).isEqualTo(1000);
  }

  @Test
  void aLocalServerNeedsNoKey() {
    server.say("Hello from next door");

    try (var llms =
        new Llms(
            LlmSettings.from(
                Map.of(
                    "AGENT_MODEL",
                    "openai:qwen3:8b",
                    "AGENT_OPENAI_BASE_URL",
                    server.baseUrl().replace("/v1", ""))))) {
      Llm llm = llms.defaultLlm();
      assertThat(llm.name()).isEqualTo("openai:qwen3:8b");
      assertThat(llm.complete(prompt(ChatMessage.user("Hi")), TextListener.NONE).text())
          .isEqualTo("Hello from next door");
    }
  }

  @Test
  void serversThatLeaveOutWhatOpenAiSendsAreUnderstood() {
    server.raw(
        200,
        "text/event-stream",
        """
        data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}}]}}]}

        data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

        data: [DONE]

        """);

    Reply reply = ask(ChatMessage.user("Look"));

    assertThat(reply.parts())
        .containsExactly(
            new Part.ToolUse("call_1_1", "bash", JSON.readTree("{\"command\":\"ls\"}")));
    assertThat(reply.stop()).isEqualTo(Stop.TOOL_USE);
    assertThat(reply.model()).isEqualTo("test-model");
    assertThat(reply.usage().inputTokens()).isBetween(80L, 200L);
    assertThat(reply.usage().outputTokens()).isBetween(5L, 50L);
  }

  @Test
  void callsThatShareAnIndexButNotAnIdAreTwo() {
    server.raw(
        200,
        "text/event-stream",
        """
        data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"bash","arguments":"{}"}}]}}]}

        data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"view","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}

        data: [DONE]

        """);

    assertThat(ask(ChatMessage.user("Look")).toolUses())
        .extracting(Part.ToolUse::name)
        .containsExactly("bash", "view");
  }

  /** Gemini 3 takes no call back without its signature, which comes beside it or after it. */
  @Test
  void whatComesBesideACallGoesBackWithItAlsoAfterItWasStored() {
    server.raw(
        200,
        "text/event-stream",
        """
        data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","extra_content":{"google":{"thought_signature":"c2lnLWE="}},"function":{"name":"bash","arguments":"{}"}}]}}]}

        data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"b","function":{"name":"view","arguments":"{}"}}]}}]}

        data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":2,"id":"c","function":{"name":"view","arguments":"{}"}}]}}]}

        data: {"choices":[{"index":0,"delta":{"tool_calls":[{"extra_content":{"google":{"thought_signature":"c2lnLWM="}}}]},"finish_reason":"tool_calls"}]}

        data: [DONE]

        """);
    var said = ChatMessage.assistant(ask(ChatMessage.user("Look")).parts());
    var stored = JSON.readValue(JSON.writeValueAsString(said), ChatMessage.class);
    server.say("Done");

    ask(
        ChatMessage.user("Look"),
        stored,
        ChatMessage.user(
            Part.ToolResult.text("a", "1", false),
            Part.ToolResult.text("b", "2", false),
            Part.ToolResult.text("c", "3", false)));

    assertThat(stored).isEqualTo(said);
    assertThat(sent().at("/messages/2/tool_calls"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"id":"a","type":"function","function":{"name":"bash","arguments":"{}"},
                  "extra_content":{"google":{"thought_signature":"c2lnLWE="}}},
                 {"id":"b","type":"function","function":{"name":"view","arguments":"{}"}},
                 {"id":"c","type":"function","function":{"name":"view","arguments":"{}"},
                  "extra_content":{"google":{"thought_signature":"c2lnLWM="}}}]
                """));
  }

  @Test
  void refusalInWordsIsHeardAndIsARefusal() {
    server.raw(
        200,
        "text/event-stream",
        """
        data: {"model":"m","choices":[{"index":0,"delta":{"refusal":"I will not."},"finish_reason":"stop"}]}

        data: [DONE]

        """);

    Reply reply = ask(ChatMessage.user("Misbehave"));

    assertThat(reply.stop()).isEqualTo(Stop.REFUSED);
    assertThat(reply.text()).isEqualTo("I will not.");
    assertThat(heard).containsExactly("I will not.");
  }

  @Test
  void aPromptThatTheProviderForbidsIsRefused() {
    server.fail(400, "content_filter", "not this");

    assertThat(failure().kind()).isEqualTo(Kind.REFUSED);
  }

  @Test
  void anErrorOfALocalServerIsReadable() {
    server.raw(404, "application/json", "{\"error\":\"model 'test-model' not found\"}");

    assertThat(failure())
        .hasMessage(
            "openai:test-model: HTTP 404: model 'test-model' not found (check the model's name and"
                + " AGENT_OPENAI_BASE_URL)")
        .returns(Kind.INVALID_REQUEST, LlmException::kind);
  }

  @Test
  void anErrorInMidStreamIsAFailure() {
    server.raw(
        200,
        "text/event-stream",
        "data: {\"error\":{\"message\":\"out of memory\",\"type\":\"server_error\"}}\n\n");

    LlmException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure).hasMessageContaining("out of memory");
  }
}
