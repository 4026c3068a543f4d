package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.engine.lifecycle.Turns.Turn;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the record says of a session's task, and of what it waits for. */
class OutcomesIT extends OnLifecycle {

  private String after(Consumer<Turn> end) {
    String id = running();
    turn(
        id,
        turn -> {
          turn.deliver();
          end.accept(turn);
        });
    return id;
  }

  private String outcome(String id) {
    return admin.get(one(id)).ok().text("/outcome");
  }

  @Test
  void whoSleepsStillSaysWhatItsTaskHasComeTo() {
    String finished = after(turn -> turn.finished(null));
    String asks = after(Turn::waiting);
    String working = after(_ -> {});
    assertThat(outcome(working)).isEqualTo("none");

    for (String id : new String[] {finished, asks, working}) {
      admin.post(one(id) + "/archive", "").ok();
    }

    assertThat(outcome(finished)).isEqualTo("finished");
    assertThat(outcome(asks)).isEqualTo("asks");
    assertThat(outcome(working)).isEqualTo("stopped");
    var listed = admin.get(path("sessions?session_ids=" + finished)).ok();
    assertThat(listed.text("/items/0/outcome")).isEqualTo("finished");

    admin.post(one(finished) + "/messages", json("message", "on")).ok();
    assertThat(outcome(finished)).as("it has another task").isEqualTo("none");
  }

  @Test
  void whoWaitsSaysWhatForAndItsPlaceInTheLine() {
    admin.delete(one(session())).ok(); // waits no more
    String first = session();
    String second = session();

    assertThat(admin.get(one(first)).ok().text("/waits_for")).isEqualTo("machine");
    assertThat(admin.get(one(first)).ok().at("/queue_position").asInt()).isEqualTo(1);
    assertThat(admin.get(one(second)).ok().at("/queue_position").asInt()).isEqualTo(2);

    claim(first, "w").ok();
    assertThat(admin.get(one(first)).ok().text("/waits_for")).isEqualTo("connection");
    assertThat(admin.get(one(first)).ok().at("/queue_position").isNull()).isTrue();
    assertThat(admin.get(one(second)).ok().at("/queue_position").asInt()).isEqualTo(1);
  }

  /** Its entry is written last, behind what answers. */
  @Test
  void whoHasJustBegunToWaitIsToldItsPlaceAtOnce() {
    var made = admin.post(path("sessions"), json("prompt", "p", "platform", outpost)).ok();
    assertThat(made.text("/waits_for")).isEqualTo("machine");
    int place = made.at("/queue_position").asInt();
    assertThat(place).isPositive();
    assertThat(admin.get(one(made.text("/session_id"))).ok().at("/queue_position").asInt())
        .isEqualTo(place);

    String id = running();
    admin.post(one(id) + "/sleep", "").ok();
    release(id, "w").ok();
    var resumed = admin.post(one(id) + "/resume", "").ok();
    assertThat(resumed.text("/status")).isEqualTo("resuming");
    assertThat(resumed.text("/waits_for")).isEqualTo("machine");
    assertThat(resumed.at("/queue_position").asInt()).isEqualTo(place + 1);
    assertThat(admin.get(one(id)).ok().at("/queue_position").asInt()).isEqualTo(place + 1);
  }

  @Test
  void whoResumesHasAPlaceInTheLineUntilAWorkerHoldsIt() {
    String id = running();
    session();
    admin.post(one(id) + "/archive", "").ok();
    release(id, "w").ok();
    admin.post(one(id) + "/messages", json("message", "on")).ok();
    assertThat(admin.get(one(id)).ok().at("/queue_position").asInt()).isEqualTo(2);

    claim(id, "w").ok();

    assertThat(admin.get(one(id)).ok().text("/status")).isEqualTo("resuming");
    assertThat(admin.get(one(id)).ok().at("/queue_position").isNull()).isTrue();
  }
}
