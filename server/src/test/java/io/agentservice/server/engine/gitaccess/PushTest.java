package io.agentservice.server.engine.gitaccess;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a push asks for, and what is answered, packet by packet. */
class PushTest {
  private static final String NONE = "0".repeat(40);
  private static final String A = "a".repeat(40);

  private static byte[] packets(String... lines) {
    var out = new ByteArrayOutputStream();
    for (String line : lines) {
      Packets.put(out, line);
    }
    Packets.end(out);
    return out.toByteArray();
  }

  private static Push read(byte[] sent) throws IOException {
    return Push.read(new ByteArrayInputStream(sent));
  }

  @Test
  void commandsAreReadAndNoByteMore() throws IOException {
    byte[] head =
        packets(
            "shallow " + A + "\n",
            NONE + " " + A + " refs/heads/x\0 report-status side-band-64k\n",
            A + " " + NONE + " refs/heads/y z");
    var all = new ByteArrayOutputStream();
    all.writeBytes(head);
    all.writeBytes("PACK".getBytes(UTF_8));
    var in = new ByteArrayInputStream(all.toByteArray());
    var push = Push.read(in);
    assertThat(push.commands())
        .containsExactly(
            new Push.Command(NONE, A, "refs/heads/x"), new Push.Command(A, NONE, "refs/heads/y z"));
    assertThat(push.commands().getFirst().creates()).isTrue();
    assertThat(push.commands().getLast().deletes()).isTrue();
    assertThat(push.wantsReport()).isTrue();
    assertThat(push.sent()).isEqualTo(head);
    assertThat(in.readAllBytes()).asString(UTF_8).isEqualTo("PACK");
  }

  @Test
  void aTryOfTheCredentialHasNoCommands() throws IOException {
    assertThat(read("0000".getBytes(UTF_8)).commands()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "00",
        "0001",
        "0004",
        "zzzz",
        "fff9",
        "-001",
        "0010short",
        "0009hello0000",
        "000epush-cert\n0000"
      })
  void whatIsNotUnderstoodInFullIsRefused(String sent) {
    assertThatThrownBy(() -> read(sent.getBytes(UTF_8))).isInstanceOf(GitRefusal.class);
  }

  @Test
  void aPushOfTooManyRefsIsRefused() {
    var lines = new String[1001];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = NONE + " " + A + " refs/heads/b" + i + "\n";
    }
    assertThatThrownBy(() -> read(packets(lines))).hasMessageContaining("1000 refs");
  }

  @Test
  void aPushOfLongNamesIsRefused() {
    var lines = new String[400];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = NONE + " " + A + " refs/heads/" + "x".repeat(3000) + i + "\n";
    }
    assertThatThrownBy(() -> read(packets(lines))).hasMessageContaining("bytes");
  }

  @Test
  void aNameThatNoAnswerCouldHoldIsRefused() {
    var line = NONE + " " + A + " refs/heads/" + "x".repeat(65_000);
    assertThatThrownBy(() -> read(packets(line))).hasMessageContaining("4096 characters");
  }

  @Test
  void theOptionsOfAPushArePartOfWhatIsReadBeforeThePack() throws IOException {
    var all = new ByteArrayOutputStream();
    all.writeBytes(packets(NONE + " " + A + " refs/heads/x\0push-options report-status"));
    all.writeBytes(packets("ci.skip"));
    int head = all.size();
    all.writeBytes("PACK".getBytes(UTF_8));
    assertThat(read(all.toByteArray()).sent()).hasSize(head);
  }

  private static PushReport fed(String capabilities, byte[] answer, int piece) throws IOException {
    var push =
        read(
            packets(
                NONE + " " + A + " refs/heads/x\0" + capabilities + "\n",
                NONE + " " + A + " refs/heads/y\n"));
    var report = new PushReport(push);
    for (int from = 0; from < answer.length; from += piece) {
      int count = Math.min(piece, answer.length - from);
      report.feed(Arrays.copyOfRange(answer, from, from + count), count);
    }
    return report;
  }

  @Test
  void aHostsReportIsReadInPiecesOfAnySize() throws IOException {
    byte[] report =
        packets(
            "unpack ok\n", "ok refs/heads/x\n", "option refname y\n", "ng refs/heads/y no way\n");
    byte[] banded = packets("\u0002Resolving\n", "\u0001" + new String(report, ISO_8859_1));
    for (int piece : new int[] {1, 3, 7, 4096}) {
      for (var fed :
          List.of(
              fed("report-status", report, piece),
              fed("report-status side-band-64k", banded, piece))) {
        assertThat(fed.taken()).extracting(Push.Command::ref).containsExactly("refs/heads/x");
        assertThat(fed.taken()).as("told once").isEmpty();
      }
    }
  }

  @Test
  void aReportThatIsCutOffSaysNothing() throws IOException {
    byte[] report = packets("unpack ok\n", "ok refs/heads/x\n");
    for (int length = 0; length < report.length; length++) {
      assertThat(fed("report-status", Arrays.copyOf(report, length), 5).taken()).isEmpty();
    }
    byte[] broken = packets("unpack index-pack abnormal exit\n", "ok refs/heads/x\n");
    assertThat(fed("report-status", broken, 5).taken()).isEmpty();
  }
}
