package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which sessions give up their machine, and when (sessions.md 2, row 17). */
class RoomIT extends OnLifecycle {
  private String done(int secondsAgo) {
    String id = running();
    turn(
        id,
        turn -> {
          turn.deliver();
          turn.finished(null);
        });
    server
        .given()
        .update(
            "UPDATE session SET idle_since = now() - make_interval(secs => ?) WHERE session_id = ?",
            secondsAgo,
            id);
    return id;
  }

  private String waiting(int seconds) {
    String id = session();
    server
        .given()
        .update(
            "UPDATE queue_entry SET updated_at = now() - make_interval(secs => ?) WHERE session_id = ?",
            seconds,
            id);
    return id;
  }

  private String asking(int seconds) {
    String id = running();
    turn(
        id,
        turn -> {
          turn.deliver();
          turn.waiting();
        });
    server
        .given()
        .update(
            "UPDATE session SET idle_since = now() - make_interval(secs => ?) WHERE session_id = ?",
            seconds,
            id);
    return id;
  }

  private String state(String id) {
    var session = admin.get(one(id)).ok();
    return session.text("/status") + " " + session.text("/status_detail");
  }

  @Test
  void aSessionWhoseTaskIsDoneMakesRoomForOneThatWaits() {
    String recent = done(1);
    String longest = done(50);
    String asking = running();
    turn(
        asking,
        turn -> {
          turn.deliver();
          turn.waiting();
        });
    admin.delete(one(session())).ok(); // waits no more
    server
        .given()
        .update(
            "UPDATE queue_entry SET updated_at = now() - interval '1 minute' WHERE outpost_id = ?",
            outpost);
    lifecycle.makeRoom(100, () -> true);
    assertThat(state(longest)).as("nobody waits").isEqualTo("running finished");

    String next = waiting(60);
    lifecycle.makeRoom(100, () -> true);
    lifecycle.makeRoom(100, () -> true); // the machine is about to be free, one is enough

    assertThat(state(longest)).isEqualTo("suspended inactivity");
    assertThat(state(recent)).isEqualTo("running finished");
    assertThat(state(asking)).isEqualTo("running waiting_for_user");
    waiting(60);
    lifecycle.makeRoom(100, () -> true);
    assertThat(state(recent)).isEqualTo("suspended inactivity");
    assertThat(state(next)).isEqualTo("new null");
  }

  @Test
  void aSessionWithAMessageToReadMakesNoRoomAndNeitherDoesOneThatCouldNotComeBack() {
    String told = done(50);
    String lasting = done(40);
    server.given().update("UPDATE session SET resumable = false WHERE session_id = ?", lasting);
    admin.post(one(told) + "/messages", json("message", "on")).ok();
    waiting(60);
    waiting(60);

    lifecycle.makeRoom(100, () -> true);

    assertThat(state(told)).isEqualTo("running working");
    assertThat(state(lasting)).isEqualTo("running finished");
  }

  @Test
  void aSessionThatAsksMakesRoomOnceItHasAskedForSoLongAndNoneIsDone() {
    String asking = asking(50);
    String done = done(1);
    waiting(60);
    lifecycle.makeRoom(50, () -> true);
    assertThat(state(done)).isEqualTo("suspended inactivity");
    assertThat(state(asking)).isEqualTo("running waiting_for_user");

    waiting(60);
    lifecycle.makeRoom(5000, () -> true);
    assertThat(state(asking)).as("not for so long").isEqualTo("running waiting_for_user");
    lifecycle.makeRoom(50, () -> true);
    assertThat(state(asking)).isEqualTo("suspended inactivity");
  }

  @Test
  void whoRestsAgainHasRestedSinceTheFirstTime() {
    String id = asking(50);
    turn(id, turn -> turn.waiting());
    lifecycle.sleepIdle(40, () -> true);
    assertThat(state(id)).isEqualTo("suspended inactivity");
  }

  @Test
  void oneThatHasJustComeMayStillFindAnIdleMachine() {
    String done = done(50);
    waiting(-60);
    lifecycle.makeRoom(100, () -> true);
    assertThat(state(done)).isEqualTo("running finished");
  }

  @Test
  void whoHasLeftIsAboutToLeaveNoMore() {
    String left = running();
    admin.delete(one(left)).ok();
    release(left, "w").ok();
    String done = done(50);
    waiting(60);
    lifecycle.makeRoom(100, () -> true);
    assertThat(state(done)).isEqualTo("suspended inactivity");
  }
}
