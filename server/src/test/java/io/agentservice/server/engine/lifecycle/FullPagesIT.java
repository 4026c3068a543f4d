package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.testing.Given.Refusal;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Sessions behind as many as a page of others that can't be changed. */
class FullPagesIT extends OnLifecycle {
  private static final int MORE_THAN_A_PAGE = 200;

  @Test
  void asManyAsAPageThatCannotFallAsleepHoldUpNoOther() {
    String other = resting(50, Turns.Turn::waiting);
    copies(resting(60, Turns.Turn::waiting));
    try (var _ = refusingAllBut(other)) {
      assertThatThrownBy(() -> lifecycle.sleepIdle(40, () -> true)).hasMessageContaining("refuses");

      assertThat(status(other)).isEqualTo("SUSPENDED");
    }
  }

  @Test
  void oneThatCannotMakeRoomHasTheNextOneMakeIt() {
    String other = resting(50, turn -> turn.finished(null));
    resting(60, turn -> turn.finished(null));
    waiting();
    try (var _ = refusingAllBut(other)) {

      assertThatThrownBy(() -> lifecycle.makeRoom(40, () -> true)).hasMessageContaining("refuses");

      assertThat(status(other)).isEqualTo("SUSPENDED");
    }
  }

  @Test
  void asManyAsAPageOfADeletedOrganizationThatCannotBeEndedHoldUpNoOther() {
    String other = session();
    copies(session());
    try (var _ = refusingAllBut(other)) {
      server
          .given()
          .update("UPDATE organization SET deleted_at = now() WHERE org_id = ?", org.value());

      assertThatThrownBy(() -> lifecycle.endOrphans(() -> true)).hasMessageContaining("refuses");

      assertThat(status(other)).isEqualTo("EXIT");
    }
  }

  @Test
  void asManyAsAPageThatNeedNoEntryHideNoneThatLostIts() {
    String over = session();
    admin.delete(one(over)).ok();
    copies("session", over);
    String placeless = session();
    server
        .given()
        .update(
            "UPDATE session SET outpost_id = NULL, platform = 'nowhere' WHERE session_id = ?",
            placeless);
    copies("session", placeless);
    String forgotten = session();
    server.given().update("DELETE FROM queue_entry WHERE session_id = ?", forgotten);

    server.leadAnew();

    await(() -> entries(forgotten) == 1);
    claim(forgotten, "w").ok();
  }

  @Test
  void asManyAsAPageThatAgreeHideNoneThatDisagrees() {
    copies(session());
    copies(running());
    String damaged = session();
    server.given().update("UPDATE session SET status = 'CLAIMED' WHERE session_id = ?", damaged);

    server.leadAnew();

    await(() -> !status(damaged).equals("CLAIMED"));
    claim(damaged, "w").ok();
  }

  private long entries(String session) {
    return server.given().number("SELECT count(*) FROM queue_entry WHERE session_id = ?", session);
  }

  private String resting(int seconds, Consumer<Turns.Turn> end) {
    String id = running();
    turn(
        id,
        turn -> {
          turn.deliver();
          end.accept(turn);
        });
    server
        .given()
        .update(
            "UPDATE session SET idle_since = now() - make_interval(secs => ?) WHERE session_id = ?",
            seconds,
            id);
    return id;
  }

  private void waiting() {
    server
        .given()
        .update(
            "UPDATE queue_entry SET updated_at = now() - interval '1 minute' WHERE session_id = ?",
            session());
  }

  private void copies(String session) {
    copies("session", session);
    copies("queue_entry", session);
  }

  private void copies(String table, String session) {
    String columns =
        server
            .given()
            .text(
                """
                SELECT string_agg(column_name, ', ') FROM information_schema.columns
                 WHERE table_name = ? AND is_generated = 'NEVER'
                """,
                table);
    server
        .given()
        .update(
            """
            INSERT INTO %1$s (%2$s)
            SELECT %3$s FROM %1$s one, generate_series(1, ?) nth,
                   jsonb_populate_record(one, jsonb_build_object('session_id', md5(one.session_id || nth))) copy
             WHERE one.session_id = ?
            """
                .formatted(table, columns, columns.replaceAll("(\\w+)", "copy.$1")),
            MORE_THAN_A_PAGE,
            session);
  }

  private Refusal refusingAllBut(String session) {
    return server
        .given()
        .refusing(
            "BEFORE UPDATE ON session FOR EACH ROW WHEN (OLD.session_id <> '%s')"
                .formatted(session));
  }

  private String status(String session) {
    return server.given().text("SELECT status FROM session WHERE session_id = ?", session);
  }
}
