package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.LlmException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AnthropicLlmTest extends ProviderContract {

  @Override
  WireServer start() {
    return new AnthropicWireServer();
  }

  @Override
  String key() {
    return AnthropicWireServer.KEY;
  }

  @Test
  void theRequestCarriesTheWholePromptWithCacheMarks() {
    server.say("Hello");

    ask(
        ChatMessage.user("Hello"),
        ChatMessage.assistant(List.of(new Part.Text("Hi"))),
        ChatMessage.user("Go"));

    assertThat(server.lastRequest().path()).isEqualTo("/v1/messages");
    assertThat(server.lastRequest().headers())
        .containsEntry("x-api-key", AnthropicWireServer.KEY)
        .containsKey("anthropic-version");
    assertThat(sent())
        .isEqualTo(
            JSON.readTree(
                """
                {"model":"test-model","max_tokens":1000,"stream":true,
                 "system":[{"type":"text","text":"You are an engineer.","cache_control":{"type":"ephemeral"}}],
                 "tools":[
                  {"name":"bash","description":"Runs a command.","input_schema":{"type":"object",
                    "properties":{"command":{"type":"string","minLength":1}},
                    "required":["command"],"additionalProperties":false}},
                  {"name":"view","description":"Shows a file.","input_schema":{"type":"object",
                    "properties":{"path":{"type":"string"}}},"cache_control":{"type":"ephemeral"}}],
                 "messages":[
                  {"role":"user","content":[{"type":"text","text":"Hello"}]},
                  {"role":"assistant","content":[{"type":"text","text":"Hi"}]},
                  {"role":"user","content":[{"type":"text","text":"Go","cache_control":{"type":"ephemeral"}}]}]}
                """));
  }

  @Test
  void toolCallsAndTheirResultsGoBackAsTheyCame() {
    server.say("Done");

    ask(
        ChatMessage.user(new Part.Text("Look"), new Part.Image("image/png", "aGk=")),
        ChatMessage.assistant(
            List.of(
                new Part.Thinking("Hm.", "sealed"),
                new Part.RedactedThinking("opaque"),
                new Part.ToolUse(
                    "toolu_1", "bash", JSON.readTree("{\"command\":\"ls\",\"n\":[1,null,2.5]}")))),
        ChatMessage.user(
            new Part.ToolResult(
                "toolu_1",
                List.of(new Part.Text("ok"), new Part.Image("image/jpeg", "aG8=")),
                true),
            new Part.Text("Hurry")));

    assertThat(sent().get("messages"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"role":"user","content":[
                   {"type":"text","text":"Look"},
                   {"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="}}]},
                 {"role":"assistant","content":[
                   {"type":"thinking","thinking":"Hm.","signature":"sealed"},
                   {"type":"redacted_thinking","data":"opaque"},
                   {"type":"tool_use","id":"toolu_1","name":"bash","input":{"command":"ls","n":[1,null,2.5]}}]},
                 {"role":"user","content":[
                   {"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[
                     {"type":"text","text":"ok"},
                     {"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"aG8="}}]},
                   {"type":"text","text":"Hurry","cache_control":{"type":"ephemeral"}}]}]
                """));
  }

  @Test
  void theCacheMarkIsOnTheLastResult() {
    server.say("Done");

    ask(
        ChatMessage.user("Look"),
        ChatMessage.assistant(
            List.of(new Part.ToolUse("toolu_1", "bash", JSON.readTree("{\"command\":\"ls\"}")))),
        ChatMessage.user(Part.ToolResult.text("toolu_1", "a.txt", false)));

    JsonNode last = sent().at("/messages/2/content/0");
    assertThat(last.at("/cache_control/type").asString()).isEqualTo("ephemeral");
    assertThat(sent().at("/messages/0").toString()).doesNotContain("cache_control");
  }

  @Test
  void theCacheMarkIsOnTheOnlyMessage() {
    server.say("Hello");

    ask(ChatMessage.user("Hello"));

    assertThat(sent().at("/messages/0/content/0/cache_control/type").asString())
        .isEqualTo("ephemeral");
  }

  @Test
  void emptyTextIsLeftOutSinceTheApiRefusesIt() {
    server.say("Done");

    ask(
        ChatMessage.user("Look"),
        ChatMessage.assistant(List.of(new Part.Text("\n"))),
        ChatMessage.user(new Part.Text("Again"), new Part.Text(" ")));

    assertThat(sent().get("messages"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"role":"user","content":[{"type":"text","text":"Look"}]},
                 {"role":"user","content":[{"type":"text","text":"Again","cache_control":{"type":"ephemeral"}}]}]
                """));
  }

  @Test
  void thinkingIsKeptWithItsSeal() {
    var reply =
        new Reply(
            List.of(
                new Part.Thinking("First the tests.", "c2VhbA=="),
                new Part.RedactedThinking("b3BhcXVl"),
                new Part.Thinking("", "b25seSBzZWFs"),
                new Part.Text("I begin.")),
            Stop.END_TURN,
            new Usage(1, 2, 3, 4),
            "claude-x",
            List.of());
    server.reply(reply);

    assertThat(ask(ChatMessage.user("Go"))).isEqualTo(reply);
    assertThat(String.join("", heard)).isEqualTo("I begin.");
  }

  @Test
  void textThatABlockBeginsWithIsHeardAndThinkingIsNot() {
    server.raw(
        200,
        "text/event-stream",
        """
        event: message_start
        data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m",\
        "content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

        event: content_block_start
        data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"Hm.","signature":"s"}}

        event: content_block_start
        data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"I "}}

        event: content_block_delta
        data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"begin."}}

        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}

        event: message_stop
        data: {"type":"message_stop"}

        """);

    assertThat(ask(ChatMessage.user("Go")).parts())
        .containsExactly(new Part.Thinking("Hm.", "s"), new Part.Text("I begin."));
    assertThat(heard).containsExactly("I ", "begin.");
  }

  @Test
  void aReplyWithoutItsLastEventIsUnreachable() {
    server.raw(
        200,
        "text/event-stream",
        """
        event: message_start
        data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m",\
        "content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}

        """);

    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void anOverloadInMidStreamIsUnreachable() {
    server.raw(
        200,
        "text/event-stream",
        """
        event: error
        data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}

        """);

    LlmException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure).hasMessageContaining("Overloaded");
  }
}
