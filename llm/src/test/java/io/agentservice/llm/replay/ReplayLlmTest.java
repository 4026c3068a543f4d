package io.agentservice.llm.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Role;
import io.agentservice.llm.Stop;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Usage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ReplayLlmTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String GOLDEN =
      """
      {
        "name": "fix-the-sum",
        "model": "claude-sonnet-4-5",
        "prompt": "The test fails. Fix it.",
        "turns": [
          {
            "text": "I run the tests first.",
            "tool_calls": [
              {"name": "bash", "input": {"command": "make test"}},
              {"name": "view", "input": {"path": "sum.c"}}
            ],
            "usage": {"input_tokens": 1200, "output_tokens": 80}
          },
          {
            "expect": [
              {"tool": "bash", "exit_code": 1, "contains": ["1 failed"], "absent": ["0 failed"]},
              {"tool": "view", "error": false}
            ],
            "tool_calls": [
              {"name": "bash", "input": {"command": "sed -i s/-/+/ sum.c && make test"}}
            ]
          },
          {
            "expect": [{"exit_code": 0}],
            "text": "Fixed: it subtracted."
          }
        ]
      }
      """;

  private static final Prompt NOTHING_SAID = prompt(List.of(ChatMessage.user("Fix it")));

  private final Transcript transcript = Transcript.parse(GOLDEN, "golden");
  private final Llm llm = new ReplayLlm(transcript);

  private static Prompt prompt(List<ChatMessage> messages) {
    return new Prompt("", messages, List.of(), 1000);
  }

  private static Reply play(Llm llm, List<ChatMessage> messages) {
    return llm.complete(prompt(messages), TextListener.NONE);
  }

  private static ChatMessage results(String... idsAndTexts) {
    var parts = new ArrayList<Part>();
    for (int i = 0; i < idsAndTexts.length; i += 2) {
      parts.add(Part.ToolResult.text(idsAndTexts[i], idsAndTexts[i + 1], false));
    }
    return new ChatMessage(Role.USER, parts);
  }

  /** The conversation after the first turn, with these results. */
  private List<ChatMessage> afterFirstTurn(ChatMessage results) {
    Reply first = llm.complete(NOTHING_SAID, TextListener.NONE);
    return List.of(ChatMessage.user("Fix it"), ChatMessage.assistant(first.parts()), results);
  }

  @Test
  void aTranscriptIsPlayedTurnByTurn() {
    var heard = new ArrayList<String>();
    var messages = new ArrayList<>(NOTHING_SAID.messages());

    Reply first = llm.complete(NOTHING_SAID, heard::add);
    assertThat(first)
        .isEqualTo(
            new Reply(
                List.of(
                    new Part.Text("I run the tests first."),
                    new Part.ToolUse(
                        "replay-1-1", "bash", JSON.readTree("{\"command\":\"make test\"}")),
                    new Part.ToolUse("replay-1-2", "view", JSON.readTree("{\"path\":\"sum.c\"}"))),
                Stop.TOOL_USE,
                new Usage(1200, 80, 0, 0),
                "claude-sonnet-4-5",
                List.of()));
    assertThat(heard).containsExactly("I run the tests first.");

    messages.add(ChatMessage.assistant(first.parts()));
    messages.add(results("replay-1-1", "1 failed\n[exit code 1]\n", "replay-1-2", "a - b"));
    Reply second = play(llm, messages);
    assertThat(second.divergences()).isEmpty();
    assertThat(second.toolUses()).extracting(Part.ToolUse::id).containsExactly("replay-2-1");
    assertThat(second.text()).isEmpty();

    messages.add(ChatMessage.assistant(second.parts()));
    messages.add(results("replay-2-1", "0 failed\n[exit code 0]"));
    Reply third = play(llm, messages);
    assertThat(third.divergences()).isEmpty();
    assertThat(third.stop()).isEqualTo(Stop.END_TURN);
    assertThat(third.text()).isEqualTo("Fixed: it subtracted.");
  }

  @Test
  void eachDifferenceIsReportedAndTheReplayGoesOn() {
    Reply second =
        play(llm, afterFirstTurn(results("replay-1-1", "0 failed,\n all well\n[exit code 0]")));

    assertThat(second.divergences())
        .containsExactly(
            "turn 1, call 1 (bash): expected exit code 1, saw exit code 0",
            "turn 1, call 1 (bash): expected \"1 failed\" in the result, saw \"0 failed, all well [exit"
                + " code 0]\"",
            "turn 1, call 1 (bash): expected no \"0 failed\" in the result, but it is there",
            "turn 1, call 2 (view): expected a result, saw none");
    assertThat(second.toolUses()).hasSize(1);
  }

  @Test
  void endingsWithoutAnExitCodeAreNamed() {
    for (var ending :
        List.of(
            List.of("1 failed\n[timed out after 30 s]", "timed out after 30 s"),
            List.of("1 failed\n[outcome unknown]", "outcome unknown"),
            List.of("1 failed\n[exit code 1] it said", "no exit code"),
            List.of("1 failed", "no exit code"))) {
      Reply second =
          play(llm, afterFirstTurn(results("replay-1-1", ending.get(0), "replay-1-2", "")));

      assertThat(second.divergences())
          .containsExactly("turn 1, call 1 (bash): expected exit code 1, saw " + ending.get(1));
    }
  }

  @Test
  void anUnexpectedErrorAndAnotherToolAreReported() {
    var call = new Part.ToolUse("x", "edit", JSON.createObjectNode());
    Reply second =
        play(
            llm,
            List.of(
                ChatMessage.user("Fix it"),
                ChatMessage.assistant(List.of(call, new Part.ToolUse("y", "view", call.input()))),
                ChatMessage.user(
                    Part.ToolResult.text("x", "1 failed\n[exit code 1]", false),
                    Part.ToolResult.text("y", "no such file", true))));

    assertThat(second.divergences())
        .containsExactly(
            "turn 1, call 1 (edit): expected a call of bash, saw one of edit",
            "turn 1, call 2 (view): expected success, saw an error: \"no such file\"");
  }

  @Test
  void theTurnIsReadFromThePromptSoACrashLosesNothing() {
    List<ChatMessage> log = afterFirstTurn(results("replay-1-1", "", "replay-1-2", ""));
    Reply before = play(llm, log);

    Reply after = play(new ReplayLlm(Transcript.parse(GOLDEN, "golden")), log);

    assertThat(after).isEqualTo(before);
  }

  @Test
  void aSessionThatItStartsPlaysTheTranscriptOfItsName() {
    var llm =
        new ReplayLlm(
            Transcript.parse(
                """
                {"name": "t", "model": "m", "turns": [{"text": "top"}], "children": {
                  "a": {"turns": [{"text": "of a"}], "children": {"b": {"model": "n", "turns": [{"text": "of b"}]}}}}}
                """,
                "t"));

    assertThat(llm.below(List.of())).isSameAs(llm);
    assertThat(llm.below(List.of("a")).transcript().turns().getFirst().text()).isEqualTo("of a");
    var deepest = llm.below(List.of("a", "b"));
    assertThat(deepest.name()).isEqualTo("replay:t/a/b");
    assertThat(deepest.model()).isEqualTo("n");
    assertThatThrownBy(() -> llm.below(List.of("c")))
        .hasMessageContaining("transcript t: there is no child c");
    assertRefused(
        "{\"name\":\"t\",\"turns\":[{}],\"children\":{\"a\":{\"turns\":[]}}}",
        "child a: turns is missing or empty");
  }

  @Test
  void aCompactedConversationGoesOnWhereItWas() {
    List<ChatMessage> compacted =
        List.of(
            ChatMessage.user("Summary: the test was fixed."),
            ChatMessage.assistant(
                List.of(new Part.ToolUse("replay-2-1", "bash", JSON.createObjectNode()))),
            results("replay-2-1", "[exit code 0]"));

    assertThat(play(llm, compacted).text()).isEqualTo("Fixed: it subtracted.");
  }

  @Test
  void afterTheLastTurnThereIsAClearError() {
    var messages = new ArrayList<ChatMessage>();
    for (int i = 0; i < 3; i++) {
      messages.add(ChatMessage.user("Go"));
      messages.add(ChatMessage.assistant(List.of(new Part.Text("ok"))));
    }
    messages.add(ChatMessage.user("And now?"));

    assertThatThrownBy(() -> play(llm, messages))
        .isInstanceOfSatisfying(
            LlmException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_REQUEST))
        .hasMessage("transcript fix-the-sum has no turn 4: it ends after turn 3");
  }

  @Test
  void aSlowTurnIsHeardInPieces() {
    var slow =
        new ReplayLlm(
            Transcript.parse(
                """
                {"name":"slow","turns":[{"text":"One two three four five six.","delay_millis":40}]}
                """,
                "slow"));
    var heard = new ArrayList<String>();

    Reply reply = slow.complete(NOTHING_SAID, heard::add);

    assertThat(heard).hasSizeGreaterThan(5);
    assertThat(String.join("", heard))
        .isEqualTo(reply.text())
        .isEqualTo("One two three four five six.");
  }

  @Test
  void aSlowTurnEndsWhenItsThreadIsInterrupted() {
    var slow =
        new ReplayLlm(
            Transcript.parse(
                "{\"name\":\"slow\",\"turns\":[{\"text\":\"Zzz\",\"delay_millis\":600000}]}",
                "slow"));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> slow.complete(NOTHING_SAID, TextListener.NONE))
        .isInstanceOf(LlmException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aTranscriptMaySayHowATurnStops() {
    var cut =
        new ReplayLlm(
            Transcript.parse(
                "{\"name\":\"cut\",\"turns\":[{\"text\":\"And so\",\"stop\":\"max_tokens\"}]}",
                "cut"));

    assertThat(play(cut, NOTHING_SAID.messages()).stop()).isEqualTo(Stop.MAX_TOKENS);
  }

  @Test
  void aTranscriptThatIsNotInOrderIsRefusedWithTheReason() {
    assertRefused("{", "line ");
    assertRefused("{\"turns\":[{}]}", "name is missing");
    assertRefused("{\"name\":\"x\"}", "turns is missing or empty");
    assertRefused("{\"name\":\"x\",\"turns\":[{\"tool_call\":[]}]}", "tool_call");
    assertRefused(
        "{\"name\":\"x\",\"turns\":[{\"expect\":[{\"exit_code\":0}]}]}", "turn 1: expects 1");
    assertRefused(
        "{\"name\":\"x\",\"turns\":[{\"tool_calls\":[{\"name\":\"bash\"}]}]}",
        "turn 1: a tool call");
    assertRefused("{\"name\":\"x\",\"turns\":[{\"delay_millis\":-1}]}", "turn 1: delay_millis");
  }

  private static void assertRefused(String json, String reason) {
    assertThatThrownBy(() -> Transcript.parse(json, "bad.json"))
        .as(json)
        .isInstanceOf(LlmException.class)
        .hasMessageStartingWith("transcript bad.json: ")
        .hasMessageContaining(reason)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void theExampleInTheDocumentationIsInOrder() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "transcripts.md"));
    String example = page.substring(page.indexOf("```json") + 7);
    example = example.substring(0, example.indexOf("```"));

    assertThat(Transcript.parse(example, "docs/transcripts.md").turns()).hasSize(3);
  }

  @Test
  void transcriptsAreReadFromFiles(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("golden.json"), GOLDEN);

    assertThat(Transcript.read(file)).isEqualTo(transcript);
    assertThatThrownBy(() -> Transcript.read(directory.resolve("none.json")))
        .isInstanceOf(LlmException.class)
        .hasMessageEndingWith("none.json: there is no such file");
  }
}
