package io.agentservice.server.base.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Logs beside each other. */
class EventsApartIT extends OnStatements<EventSql> {
  private static final SessionId ONE = new SessionId("agent-1");
  private static final SessionId OTHER = new SessionId("agent-2");

  EventsApartIT() {
    super(EventSql.class);
  }

  private void event(SessionId session, int seq, String type) {
    row("event", "session_id", session, "seq", seq, "type", type);
  }

  @Test
  void onlyTheConnectionThatServesTheSessionWritesItsLog() {
    row("session", "session_id", ONE, "epoch", 3, "connection", 5, "last_seq", 0);
    row("session", "session_id", OTHER, "epoch", 4, "connection", 6, "last_seq", 0);

    assertThat(askOne(sql -> sql.append(ONE, 2, 5, "a", "{}"))).isEmpty();
    assertThat(askOne(sql -> sql.append(ONE, 3, 4, "a", "{}"))).isEmpty();
    assertThat(askOne(sql -> sql.append(ONE, 4, 6, "a", "{}"))).isEmpty();
    assertThat(askOne(sql -> sql.append(ONE, 3, 5, "a", "{}"))).contains(1L);
    assertThat(values("session", "session_id || ' ' || last_seq"))
        .containsExactly("agent-1 1", "agent-2 0");
  }

  @Test
  void aLogIsReadFromThereOnOrBeforeThatAlone() {
    for (int seq : List.of(1, 2, 3)) {
      event(ONE, seq, "a");
    }
    event(OTHER, 2, "b");
    event(OTHER, 7, "interrupt");

    assertThat(askAll(sql -> sql.after(ONE, 1, 10))).extracting("seq").containsExactly(2L, 3L);
    assertThat(askAll(sql -> sql.withoutOutputs(ONE, 1, 10)))
        .extracting("seq")
        .containsExactly(2L, 3L);
    assertThat(askAll(sql -> sql.before(ONE, 3, 10))).extracting("seq").containsExactly(2L, 1L);
    assertThat(askAll(sql -> sql.before(ONE, 3, 10))).extracting("type").containsOnly("a");
    assertThat(news(ONE, 1)).isEqualTo(new EventNews(3, false));
    assertThat(news(OTHER, 2)).isEqualTo(new EventNews(7, true));
    assertThat(news(OTHER, 7)).isEqualTo(new EventNews(7, false));
  }

  private EventNews news(SessionId session, long after) {
    return ask(sql -> sql.news(session, after));
  }

  @Test
  void aLogIsErasedByPartsAndNoOtherWithIt() {
    for (int seq : List.of(1, 2, 3)) {
      event(ONE, seq, "a");
      event(OTHER, seq, "a");
    }

    assertThat(askCount(sql -> sql.erase(List.of(ONE), 2))).isEqualTo(2);
    assertThat(askCount(sql -> sql.erase(List.of(ONE), 2))).isEqualTo(1);
    assertThat(values("event", "session_id")).containsExactly("agent-2", "agent-2", "agent-2");
  }
}
