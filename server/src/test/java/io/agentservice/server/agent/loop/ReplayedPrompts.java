package io.agentservice.server.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Prompt;
import io.agentservice.llm.PromptPrint;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import java.util.List;
import java.util.Set;

/** What logs prove of the prompts that were sent. */
public final class ReplayedPrompts {
  private static final Set<String> FAULTS = Set.of("replay", "tools", "system", "messages");

  private ReplayedPrompts() {}

  /**
   * The messages of each prompt that was answered can be told from the log alone, byte for byte,
   * and each began as the one before, but for a reason. Returns how many there were.
   */
  public static int check(List<Event> log) {
    var history = new History();
    int prompts = 0;
    for (var line : log) {
      if (line.data().equals(MemorySession.CORRUPT)) {
        return prompts; // no loop goes on from there
      }
      var event = LoopEvents.read(line.type(), line.data());
      if (event == null) {
        continue;
      }
      if (event instanceof LoopEvent.ModelTurn turn && turn.prompt() != null) {
        var again = PromptPrint.of(new Prompt("", history.messages(), List.of(), 1));
        assertThat(again.parts())
            .as("parts of the prompt before %s", turn)
            .isEqualTo(turn.prompt().parts());
        assertThat(again.messages())
            .as("the prompt before %s", turn)
            .isEqualTo(turn.prompt().messages());
        assertThat(turn.broken()).isNotIn(FAULTS);
        prompts++;
      }
      history.add(event, line.epoch());
    }
    return prompts;
  }
}
