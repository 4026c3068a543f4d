package io.agentservice.server.engine.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskedHostTest {
  private static final String LONGEST = "a".repeat(63) + ("." + "b".repeat(63)).repeat(2);

  @Test
  void aNameIsTakenAsPoliciesWriteIt() {
    assertThat(AskedHost.of(" Packages.Example.COM. ")).hasValue("packages.example.com");
    assertThat(AskedHost.of("_dmarc.xn--bcher-kva.example"))
        .hasValue("_dmarc.xn--bcher-kva.example");
    assertThat(AskedHost.of("nexus")).hasValue("nexus");
    assertThat(AskedHost.of(LONGEST + "." + "c".repeat(61))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "*.example.com",
        "*",
        "10.0.0.1",
        "example.1",
        "0x7f.0x1",
        "1",
        "a..b",
        "-a.example",
        "a-.example",
        "example.com:443",
        "https://example.com",
        "example.com/a",
        "user@example.com",
        "[::1]",
        "fd00::1",
        "bücher.example",
        "a b",
        "a\nb"
      })
  void whatIsNoNameOrMoreThanOneIsNotAskedFor(String words) {
    assertThat(AskedHost.of(words)).isEmpty();
  }

  @Test
  void aNameThatIsTooLongIsNone() {
    assertThat(AskedHost.of(LONGEST + "." + "c".repeat(62))).isEmpty();
    assertThat(AskedHost.of("a".repeat(64) + ".example")).isEmpty();
  }
}
