package io.agentservice.wire.frames;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
  @Test
  void commandKeepsItsFieldsOverTheWire() {
    var exec =
        new ToRemote.Exec(
            "cmd-1",
            7,
            List.of("bash", "-c", "true"),
            null,
            Map.of("A", "b"),
            1000,
            0,
            new ToRemote.PtySize(24, 80),
            true,
            null);
    assertThat(Frames.readToRemote(Frames.write(exec))).isEqualTo(exec);
  }

  @Test
  void whatKeepsASessionInSurvivesTheWire() {
    var trials = List.of(new ToServer.Trial("write /usr", false, true));
    for (var isolation :
        Arrays.asList(
            null,
            new ToServer.Isolation("bwrap", null, trials),
            new ToServer.Isolation("none", "no bubblewrap", List.of()))) {
      var hello =
          new ToServer.Hello("1", "linux", "/srv", List.of("exec"), List.of(), isolation, "run-1");
      assertThat(Frames.readToServer(Frames.write(hello))).isEqualTo(hello);
    }
  }

  @Test
  void fileOfSeveralMegabytesFitsInOneFrame() {
    var write = new ToRemote.WriteFile("w", "p", "QUJD".repeat(1_400_000), null, null);
    assertThat(Frames.readToRemote(Frames.write(write))).isEqualTo(write);
  }

  @Test
  void everyCharacterSurvivesTheWire() {
    var text = "\u0000\u001f \"quoted\" back\\slash / \t\r\n\b\f größe 🚀 \u2028";
    var input = new ToRemote.Input("i", text, true);
    assertThat(Frames.readToRemote(Frames.write(input))).isEqualTo(input);
    var escaped = "{\"type\":\"stat\",\"id\":\"s\",\"path\":\"\\u00e4\\uD83D\\uDE80\\/\"}";
    assertThat(Frames.readToRemote(escaped)).isEqualTo(new ToRemote.Stat("s", "ä🚀/"));
  }

  @Test
  void spaceNullsAndUnknownMembersAreReadOver() {
    var json =
        """
        { "type" : "exec", "id":"a", "argv" : [ "x" , "y" ], "cwd" : null, "stdin": true,
          "future": {"a":[1,-2.5e3,{"b":[]},[null,false]],"c":{}}, "from": null, "pty": null }
        """;
    assertThat(Frames.readToRemote(json))
        .isEqualTo(
            new ToRemote.Exec("a", 0, List.of("x", "y"), null, Map.of(), 0, 0, null, true, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"type\":\"stat\"",
        "{\"type\":\"stat\",\"id\":\"a\",\"path\":\"b\"} x",
        "{\"type\":\"stat\" \"id\":\"a\",\"path\":\"b\"}",
        "{\"type\":\"stat\",\"id\":\"a\",\"path\":\"b",
        "{\"type\":\"stat\",\"id\":\"a\",\"path\":\"b\nc\"}",
        "{\"type\":\"stat\",\"id\":\"a\",\"path\":\"\\x\"}",
        "{\"type\":\"stat\",\"id\":\"a\",\"path\":\"\\u12\"}",
        "{\"type\":\"attach\",\"id\":\"a\",\"channel\":99999999999}",
        "{\"type\":\"attach\",\"id\":\"a\",\"channel\":1-2}",
        "{\"type\":\"attach\",\"id\":\"a\",\"channel\":}"
      })
  void malformedTextIsABadFrame(String json) {
    assertThat(bad(json).unknownType()).isFalse();
  }

  @Test
  void deepNestingIsABadFrameAndNoOverflow() {
    assertThat(bad("{\"x\":" + "[".repeat(1_000_000)).id()).isNull();
  }

  @Test
  void longListIsNotDeep() {
    var list = "[" + "{\"a\":[]},".repeat(1000) + "{}]";
    assertThat(
            Frames.readToRemote(
                "{\"type\":\"stat\",\"new\":" + list + ",\"id\":\"s\",\"path\":\"p\"}"))
        .isEqualTo(new ToRemote.Stat("s", "p"));
  }

  @Test
  void outcomeIsOneLowerCaseWord() {
    var exited = new ToServer.Exited("cmd-1", ToServer.Outcome.TIMED_OUT, null, 12, 3, false);
    assertThat(Frames.write(exited))
        .isEqualTo(
            """
            {"type":"exited","id":"cmd-1","outcome":"timed_out","duration_millis":12,\
            "output_bytes":3,"truncated":false}\
            """);
    assertThat(Frames.readToServer(Frames.write(exited))).isEqualTo(exited);
    assertThat(exited.outcome().word()).isEqualTo("timed_out");
  }

  @Test
  void inputKeepsItsBytesAndMayHaveNone() {
    assertThat(Frames.write(new ToRemote.Input("i", "QUJD", false))).contains("\"data\":\"QUJD\"");
    assertThat(Frames.readToRemote("{\"type\":\"input\",\"id\":\"i\",\"end\":true}"))
        .isEqualTo(new ToRemote.Input("i", "", true));
  }

  @Test
  void browserActionIsOneLowerCaseWordAndAnUnknownOneIsABadFrame() {
    var browse =
        new ToRemote.Browse(
            "b-1", ToRemote.BrowserAction.CLICK, null, "#go", null, null, null, 5000);
    assertThat(Frames.write(browse)).contains("\"type\":\"browse\"", "\"action\":\"click\"");
    assertThat(Frames.readToRemote(Frames.write(browse))).isEqualTo(browse);
    assertThat(browse.action().word()).isEqualTo("click");
    var file = new ToServer.SavedFile("/srv/a.png", 3, "0");
    var browsed = new ToServer.Browsed("b-1", "http://h/", "T", "text", List.of("note"), file);
    assertThat(Frames.readToServer(Frames.write(browsed))).isEqualTo(browsed);

    var unknown = bad("{\"type\":\"browse\",\"id\":\"b-2\",\"action\":\"teleport\"}");
    assertThat(unknown.unknownType()).isFalse();
    assertThat(unknown.id()).isEqualTo("b-2");
  }

  @Test
  void leftOutMembersOfACommandHaveTheirDefaults() {
    assertThat(Frames.readToRemote("{\"type\":\"exec\",\"id\":\"a\",\"argv\":[\"x\"],\"new\":1}"))
        .isEqualTo(new ToRemote.Exec("a", 0, List.of("x"), null, Map.of(), 0, 0, null));
  }

  @Test
  void unknownTypeIsToldFromAMalformedFrame() {
    var unknown = bad("{\"type\":\"teleport\",\"id\":\"t-1\"}");
    assertThat(unknown.unknownType()).isTrue();
    assertThat(unknown.id()).isEqualTo("t-1");
    assertThat(unknown).hasMessageStartingWith("unknown frame type");

    var malformed = bad("{\"type\":\"exec\",\"id\":\"e-1\"}");
    assertThat(malformed.unknownType()).isFalse();
    assertThat(malformed.id()).isEqualTo("e-1");
    assertThat(malformed).hasMessageStartingWith("malformed frame: ");

    assertThat(bad("no json").type()).isNull();
    assertThat(bad("[]").type()).isNull();
    assertThat(bad("{}").id()).isNull();
  }

  @Test
  void everyFrameTypeIsKnown() {
    names(ToRemote.class).forEach(type -> isKnown(type, Frames::readToRemote));
    names(ToServer.class).forEach(type -> isKnown(type, Frames::readToServer));
  }

  @Test
  void welcomeOfAnOlderServerSaysNothingOfTimes() {
    assertThat(
            Frames.readToRemote(
                "{\"type\":\"welcome\",\"session_id\":\"s\",\"server_version\":\"1\"}"))
        .isEqualTo(new ToRemote.Welcome("s", "1", Map.of(), null, null, List.of()));
    var now = new ToRemote.Welcome("s", "1", Map.of(), 60, 15, List.of("github.com"));
    assertThat(Frames.write(now)).contains("\"silence_seconds\":15");
    assertThat(Frames.readToRemote(Frames.write(now))).isEqualTo(now);
  }

  @Test
  void welcomeDoesNotShowTheSecretsItCarries() {
    assertThat(
            new ToRemote.Welcome("s", "1", Map.of("TOKEN", "hush"), 60, 15, List.of()).toString())
        .contains("TOKEN")
        .doesNotContain("hush");
  }

  @Test
  void aCredentialKeepsItsMembersAndDoesNotShowItsPassword() {
    var credential = new ToRemote.Credential("git-1", "agent", "hush", null);
    assertThat(Frames.readToRemote(Frames.write(credential))).isEqualTo(credential);
    assertThat(credential.toString()).contains("git-1").doesNotContain("hush");
    var question = new ToServer.Credential("git-1", "github.com", "o/r.git");
    assertThat(Frames.readToServer(Frames.write(question))).isEqualTo(question);
  }

  @Test
  void aDenialKeepsItsMembers() {
    var denied = new ToServer.Denied("example.com", 443, "it does not allow this name", 3);
    assertThat(Frames.readToServer(Frames.write(denied))).isEqualTo(denied);
  }

  @Test
  void outputKeepsItsPlaceOverTheWire() {
    var bytes = ByteBuffer.wrap("text".getBytes(UTF_8));
    var encoded = new OutputFrame(3, 1L << 40, bytes).encode();
    assertThat(encoded.remaining()).isEqualTo(16);
    assertThat(OutputFrame.decode(encoded)).isEqualTo(new OutputFrame(3, 1L << 40, bytes));
  }

  @Test
  void outputFrameWithoutBytesOrWithTooManyIsRefused() {
    var most = OutputFrame.HEADER_BYTES + OutputFrame.MAX_PAYLOAD;
    for (var size : List.of(0, 12, most + 1)) {
      assertThatThrownBy(() -> OutputFrame.decode(ByteBuffer.allocate(size)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(OutputFrame.decode(ByteBuffer.allocate(most)).bytes().remaining())
        .isEqualTo(OutputFrame.MAX_PAYLOAD);
  }

  private static BadFrameException bad(String json) {
    return catchThrowableOfType(BadFrameException.class, () -> Frames.readToRemote(json));
  }

  private static void isKnown(String type, Function<String, ?> reader) {
    try {
      assertThat(reader.apply("{\"type\":\"" + type + "\"}")).isNotNull();
    } catch (BadFrameException e) {
      assertThat(e.unknownType()).as(type).isFalse();
    }
  }

  private static List<String> names(Class<?> frames) {
    return Arrays.stream(frames.getPermittedSubclasses())
        .map(frame -> frame.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_"))
        .map(name -> name.toLowerCase(java.util.Locale.ROOT))
        .toList();
  }

  @Test
  void textsFullOfControlCharactersAreWrittenOnAnyThread() throws Exception {
    for (var length : List.of(900, 3970, 9245, 100_000)) {
      var frame = ToRemote.Exec.script("c", 1, "\u001b\n\u20ac\"".repeat(length / 4), 0);
      var control = ToRemote.Exec.script("c", 1, "\u001b".repeat(length), 0);
      var written = new ArrayList<ToRemote>();
      var fresh = // its buffers are, too
          Thread.ofPlatform()
              .start(() -> {
                written.add(Frames.readToRemote(Frames.write(control)));
                written.add(Frames.readToRemote(Frames.write(frame)));
              });
      fresh.join();
      assertThat(written).containsExactly(control, frame);
    }
  }

  @Test
  void progressKeepsItsEndAndHasNoneWhileTheCommandRuns() {
    var asked = new ToRemote.ReadOutput("_1", 3, "job", 7, 100, 60_000);
    assertThat(Frames.readToRemote(Frames.write(asked))).isEqualTo(asked);
    var running = new ToServer.Progress("_1", 7, 9, null);
    assertThat(Frames.write(running)).doesNotContain("end");
    assertThat(Frames.readToServer(Frames.write(running))).isEqualTo(running);
    var exited = new ToServer.Exited("job", ToServer.Outcome.KILLED, 143, 1, 9, false);
    var over = new ToServer.Progress("_1", 9, 9, exited);
    assertThat(Frames.readToServer(Frames.write(over))).isEqualTo(over);
  }

  @Test
  void endKeepsWhyOutputIsMissing() {
    var outcome = ToServer.Outcome.EXITED;
    var exited = new ToServer.Exited("c", outcome, 0, 1, 5, true, "No space left on device");
    assertThat(Frames.readToServer(Frames.write(exited))).isEqualTo(exited);
  }
}
