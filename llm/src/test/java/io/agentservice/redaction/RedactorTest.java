package io.agentservice.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class RedactorTest {
  private static final String VALUE = "p\"ss w/rd+éé~1\n2\\x";
  private final Redactor redactor = Redactor.of(Map.of("KEY", VALUE));

  @Test
  void masksTheValueItself() {
    assertThat(redactor.mask("a " + VALUE + " b " + VALUE))
        .isEqualTo("a [secret:KEY] b [secret:KEY]");
  }

  @Test
  void masksUrlAndJsonEscapes() {
    var form = URLEncoder.encode(VALUE, UTF_8);
    assertThat(redactor.mask("x=" + form)).isEqualTo("x=[secret:KEY]");
    assertThat(redactor.mask("x=" + form.replace("+", "%20"))).isEqualTo("x=[secret:KEY]");
    var lower = form.replace("%2F", "%2f").replace("%2B", "%2b").replace("%C3%A9", "%c3%a9");
    assertThat(
            redactor.mask(lower.replace("%7E", "%7e").replace("%0A", "%0a").replace("%5C", "%5c")))
        .isEqualTo("[secret:KEY]");
    assertThat(redactor.mask(JsonMapper.shared().writeValueAsString(VALUE)))
        .isEqualTo("\"[secret:KEY]\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "u", "us", "usr", "user:", "Basic user:"})
  void masksBase64WhereverTheValueStarts(String before) {
    var value = "correct?horse>battery~" /* unlike in the two alphabets */;
    var masks = Redactor.of(Map.of("KEY", value));
    for (var encoder : new Base64.Encoder[] {Base64.getEncoder(), Base64.getUrlEncoder()}) {
      var encoded = encoder.encodeToString((before + value + "@tail").getBytes(UTF_8));
      var masked = masks.mask(encoded);
      assertThat(masked).contains("[secret:KEY]");
      var rest = masked.replace("[secret:KEY]", "");
      assertThat(rest.length()).isLessThanOrEqualTo(encoded.length() - value.length());
    }
  }

  @Test
  void masksTellingLinesOfAPrivateKey() {
    var key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nshort\n-----END KEY-----\n";
    var masks = Redactor.of(Map.of("PEM", key));
    assertThat(masks.mask("line MIIEvQIBADANBgkqhkiG9w0B here"))
        .isEqualTo("line [secret:PEM] here");
    assertThat(masks.mask(key.replace("\n", "\r\n"))).isEqualTo("[secret:PEM]\r\n");
  }

  @Test
  void theLongerOfTwoSecretsWins() {
    var masks = Redactor.of(Map.of("A", "abcd", "B", "abcdefgh"));
    assertThat(masks.mask("abcdefgh abcdefg")).isEqualTo("[secret:B] [secret:A]efg");
  }

  @Test
  void valuesOfUnderFourCharactersAreLeftAlone() {
    assertThat(Redactor.of(Map.of("A", "abc"))).isSameAs(Redactor.NONE);
    assertThat(Redactor.NONE.mask("abc")).isEqualTo("abc");
  }

  @Test
  void piecesGiveTheSameAsTheWholeHoweverItIsSplit() {
    var masks = Redactor.of(Map.of("A", "abab", "B", "ababab-long", "C", VALUE));
    var random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      var text = randomText(random);
      var stream = masks.stream();
      var out = new StringBuilder();
      for (int at = 0; at < text.length(); ) {
        int end = Math.min(text.length(), at + 1 + random.nextInt(6));
        out.append(stream.accept(text.substring(at, end)));
        at = end;
      }
      out.append(stream.end());
      assertThat(out.toString()).isEqualTo(masks.mask(text)).doesNotContain("abab");
    }
  }

  private static final Shape SHAPE =
      new Shape("token", "tk_", 9, text -> text.endsWith("7")); // the last digit is its checksum

  @Test
  void masksTokensOfAShapeWhoseValuesNobodyTold() {
    var masks = redactor.with(List.of(SHAPE));
    assertThat(masks.mask("a tk_Ab0127.")).isEqualTo("a [secret:token].");
    assertThat(masks.mask("tk_tk_Ab0127" + VALUE)).isEqualTo("tk_[secret:token][secret:KEY]");
    assertThat(masks.mask("tk_Ab0128 tk_Ab-127 tk_A")).isEqualTo("tk_Ab0128 tk_Ab-127 tk_A");
  }

  @Test
  void aKnownValueIsMaskedByItsOwnNameThoughItHasAShape() {
    var masks = Redactor.of(Map.of("OURS", "tk_Ab0127")).with(List.of(SHAPE));
    assertThat(masks.mask("tk_Ab0127 tk_Cd0127")).isEqualTo("[secret:OURS] [secret:token]");
  }

  @Test
  void furtherSecretsAreMaskedBesideThoseThatWereKnown() {
    var masks = redactor.with(List.of(SHAPE)).with(Map.of("MORE", "more-of-it"));
    assertThat(masks.mask(VALUE + "more-of-it tk_Ab0127"))
        .isEqualTo("[secret:KEY][secret:MORE] [secret:token]");
  }

  @Test
  void tokensOfAShapeAreFoundHoweverTheTextIsSplit() {
    var masks = redactor.with(List.of(SHAPE));
    String text = "x tk_tk_Ab0127tk_Ab0128 tk_Cd3457 tk";
    for (int size = 1; size < text.length(); size++) {
      var stream = masks.stream();
      var out = new StringBuilder();
      for (int at = 0; at < text.length(); at += size) {
        out.append(stream.accept(text.substring(at, Math.min(text.length(), at + size))));
      }
      assertThat(out + stream.end()).isEqualTo(masks.mask(text));
    }
  }

  private static String randomText(Random random) {
    var text = new StringBuilder();
    var words = new String[] {"ab", "a", "b-", "abab", "ababab-long", VALUE, VALUE.substring(0, 5)};
    for (int i = 0; i < 12; i++) {
      text.append(words[random.nextInt(words.length)]);
    }
    return text.toString();
  }

  @Test
  void aStreamGivesOutAtOnceWhatCanNotBeASecret() {
    var stream = redactor.stream();
    assertThat(stream.accept("hello ")).isEqualTo("hello ");
    assertThat(stream.accept("p\"s")).isEmpty();
    assertThat(stream.accept("x")).isEqualTo("p\"sx");
  }

  @Test
  void aSecretThatHasComeWholeIsMaskedAtOnceThoughOthersAreLonger() {
    var stream = redactor.with(List.of(SHAPE)).with(Map.of("A", "abcd")).stream();
    assertThat(stream.accept("abcd")).isEqualTo("[secret:A]");
    var tokens = Redactor.of(Map.of("LONG", "x".repeat(20))).with(List.of(SHAPE)).stream();
    assertThat(tokens.accept("tk_Ab0127")).isEqualTo("[secret:token]");
  }

  @Test
  void aStreamGivesOutAtOnceWhatCanNotBeATokenOfAShape() {
    var stream = redactor.with(List.of(SHAPE)).stream();
    assertThat(stream.accept("tx")).isEqualTo("tx");
    assertThat(stream.accept("tk_-")).isEqualTo("tk_-");
    assertThat(stream.accept("tk_A")).isEmpty();
    assertThat(stream.end()).isEqualTo("tk_A");
  }

  @Test
  void aTextMayEndWithinATokenThatStandsWithinTheStartOfASecret() {
    var masks = Redactor.of(Map.of("KEY", "abcdef-tk_Abcdefg")).with(List.of(SHAPE));
    assertThat(masks.mask("abcdef-tk_A")).isEqualTo("abcdef-tk_A");
  }

  @Test
  void tokensConsistOfAllDigitsAndLettersAndOfNothingElse() {
    var masks = redactor.with(List.of(SHAPE));
    assertThat(masks.mask("tk_09AZ07 tk_azaz97")).isEqualTo("[secret:token] [secret:token]");
    for (char other : "/:@[`{é".toCharArray()) {
      var text = "tk_Ab0" + other + "27";
      assertThat(masks.mask(text)).isEqualTo(text);
    }
  }

  @Test
  void linesOfFewerThanSixteenCharactersGiveNothingAway() {
    var masks = Redactor.of(Map.of("K", "0123456789abcdef\n0123456789ABCDE\nxyz"));
    assertThat(masks.mask("0123456789abcdef 0123456789ABCDE xyz"))
        .isEqualTo("[secret:K] 0123456789ABCDE xyz");
  }

  @Test
  void aValueWithinBase64IsMaskedFromEightCharactersOn() {
    assertThat(Redactor.of(Map.of("K", "7-chars")).mask(base64("u7-chars, and more")))
        .contains("[secret:K]");
    var text = base64("u4321, and more");
    assertThat(Redactor.of(Map.of("K", "4321")).mask(text)).isEqualTo(text);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @Test
  void aStreamThatKnowsNoSecretGivesOutEverythingAtOnce() {
    var stream = Redactor.NONE.stream();
    assertThat(stream.accept("abc")).isEqualTo("abc");
    assertThat(stream.end()).isEmpty();
  }
}
