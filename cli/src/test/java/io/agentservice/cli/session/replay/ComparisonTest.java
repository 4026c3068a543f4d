package io.agentservice.cli.session.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.replay.CallResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What counts as the same result, and what is said of another one. */
class ComparisonTest {
  private final Varying varying = new Varying("/srv/of/then", "/home/ada/now");

  private static CallResult result(String text) {
    return new CallResult(false, 0, text, null, null);
  }

  private Comparison compare(String then, String now) {
    return Comparison.of(result(then), result(now), varying);
  }

  private void same(String then, String now, String... but) {
    assertThat(compare(then, now))
        .isInstanceOfSatisfying(
            Comparison.Same.class, found -> assertThat(found.but()).containsExactlyInAnyOrder(but));
  }

  private List<String> difference(CallResult then, CallResult now) {
    return Comparison.of(then, now, varying) instanceof Comparison.Different(var lines)
        ? lines
        : List.of();
  }

  @Test
  void whatIsTheSameToTheLetterIsTheSame() {
    same("one\ntwo\n[exit code 0]", "one\ntwo\n[exit code 0]");
    same("", "");
  }

  @Test
  void theWorkingDirectoryMayBeAnother() {
    same("in /srv/of/then/a.txt", "in /home/ada/now/a.txt");
    assertThat(compare("/srv/of/thence", "/home/ada/nowhere"))
        .isInstanceOf(Comparison.Different.class);
  }

  @Test
  void timesDurationsIdsAndTemporaryPathsVary() {
    same("at 2026-11-27T12:06:49.123Z", "at 2027-01-02T03:04:05Z", "times");
    same("Fri Nov 27 12:06:49 UTC 2026", "Sat Jan  2 03:04:05 UTC 2027", "times");
    same("took 1.25 s", "took 13 ms", "durations");
    same("real\t0m0.003s", "real\t1m12.500s", "durations");
    same("[main 1a2b3c4] Mend", "[main 9f8e7d6] Mend", "ids");
    same("[main 1234567] Mend", "[main 9f8e7d6] Mend", "ids");
    same("/tmp/tmp.AbC123/x", "/tmp/tmp.zzZ999/x", "temporary paths");
    same("pid 12", "pid 4711", "process ids");
    same("at 0x7f00aa11", "at 0x5500bb22", "addresses");
  }

  @Test
  void whatStandsBesideThemDoesNotVary() {
    assertThat(compare("took 1.25 s: ok", "took 1.25 s: failed"))
        .isInstanceOf(Comparison.Different.class);
    assertThat(compare("3 tests", "4 tests")).isInstanceOf(Comparison.Different.class);
    assertThat(compare("/tmp/a/one", "/tmp/b/two")).isInstanceOf(Comparison.Different.class);
  }

  @Test
  void aMaskedSecretIsComparedAsFarAsItIsRecorded() {
    same("token=[secret:NPM_TOKEN];", "token=abc;", "masked secrets");
    same("[secret:A] and [secret:B]", "x and y", "masked secrets");
    same("[secret:A]", "", "masked secrets");
    assertThat(compare("token=[secret:A];", "token=abc")).isInstanceOf(Comparison.Different.class);
    assertThat(compare("a[secret:A]a", "a")).isInstanceOf(Comparison.Different.class);
  }

  @Test
  void aCutOutputIsComparedByWhatTheLogHasOfIt() {
    var then = new CallResult(false, 0, "a [90 characters left out here.", "a long", null);
    var now = new CallResult(false, 0, "a [91 characters left out here.", "a long", null);
    var other = new CallResult(false, 0, "a [90 characters left out here.", "a wrong", null);

    assertThat(Comparison.of(then, now, varying)).isInstanceOf(Comparison.Same.class);
    assertThat(difference(then, other)).containsExactly("@@ line 1 @@", "- a long", "+ a wrong");
  }

  @Test
  void anotherExitCodeIsADifferenceAlsoWithTheSameText() {
    assertThat(difference(of(0, false), of(2, false)))
        .containsExactly("exit code: recorded 0, came 2");
    assertThat(difference(of(null, true), of(0, false)))
        .containsExactly("exit code: recorded none, came 0", "recorded as an error, came as none");
  }

  private static CallResult of(@Nullable Integer exitCode, boolean error) {
    return new CallResult(error, exitCode, "text", null, null);
  }

  @Test
  void aDifferenceIsShownByItsLinesAndIsBounded() {
    assertThat(difference(result("a\nb\nc"), result("a\nB\nc")))
        .containsExactly("@@ line 2 @@", "- b", "+ B");

    var lines = difference(result("x".repeat(5_000)), result("y\n".repeat(5_000)));
    assertThat(lines).hasSizeLessThan(50).allMatch(line -> line.length() < 400);
    assertThat(lines.getLast()).isEqualTo("+ ... 4,981 lines more");
  }
}
