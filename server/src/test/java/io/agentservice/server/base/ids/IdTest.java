package io.agentservice.server.base.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdTest {
  private static final String HEX = "0123456789abcdef0123456789abcdef";

  @Test
  void aSessionIsMeantByItsIdInEachSpelling() {
    var session = new SessionId("agent-" + HEX);

    for (var spelling : new String[] {"agent-" + HEX, "devin-" + HEX, HEX}) {
      assertThat(Id.parse(SessionId.class, spelling))
          .isEqualTo(session)
          .hasToString("agent-" + HEX);
    }
    assertThat(session.hex()).isEqualTo(HEX);
    assertThat(SessionId.ofHex(HEX)).isEqualTo(session).hasSameHashCodeAs(session);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "note-",
        HEX,
        "agent-" + HEX,
        "note-" + HEX + "0",
        "note-0123456789ABCDEF0123456789ABCDEF",
        "note-0123456789abcdef0123456789abcde",
        "note-0123456789abcdef0123456789abcdeg",
        "note-note-" + HEX,
        " note-" + HEX
      })
  void whatIsNoIdIsRefused(String text) {
    assertThat(Id.parse(NoteId.class, text)).isNull();
  }

  @Test
  void idsOfTwoKindsAreNeverEqual() {
    assertThat((Id) new NoteId("note-" + HEX)).isNotEqualTo(new FolderId("note-" + HEX));
    assertThat(new NoteId("note-" + HEX)).isNotEqualTo(Id.create(NoteId.class));
    assertThat(Id.of(NoteId.class, "note-" + HEX)).isEqualTo(new NoteId("note-" + HEX));
    assertThat(Id.noun(NoteId.class)).isEqualTo("note");
    assertThat(Id.create(NoteId.class).value()).matches("note-[0-9a-f]{32}");
  }

  @Test
  void idsAreInTheOrderInWhichTheyWereMade() {
    var made = new ArrayList<String>();
    for (int i = 0; i < 20_000; i++) {
      made.add(Id.create(NoteId.class).value());
    }

    assertThat(made).isSorted();
    assertThat(new HashSet<>(made)).hasSameSizeAs(made);
  }

  /** RFC 9562: 48 bits of milliseconds, version 7, variant 10. */
  @Test
  void anIdIsAUuidOfVersion7ThatSaysWhenItWasMade() {
    var before = Instant.now();
    var ends = new HashSet<String>();
    for (int i = 0; i < 200; i++) {
      var hex = SessionId.ofHex(Uuid7.next()).hex();
      assertThat(hex).matches("[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}");
      var made = Instant.ofEpochMilli(Long.parseLong(hex.substring(0, 12), 16));
      assertThat(Duration.between(before, made))
          .isBetween(Duration.ofSeconds(-2), Duration.ofMinutes(1));
      ends.add(hex.substring(16));
    }
    assertThat(ends).hasSize(200);
    assertThat(ends.stream().map(end -> end.charAt(0)).distinct()).hasSize(4);
  }

  @Test
  void anAttachmentIsMeantByItsIdItsDigitsAndItsUuid() {
    var attachment = new AttachmentId("attachment-" + HEX);
    var uuid = "01234567-89ab-cdef-0123-456789abcdef";

    for (var spelling : new String[] {"attachment-" + HEX, HEX, uuid}) {
      assertThat(AttachmentId.ofAddress(spelling)).isEqualTo(attachment);
    }
    for (var none : new String[] {"note-" + HEX, uuid + "0", "attachment-" + uuid}) {
      assertThat(AttachmentId.ofAddress(none)).isNull();
    }
    assertThat(attachment.hex()).isEqualTo(HEX);
    assertThat(attachment.uuid()).isEqualTo(uuid);
  }
}
