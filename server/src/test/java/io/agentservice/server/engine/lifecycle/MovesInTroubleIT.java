package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Sessions that can't be put on another outpost, beside others that can. */
class MovesInTroubleIT extends OnLifecycle {
  @Test
  void oneThatCannotLeaveADeletedOutpostHoldsUpNoOtherNorTheAnswer() {
    String stuck = session();
    String other = session();
    String next = outpost(org.value().substring(4) + "-next");
    try (var _ = server.given().refusing(changeOf(stuck))) {
      admin.delete(OUTPOSTS + "/" + outpost + "?force=true").ok();

      await(() -> isOn(next, other));
      assertThat(isOn(outpost, stuck)).isTrue();
    }
    await(() -> isOn(next, stuck));
  }

  @Test
  void oneThatCannotBePlacedHoldsUpNoOther() {
    admin.delete(OUTPOSTS + "/" + outpost).ok();
    String stuck = session();
    String other = session();
    try (var _ = server.given().refusing(changeOf(stuck))) {
      String next = outpost(org.value().substring(4) + "-next");

      await(() -> isOn(next, other));
      assertThat(isOn(next, stuck)).isFalse();
    }
  }

  private static String changeOf(String session) {
    return "BEFORE UPDATE ON session FOR EACH ROW WHEN (OLD.session_id = '%s')".formatted(session);
  }

  private boolean isOn(String at, String session) {
    return server
            .given()
            .number(
                "SELECT count(*) FROM queue_entry WHERE outpost_id = ? AND session_id = ? AND removed_at IS NULL",
                at,
                session)
        == 1;
  }
}
