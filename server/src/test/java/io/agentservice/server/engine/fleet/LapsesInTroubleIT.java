package io.agentservice.server.engine.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.OnOutpost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Claims that can't lapse. */
@Isolated("reads the log of the whole process")
class LapsesInTroubleIT extends OnOutpost {
  @Test
  void oneThatCannotLapseIsToldAndHoldsUpNoOther() throws Exception {
    String bad = session();
    claim(bad, "w").ok();
    String other = session();
    claim(other, "w").ok();
    refuseToLapse(bad);
    try (var log = new LogCapture()) {
      server
          .given()
          .update(
              "UPDATE queue_entry SET claim_deadline = now() - interval '1 second' WHERE session_id IN (?, ?)",
              bad,
              other);

      assertThat(log.await("lapses failed")).contains("it stays claimed");
    }

    await(() ->
        server
            .given()
            .text("SELECT phase FROM queue_entry WHERE session_id = ?", other)
            .equals("PENDING"));
  }

  private void refuseToLapse(String session) {
    server
        .given()
        .update(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              RAISE EXCEPTION 'it stays claimed';
            END $$
            """);
    server
        .given()
        .update(
            "CREATE TRIGGER refuse BEFORE UPDATE ON queue_entry FOR EACH ROW WHEN (OLD.session_id = '%s' AND NEW.phase = 'PENDING') EXECUTE FUNCTION refuse()"
                .formatted(session));
  }
}
