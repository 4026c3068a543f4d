package io.agentservice.server.engine.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.testing.OnOutpost;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What others see while claims can't lapse. */
class StuckClaimsIT extends OnOutpost {
  private static final String LAPSE =
      "BEFORE UPDATE ON queue_entry FOR EACH ROW WHEN (NEW.phase = 'PENDING' AND OLD.acceptor_id = 'stuck')";

  @Test
  void whoReadsTheQueueIsAnswered() {
    String stuck = session();
    claim(stuck, "stuck").ok();
    String other = session();
    try (var _ = server.given().refusing(LAPSE)) {
      lapse(List.of(stuck));

      assertThat(admin.get(AGENTS + "?outpost=" + outpost).ok().each("/metadata/session_id"))
          .containsExactlyInAnyOrder(stuck, other);
      assertThat(admin.get(AGENTS + "/" + stuck).ok().text("/status/acceptor_id"))
          .isEqualTo("stuck");
      assertThat(admin.get(OUTPOSTS + "/" + outpost).ok().at("/status/active_claims").longValue())
          .isZero();
    }
  }

  @Test
  void aWholePageOfThemHoldsUpNoOther() {
    var stuck = Stream.generate(this::session).limit(Queue.LAPSED_AT_ONCE).toList();
    String other = session();
    claim(other, "w").ok();
    try (var _ = server.given().refusing(LAPSE)) {
      server
          .given()
          .update(
              """
              WITH claimed AS (UPDATE session SET status = 'CLAIMED' WHERE session_id = ANY (string_to_array(?, ',')) RETURNING session_id)
              UPDATE queue_entry q SET phase = 'CLAIMED', acceptor_id = 'stuck' FROM claimed c WHERE c.session_id = q.session_id
              """,
              String.join(",", stuck));
      lapse(stuck);
      lapse(List.of(other));

      await(() -> phase(other).equals("PENDING"));
      assertThat(phase(stuck.getFirst())).isEqualTo("CLAIMED");
    }
  }

  private void lapse(List<String> sessions) {
    server
        .given()
        .update(
            "UPDATE queue_entry SET claim_deadline = clock_timestamp() - interval '1 second' WHERE session_id = ANY (string_to_array(?, ','))",
            String.join(",", sessions));
  }

  private String phase(String session) {
    return server.given().text("SELECT phase FROM queue_entry WHERE session_id = ?", session);
  }
}
