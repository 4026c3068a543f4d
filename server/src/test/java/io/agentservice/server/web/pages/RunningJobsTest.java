package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.web.pages.StepHtml.Item;
import io.agentservice.server.web.pages.html.Html;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RunningJobsTest {
  private static final SessionId SESSION = Id.create(SessionId.class);

  private final RunningJobs jobs = new RunningJobs();

  private static Event event(long seq, LoopEvent event) {
    return new Event(
        SESSION, seq, 1, LoopEvents.type(event), LoopEvents.data(event), Instant.EPOCH);
  }

  @Test
  void aJobIsListedWhileItRuns() {
    var started =
        jobs.add(event(1, new LoopEvent.JobStarted("server", "event-7", "run <it>", true)));
    assertThat(started).extracting(Item::id).containsExactly("job-event-7");
    assertThat(started.getFirst().html().toString())
        .contains("<b>server</b>", "<code>run &lt;it&gt;</code>");

    var ended = new LoopEvent.JobEnded("server", "event-7", "exited", 3, 1500, 0, "");
    assertThat(jobs.add(event(2, ended))).containsExactly(new Item("job-event-7", Html.NONE));
  }

  @Test
  void noJobIsListedAnyLongerWhenTheSessionSleeps() {
    jobs.add(event(1, new LoopEvent.JobStarted("server", "event-7", "run", true)));
    var status = "{\"status\":\"suspended\",\"status_detail\":\"inactivity\"}";

    var items = jobs.add(new Event(SESSION, 2, 1, "status", status, Instant.EPOCH));

    assertThat(items).containsExactly(new Item("job-event-7", Html.NONE));
  }
}
