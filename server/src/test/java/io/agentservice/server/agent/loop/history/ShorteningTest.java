package io.agentservice.server.agent.loop.history;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Role;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.Script;
import io.agentservice.server.agent.loop.log.Depth;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.Shortened;
import io.agentservice.server.agent.loop.log.LoopEvent.Summarized;
import io.agentservice.server.agent.loop.log.Skill;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ShorteningTest {
  private static final Usage USAGE = new Usage(1, 1, 0, 0);

  private static final String LONG = "abcdefghij".repeat(9);

  private static final List<ChatMessage> MESSAGES =
      List.of(
          ChatMessage.user("Mend it. " + LONG),
          ChatMessage.assistant(
              List.of(
                  new Part.Thinking("hm", "sealed"),
                  new Part.Text("I write. " + LONG),
                  new Part.ToolUse("a", "edit", Script.json(json("path", "p", "new_text", LONG))))),
          ChatMessage.user(
              new Part.ToolResult(
                  "a", List.of(new Part.Text(LONG), new Part.Image("image/png", "AAAA")), false),
              new Part.Text("Hurry. " + LONG),
              new Part.Text("[From the service] Think.")),
          ChatMessage.assistant(List.of(new Part.Thinking("hm", "sealed"), HistoryTest.use("b"))),
          ChatMessage.user(Part.ToolResult.text("b", "fine", false)),
          ChatMessage.assistant(List.of(new Part.Text("Last. " + LONG), HistoryTest.use("c"))));

  private static String show(String title, List<ChatMessage> messages) {
    var text = new StringBuilder("== " + title + "\n");
    for (var message : messages) {
      text.append(message.role()).append('\n');
      message.parts().forEach(part -> text.append("  ").append(part).append('\n'));
    }
    return text.toString();
  }

  private static List<ChatMessage> shortened(int kept, Depth depth) {
    return Shortening.shorten(MESSAGES, new Shortened(kept, 20, depth));
  }

  @Test
  void whatTheModelSeesIsAsRecorded() throws IOException {
    var summary = new Summarized(2, "It was broken.", Usage.NONE, "m", BigDecimal.ZERO);
    var once = Shortening.summarize(MESSAGES, summary, "");
    var again =
        Shortening.summarize(
            longer(once), new Summarized(2, "It is whole.", Usage.NONE, "m", BigDecimal.ZERO), "");

    var seen =
        show("all", MESSAGES)
            + show("results", shortened(2, Depth.RESULTS))
            + show("own words and inputs too", shortened(2, Depth.OWN))
            + show("everything", shortened(0, Depth.ALL))
            + show("summary", once)
            + show("summary of a summary", again)
            + "== to be summarized\n"
            + Shortening.render(MESSAGES.subList(0, 5), 100_000);

    try (var in = ShorteningTest.class.getResourceAsStream("shortening.golden")) {
      assertThat(seen).isEqualTo(new String(Objects.requireNonNull(in).readAllBytes(), UTF_8));
    }
  }

  private static List<ChatMessage> longer(List<ChatMessage> messages) {
    return List.of(
        messages.get(0),
        messages.get(1),
        ChatMessage.user(Part.ToolResult.text("b", "fine", false)),
        ChatMessage.assistant(List.of(HistoryTest.use("d"))));
  }

  @Test
  void whatItsServerWantsBackWithACallIsNotCut() {
    var beside = Script.json(json("google", fields("thought_signature", LONG)));
    var use = new Part.ToolUse("a", "edit", Script.json(json("new_text", LONG)), beside);

    var shorter =
        (Part.ToolUse) Shortening.shorten(use, Role.ASSISTANT, new Shortened(0, 20, Depth.ALL));

    assertThat(shorter.input()).isNotEqualTo(use.input());
    assertThat(shorter.extraContent()).isEqualTo(beside);
  }

  @Test
  void instructionsStayWholeWhateverIsLeftOut() {
    var told = new Part.Text(Shortening.GUIDANCE + "x".repeat(2_000));
    var read = new LoopEvent.SkillRead(new Skill("s", "d", "/s", true), "y".repeat(2_000));
    var history = new History();
    var ask = new LoopEvent.UserMessage("event-1", "go", null, List.of(), List.of());
    history.add(ask, 1);
    history.add(read, 1);
    for (int i = 0; i < 8; i++) {
      history.add(
          new LoopEvent.ModelTurn(
              List.of(new Part.Text("turn " + i)),
              Stop.END_TURN,
              USAGE,
              "m",
              BigDecimal.ZERO,
              0,
              null,
              null),
          1);
      history.add(new LoopEvent.Nudge("and on"), 1);
    }
    history.add(new LoopEvent.Summarized(2, "summary", USAGE, "m", BigDecimal.ZERO), 1);
    history.add(new Shortened(0, 10, Depth.ALL), 1);

    assertThat(Shortening.shorten(told, Role.USER, new Shortened(0, 10, Depth.ALL)))
        .isEqualTo(told);
    assertThat(history.messages().getFirst().toString())
        .contains("y".repeat(2_000))
        .contains(Shortening.SERVICE.substring(0, 10) + "\n[the rest was left out");
  }

  @Test
  void noCharacterIsCutInHalf() {
    String rockets = "\uD83D\uDE80".repeat(300);
    var shorter =
        (Part.Text)
            Shortening.shorten(new Part.Text(rockets), Role.USER, new Shortened(0, 101, Depth.ALL));
    assertThat(shorter.text().substring(0, 102)).isEqualTo("\uD83D\uDE80".repeat(50) + "\n[");
    for (int limit = 10; limit < 14; limit++) {
      var rendered = Shortening.render(List.of(ChatMessage.user(rockets)), limit);
      assertThat(UTF_8.newEncoder().canEncode(rendered)).as("%d", limit).isTrue();
    }
  }

  @Test
  void whatIsShortStaysAndTheOldestGoesFirst() {
    assertThat(Shortening.shorten(MESSAGES, new Shortened(0, 1_000, Depth.OWN)).getFirst())
        .isEqualTo(MESSAGES.getFirst());
    assertThat(Shortening.render(MESSAGES, 50)).hasSize(50).endsWith("\n\n");
    assertThat(Shortening.tail(MESSAGES.subList(0, 2), 1)).isZero();
  }
}
