package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.EventReader;
import io.agentservice.server.testing.OnOrganization;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Streams on which nothing happens (fleet.md 3, completions.md 7). */
class QuietStreamsIT extends OnOrganization {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_WATCH_KEEPALIVE_SECONDS", "1", "AGENT_WATCH_MAX_SECONDS", "3");
  }

  @Test
  void aWatchOfTheQueueSendsCommentsWhenIdleAndEndsCleanly() {
    try (var watch = server.admin().watch("/opbeta/outposts/agents?watch=true", "WatchEvent")) {
      isKeptAliveAndEnds(watch);
    }
  }

  @Test
  void theEventsOfASessionSendCommentsWhenIdleAndEndCleanly() {
    var session = member.post(path("sessions"), json("prompt", "p")).ok();
    String events = path("sessions/" + session.text("/session_id") + "/events");
    long last = member.get(events).ok().at("/last_seq").longValue();
    try (var watch = member.watch(events + "?watch=true&after=" + last, "Event")) {
      isKeptAliveAndEnds(watch);
    }
  }

  private static void isKeptAliveAndEnds(EventReader watch) {
    assertThat(watch.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/event-stream");
    assertThat(watch.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(watch.headers().firstValue("X-Accel-Buffering")).contains("no");
    assertThat(watch.line()).isEqualTo(": keepalive");
    assertThat(watch.line()).isEmpty();
    String line = watch.line();
    while (!line.equals("END")) {
      assertThat(line).isIn(": keepalive", "");
      line = watch.line();
    }
  }
}
