package io.agentservice.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What masking costs, in steps: for whoever writes the texts writes the secrets as well. */
@Isolated("reads the steps of the whole process")
class RedactorCostTest {
  /** The number of lengths enters by its logarithm. */
  private static final double A_LITTLE = 1.3;

  private static <T> long steps(Supplier<T> work) {
    long before = Redactor.steps();
    assertThat(work.get()).isNotNull();
    return Redactor.steps() - before;
  }

  /** As if it were all the beginning of a secret that then does not come. */
  private static String prompt(int length) {
    return "a".repeat(length);
  }

  private static Redactor longSecret(int length) {
    return Redactor.of(Map.of("LONG", "a".repeat(length) + "b0"));
  }

  /** Each the beginning of the next one, in lengths that are no two alike. */
  private static Redactor manySecrets(int number) {
    var secrets = new HashMap<String, String>();
    for (int i = 0; i < number; i++) {
      secrets.put("KEY_" + i, "a".repeat(30 + 3 * i) + "b0");
    }
    return Redactor.of(secrets);
  }

  @Test
  void aTextOfTwiceTheLengthCostsTwice() {
    var redactor = longSecret(10_000);

    long once = steps(() -> redactor.mask(prompt(100_000)));
    long twice = steps(() -> redactor.mask(prompt(200_000)));

    assertThat(twice).isLessThan((long) (2 * A_LITTLE * once));
    assertThat(once).isLessThan(100_000 * 40L);
  }

  @Test
  void aSecretOfTwiceTheLengthDoesNotMakeTextsCostMore() {
    var shorter = longSecret(10_000);
    var longer = longSecret(20_000);

    long before = steps(() -> shorter.mask(prompt(200_000)));
    long after = steps(() -> longer.mask(prompt(200_000)));

    assertThat(after).isLessThan((long) (A_LITTLE * before));
  }

  @Test
  void twiceAsManySecretsDoNotMakeTextsCostMore() {
    var fewer = manySecrets(100);
    var more = manySecrets(200);

    long before = steps(() -> fewer.mask(prompt(100_000)));
    long after = steps(() -> more.mask(prompt(100_000)));

    assertThat(after).isLessThan((long) (A_LITTLE * before));
  }

  @Test
  void makingOneCostsAsMuchAsItsSecretsAreLong() {
    assertThat(steps(() -> longSecret(20_000)))
        .isLessThan((long) (2 * A_LITTLE * steps(() -> longSecret(10_000))));
    long fewer = steps(() -> manySecrets(100));
    long more = steps(() -> manySecrets(200)); // of four times as many characters
    assertThat(more).isLessThan((long) (4 * A_LITTLE * fewer));
  }

  /** Nothing of it can be given out before its end, and it comes character by character. */
  @Test
  void aTextInPiecesCostsAsMuchAsTheWhole() {
    var redactor = longSecret(10_000);

    long whole = steps(() -> redactor.mask(prompt(50_000)));
    long pieces =
        steps(() -> {
          var stream = redactor.stream();
          var out = new StringBuilder();
          for (int i = 0; i < 50_000; i++) {
            out.append(stream.accept("a"));
          }
          return out.append(stream.end());
        });

    assertThat(pieces).isLessThan(10 * whole);
  }

  /** What was compared needle by needle before, as the measure of what is to be found. */
  @Test
  void findsWhatAComparisonOfEveryNeedleFinds() {
    var random = new Random(11);
    for (int round = 0; round < 300; round++) {
      var secrets = new HashMap<String, String>();
      for (int i = 0; i < 1 + random.nextInt(12); i++) {
        secrets.put("K" + i, word(random, 4 + random.nextInt(round % 7 == 0 ? 90 : 9)));
      }
      var redactor = Redactor.of(secrets);
      var text = new StringBuilder(word(random, 40));
      for (int i = 0; i < 6; i++) {
        var secret = List.copyOf(secrets.values()).get(random.nextInt(secrets.size()));
        text.append(secret, 0, 1 + random.nextInt(secret.length())).append(word(random, 3));
      }
      assertThat(lengths(redactor.mask(text.toString())))
          .isEqualTo(lengths(compared(secrets, text.toString())));
    }
  }

  /** Which of equal variants gives the name is another question. */
  private static String lengths(String masked) {
    return masked.replaceAll("\\[secret:K[0-9]+]", "[]");
  }

  private static String word(Random random, int length) {
    var word = new StringBuilder();
    while (word.length() < length) {
      word.append((char) ('a' + random.nextInt(2)));
    }
    return word.toString();
  }

  private static String compared(Map<String, String> secrets, String text) {
    var masked = new StringBuilder();
    for (int i = 0; i < text.length(); ) {
      int at = i;
      int longest =
          secrets.values().stream()
              .flatMap(value -> Variants.of(value).stream())
              .filter(needle -> text.startsWith(needle, at))
              .mapToInt(String::length)
              .max()
              .orElse(0);
      masked.append(longest == 0 ? text.substring(i, i + 1) : "[]");
      i += Math.max(1, longest);
    }
    return masked.toString();
  }
}
