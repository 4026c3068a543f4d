package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.Test;

/** A request with an Idempotency-Key whose server or database dies before its answer is kept. */
class InterruptedRequestIT extends OnOrganization {
  interface Trouble {
    @SqlUpdate(
        """
        CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql
            AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'
        """)
    void prepare();

    @SqlUpdate(
        "CREATE TRIGGER die BEFORE INSERT ON idempotency FOR EACH ROW EXECUTE FUNCTION die()")
    void begin();

    @SqlUpdate("DROP TRIGGER die ON idempotency")
    void end();
  }

  @Test
  void hasNotHappenedAndItsRepetitionIsTheFirst() {
    var caller = member.with("Idempotency-Key", "interrupted");
    String sessions = path("sessions");
    try (var database = server.openDatabase()) {
      database.useTransaction(tx -> tx.on(Trouble.class).prepare());
      database.useTransaction(tx -> tx.on(Trouble.class).begin());
      assertThat(caller.post(sessions, json("prompt", "p")).status()).isGreaterThanOrEqualTo(500);
      assertThat(member.get(sessions).ok().each("/session_id")).isEmpty();
      database.useTransaction(tx -> tx.on(Trouble.class).end());
    }

    var first = caller.post(sessions, json("prompt", "p")).ok();
    var second = caller.post(sessions, json("prompt", "p")).ok();

    assertThat(first.header("Idempotency-Replayed")).isNull();
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(member.get(sessions).ok().each("/session_id"))
        .containsExactly(first.text("/session_id"));
  }
}
