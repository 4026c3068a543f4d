package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.web.pages.html.Html;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final SessionId SESSION = Id.create(SessionId.class);

  private static String shown(LoopEvent event) {
    var session = Id.create(SessionId.class);
    var line =
        new Event(session, 1, 1, LoopEvents.type(event), LoopEvents.data(event), Instant.EPOCH);
    return new Timeline(session).add(line).getFirst().html().toString();
  }

  private static Event event(long seq, LoopEvent event) {
    return new Event(
        SESSION, seq, 1, LoopEvents.type(event), LoopEvents.data(event), Instant.EPOCH);
  }

  @Test
  void aJobIsListedWhileItRunsAndItsEndIsTold() {
    var timeline = new Timeline(SESSION);
    var started =
        timeline.add(event(1, new LoopEvent.JobStarted("server", "event-7", "run <it>", true)));
    assertThat(started).extracting(Timeline.Item::id).containsExactly("job-event-7");
    assertThat(started.getFirst().html().toString())
        .contains("<b>server</b>", "<code>run &lt;it&gt;</code>");

    var ended = new LoopEvent.JobEnded("server", "event-7", "exited", 3, 1500, 0, "");
    var items = timeline.add(event(2, ended));
    assertThat(items.getFirst().id()).isEqualTo("job-event-7");
    assertThat(items.getFirst().html().isEmpty()).isTrue();
    assertThat(items.getLast().html().toString())
        .contains("problem", "The job server has ended with exit code 3 after 1.5 s");
  }

  @Test
  void noJobIsListedAnyLongerWhenTheSessionSleeps() {
    var timeline = new Timeline(SESSION);
    timeline.add(event(1, new LoopEvent.JobStarted("server", "event-7", "run", true)));
    var status = "{\"status\":\"suspended\",\"status_detail\":\"inactivity\"}";

    var items = timeline.add(new Event(SESSION, 2, 1, "status", status, Instant.EPOCH));

    assertThat(items.getLast()).isEqualTo(new Timeline.Item("job-event-7", Html.NONE));
  }

  @Test
  void eachFurtherTryOfTheModelIsShownWithReasonAndTime() {
    assertThat(shown(new LoopEvent.ModelAway("openai:x: HTTP 503: <busy>", 3, null, 8000, 9000L)))
        .contains(
            "Model away: openai:x: HTTP 503: &lt;busy&gt;; try 3 in 8.0 s, giving up in 9.0 s");
    assertThat(shown(new LoopEvent.ModelAway("nonsense", 2, 4, 500, null)))
        .contains("Model away: nonsense; try 2 of 4 in 0.5 s");
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
            "<a href=\"" + path + "\">Download changes.patch</a>");
  }
}
