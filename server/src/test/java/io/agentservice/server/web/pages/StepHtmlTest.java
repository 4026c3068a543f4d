package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.timeline.steps.Timeline;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepHtmlTest {
  private static String shown(LoopEvent event) {
    var session = Id.create(SessionId.class);
    var line =
        new Event(session, 1, 1, LoopEvents.type(event), LoopEvents.data(event), Instant.EPOCH);
    return new StepHtml(session).item(new Timeline().add(line).getFirst()).html().toString();
  }

  @Test
  void eachFurtherTryOfTheModelIsShownWithReasonAndTime() {
    assertThat(shown(new LoopEvent.ModelAway("openai:x: HTTP 503: <busy>", 3, null, 8000, 9000L)))
        .contains(
            "Model away: openai:x: HTTP 503: &lt;busy&gt;; try 3 in 8.0 s, giving up in 9.0 s");
  }

  @Test
  void whatCameWithAMessageIsTold() {
    var file = new LoopEvent.AttachedFile("attachment-1", "attachments/<b>.log", 1234);
    assertThat(
            shown(
                new LoopEvent.UserMessage(
                    "event-1", "Look", "Ann", List.of(file), List.of("https://example.org/x"))))
        .contains(
            "Attached: attachments/&lt;b&gt;.log (1,234 bytes), https://example.org/x</p></li>");
    assertThat(shown(new LoopEvent.UserMessage("event-1", "Look", "Ann", List.of(), List.of())))
        .doesNotContain("Attached");
  }

  @Test
  void howAJobEndedIsTold() {
    assertThat(shown(new LoopEvent.JobEnded("server", "event-7", "exited", 3, 1500, 0, "")))
        .contains("problem", "The job server has ended with exit code 3 after 1.5 s");
  }

  @Test
  void whatWasChangedIsShownWithItsPatch() {
    String path =
        "/v3/organizations/org-%s/attachments/%s/changes.patch"
            .formatted("0".repeat(32), "1".repeat(32));
    assertThat(
            shown(
                new LoopEvent.WorkChanged(
                    "web",
                    "abc",
                    "def",
                    3,
                    20,
                    1234,
                    9,
                    "attachment-1",
                    "https://x" + path,
                    List.of("<note>"))))
        .contains(
            "Changed web: 3 files, +20 −1,234. &lt;note&gt;.",
            "<a href=\"" + path + "\">Download changes.patch</a>")
        .doesNotContain("https://x");
  }
}
