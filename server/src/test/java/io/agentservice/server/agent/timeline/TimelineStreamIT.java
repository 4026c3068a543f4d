package io.agentservice.server.agent.timeline;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.testing.EventReader;
import io.agentservice.server.testing.EventReader.Named;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The stream of a session's steps by the interface (design/web.md 7.1). */
class TimelineStreamIT extends OnTimeline {
  private static final Map<String, String> SCHEMAS =
      Map.of(
          "step", "Step",
          "piece", "TimelinePiece",
          "session", "Session",
          "messages", "QueuedMessages",
          "end", "TimelineEnd");

  private EventReader watch(String query) {
    return admin.watch(one + "/timeline?watch=true" + query, "TimelineFrame");
  }

  private static Named next(EventReader stream, Predicate<Named> wanted) {
    while (true) {
      var frame = stream.named(SCHEMAS);
      if (wanted.test(frame)) {
        return frame;
      }
    }
  }

  private static Named step(EventReader stream) {
    return next(stream, frame -> frame.name().equals("step"));
  }

  @Test
  void itBeginsWithSessionAndQueueAndBringsWhatComes() {
    ran("before", "x");
    try (var stream = watch("")) {
      assertThat(stream.named(SCHEMAS).name()).isEqualTo("session");
      var queue = stream.named(SCHEMAS);
      assertThat(queue.name()).isEqualTo("messages");
      assertThat(queue.data().path("items").size()).isEqualTo(1);
      assertThat(queue.data().at("/items/0/message").asString()).isEqualTo("p");
      assertThat(queue.data().at("/items/0/is_prompt").asBoolean(false)).isTrue();

      long seq = add(new LoopEvent.Nudge("news"));

      var step = step(stream);
      assertThat(step.data().path("title").asString()).isEqualTo("news");
      assertThat(step.id()).isEqualTo(Long.toString(seq));
    }
  }

  @Test
  void aCallThatRanWhenTheStreamBeganIsBroughtToItsEnd() {
    var use = Logs.bash("c", "make");
    long asked = add(Logs.answer(use));
    try (var stream = watch("&after=" + asked)) {
      next(stream, frame -> frame.name().equals("messages"));
      add(Logs.result("c", 1, "no"));
      var step = step(stream);
      assertThat(step.data().path("id").asString()).isEqualTo("e" + asked + "-0");
      assertThat(step.data().path("status").asString()).isEqualTo("failed");
    }
  }

  @Test
  void whoeverComesBackGetsWhatHeMissedAndNotMore() {
    ran("a", "x");
    long known = last();
    ran("b", "y");
    long end = last();

    var back = admin.with("Last-Event-ID", Long.toString(known));
    try (var stream = back.watch(one + "/timeline?watch=true&after=1", "TimelineFrame")) {
      var steps = List.of(step(stream), step(stream), step(stream), step(stream));
      assertThat(steps)
          .extracting(frame -> frame.data().path("title").asString())
          .containsExactly("I run it", "b", "b", "b");
      // Of the frames of one event the last alone has its number.
      assertThat(steps)
          .extracting(Named::id)
          .containsExactly("", "" + (end - 2), "" + (end - 1), "" + end);
    }
  }

  @Test
  void aStreamFromTheBeginningOfALongLogHasAllOfIt() {
    for (int i = 0; i < 3; i++) {
      ran("c" + i, "x");
    }
    server
        .given()
        .update(
            """
            INSERT INTO event (session_id, seq, epoch, type, data)
            SELECT session_id, last_seq + n, epoch, 'nudge', jsonb_build_object('text', 'n' || n)
              FROM session, generate_series(1, 3000) n WHERE session_id = ?
            """,
            session);
    server
        .given()
        .update("UPDATE session SET last_seq = last_seq + 3000 WHERE session_id = ?", session);
    try (var stream = watch("&after=0")) {
      var last = next(stream, frame -> frame.data().path("title").asString("").equals("n3000"));
      assertThat(last.id()).isEqualTo(Long.toString(last()));
      add(new LoopEvent.Nudge("and on"));
      assertThat(step(stream).data().path("title").asString()).isEqualTo("and on");
    }
  }

  @Test
  void aMessageIsInTheQueueUntilItIsTakenBack() {
    try (var stream = watch("")) {
      next(stream, frame -> frame.name().equals("messages"));
      admin
          .post(
              one + "/messages",
              json(
                  "message",
                  "\u00e4".repeat(3_000),
                  "attachment_urls",
                  List.of("https://example.org/x")))
          .ok();
      var queue = next(stream, frame -> frame.name().equals("messages"));
      var mine = (ObjectNode) queue.data().at("/items/1");
      assertThat(mine.path("is_prompt").asBoolean(true)).isFalse();
      assertThat(mine.path("message").asString()).isEqualTo("\u00e4".repeat(2_048));
      assertThat(mine.path("message_cut").asInt()).isEqualTo(952);
      assertThat(mine.path("attachments").asInt()).isEqualTo(1);
      assertThat(queue.data().at("/items/0/attachments").asInt(-1)).isZero();

      admin.delete(one + "/messages/" + mine.path("event_id").asString()).ok();

      queue = next(stream, frame -> frame.name().equals("messages"));
      assertThat(queue.data().path("items").size()).isEqualTo(1);
    }
  }

  @Test
  void aChangeOfTheSessionIsToldWithoutAnEvent() {
    try (var stream = watch("")) {
      next(stream, frame -> frame.name().equals("messages"));
      admin.patch(one, json("title", "Another title")).ok();
      var told = next(stream, frame -> frame.name().equals("session"));
      assertThat(told.data().path("title").asString()).isEqualTo("Another title");
    }
  }

  @Test
  void itEndsWithTheSession() {
    try (var stream = watch("")) {
      next(stream, frame -> frame.name().equals("messages"));
      admin.delete(one).ok();
      assertThat(step(stream).data().path("title").asString()).isEqualTo("exit");
      next(stream, frame -> frame.name().equals("end"));
    }
    try (var stream = watch("")) {
      next(stream, frame -> frame.name().equals("end"));
      while (!stream.line().equals("END")) {}
    }
  }

  @Test
  void viewersOfOneSessionSeeTheSame() {
    try (var one = watch("");
        var other = watch("");
        var late = watch("&after=0")) {
      next(one, frame -> frame.name().equals("messages"));
      next(other, frame -> frame.name().equals("messages"));
      add(new LoopEvent.Nudge("for all"));
      for (var stream : List.of(one, other, late)) {
        next(stream, frame -> frame.data().path("title").asString("").equals("for all"));
      }
    }
  }
}
