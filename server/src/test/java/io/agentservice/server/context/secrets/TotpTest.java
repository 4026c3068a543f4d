package io.agentservice.server.context.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Codes by the examples of RFC 6238, appendix B. */
class TotpTest {
  private static final String SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

  private static String code(String text, long second) {
    return Totp.parse(text).orElseThrow().code(Instant.ofEpochSecond(second));
  }

  @Test
  void anAddressSaysDigitsPeriodAndAlgorithm() {
    String address = "otpauth://totp/Acme:me?secret=" + SEED + "&digits=8&issuer=Acme";
    assertThat(code(address, 59)).isEqualTo("94287082");
    assertThat(code(address, 1_111_111_109)).isEqualTo("07081804");
    assertThat(code(address, 20_000_000_000L)).isEqualTo("65353130");
    String sha256 =
        "otpauth://totp/x?algorithm=SHA256&digits=8&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA";
    assertThat(code(sha256, 59)).isEqualTo("46119246");
    assertThat(code(address + "&period=60", 59)).isEqualTo(code(address, 0));
  }

  @Test
  void aBareSeedMakesSixDigitsEachHalfMinute() {
    assertThat(code(SEED, 59)).isEqualTo("287082").isEqualTo(code(SEED, 30));
    assertThat(code("gezd gnbv-gy3t qojq GEZDGNBVGY3TQOJQ====", 59)).isEqualTo("287082");
  }

  @Test
  void whatIsNeitherMakesNone() {
    for (String text :
        new String[] {
          "",
          "A",
          "hello world!",
          "otpauth://hotp/x?secret=" + SEED,
          "otpauth://totp/x",
          "otpauth://totp/x?secret=" + SEED + "&digits=9",
          "otpauth://totp/x?secret=" + SEED + "&period=0",
          "otpauth://totp/x?secret=" + SEED + "&algorithm=MD5",
          "otpauth:// "
        }) {
      assertThat(Totp.parse(text)).as(text).isEmpty();
    }
  }
}
