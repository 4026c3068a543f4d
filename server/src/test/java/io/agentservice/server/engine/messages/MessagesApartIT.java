package io.agentservice.server.engine.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages of one session are no other's. */
class MessagesApartIT extends OnStatements<MessageSql> {
  private static final SessionId ONE = new SessionId("agent-1");
  private static final SessionId OTHER = new SessionId("agent-2");

  MessagesApartIT() {
    super(MessageSql.class);
  }

  private void message(String event, SessionId session, String delivery, int position) {
    row(
        "message",
        "event_id",
        event,
        "session_id",
        session,
        "delivery",
        delivery,
        "position",
        position,
        "message",
        event,
        "source",
        "user");
  }

  private void some() {
    message("event-1", OTHER, "delivered", 1);
    message("event-2", OTHER, "queued", 2);
    message("event-3", ONE, "delivered", 3);
    message("event-4", ONE, "queued", 4);
    message("event-5", OTHER, "queued", 5);
  }

  private static List<String> ids(List<Message> messages) {
    return messages.stream().map(Message::eventId).toList();
  }

  @Test
  void theyAreReadOfTheirSessionAlone() {
    some();

    assertThat(ids(ask(sql -> sql.list(ONE, 0, 10)))).containsExactly("event-3", "event-4");
    assertThat(askAll(sql -> sql.sizes(ONE, 0, 10))).hasSize(2);
    assertThat(askCount(sql -> sql.count(ONE, 10))).isEqualTo(2);
    assertThat(ids(ask(sql -> sql.waiting(ONE)))).containsExactly("event-4");
    assertThat(askOne(sql -> sql.find(ONE, new EventId("event-4"))).orElseThrow().eventId())
        .isEqualTo("event-4");
    assertThat(askOne(sql -> sql.find(ONE, new EventId("event-1")))).isEmpty();
  }

  @Test
  void whatWaitsElsewhereDoesNotWaitHere() {
    message("event-1", OTHER, "queued", 1);
    message("event-2", ONE, "delivered", 2);

    assertThat(askIf(sql -> sql.queued(ONE))).isFalse();
    assertThat(askIf(sql -> sql.queued(OTHER))).isTrue();
  }

  @Test
  void whatWaitsIsDeliveredOnce() {
    some();

    assertThat(ids(ask(sql -> sql.deliver(ONE)))).containsExactly("event-4");
    assertThat(ids(ask(sql -> sql.deliver(ONE)))).isEmpty();
    assertThat(ids(ask(sql -> sql.waiting(OTHER)))).containsExactly("event-2", "event-5");
  }

  @Test
  void whatWaitsIsDroppedAndWhatWasDeliveredStays() {
    some();

    tell(sql -> sql.dropQueued(ONE));

    assertThat(values("message", "event_id"))
        .containsExactly("event-1", "event-2", "event-3", "event-5");
  }

  @Test
  void theyAreErasedByPartsAndNoOtherWithThem() {
    some();

    assertThat(askCount(sql -> sql.erase(List.of(OTHER), 2))).isEqualTo(2);
    assertThat(askCount(sql -> sql.erase(List.of(OTHER), 2))).isEqualTo(1);
    assertThat(values("message", "session_id")).containsExactly("agent-1", "agent-1");
  }
}
