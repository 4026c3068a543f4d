package io.agentservice.llm.failures;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.LlmException.OfKey;
import io.agentservice.llm.http.Connection;
import io.agentservice.llm.http.ErrorAnswer;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class ProviderFailureTest {
  private final ProviderFailure failure =
      new ProviderFailure(
          "openai", "chat completions", "m", new Connection(null, null, Duration.ZERO));

  private LlmException busy(Map<String, String> headers) {
    return failure.of(new ErrorAnswer(429, "slow down", headers));
  }

  @Test
  void aWaitInMillisecondsIsTheMoreExactOne() {
    assertThat(busy(Map.of("retry-after-ms", "1500", "retry-after", "2")).retryAfter())
        .contains(Duration.ofMillis(1500));
    assertThat(busy(Map.of("retry-after-ms", "-1")).retryAfter()).contains(Duration.ZERO);
    assertThat(busy(Map.of("retry-after", "0.5")).retryAfter()).contains(Duration.ofMillis(500));
    assertThat(busy(Map.of()).retryAfter()).isEmpty();
  }

  @Test
  void aKeyIsUsedUpByItsStatusOrInAStreamByItsWord() {
    assertThat(busy(Map.of("retry-after", "7")))
        .returns(OfKey.USED_UP, LlmException::ofKey)
        .returns(Kind.UNREACHABLE, LlmException::kind)
        .returns(Duration.ofSeconds(7), e -> e.retryAfter().orElseThrow());
    assertThat(failure.inStream(new ErrorBody(Set.of("rate_limit_error"), "slow down")))
        .returns(OfKey.USED_UP, LlmException::ofKey);
    assertThat(failure.inStream(new ErrorBody(Set.of("overloaded_error"), "later")).ofKey())
        .isEqualTo(OfKey.NOTHING);
    var unpaid = "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}";
    assertThat(failure.of(new ErrorAnswer(429, unpaid, Map.of())))
        .returns(Kind.AUTH, LlmException::kind)
        .returns(OfKey.NOTHING, LlmException::ofKey);
  }

  @Test
  void whatIsLongerThanThreeHundredCharactersIsCut() {
    var most = "x".repeat(300);
    assertThat(failed(most)).hasMessage("openai:m: failed while answering: " + most);
    assertThat(failed(most + "y")).hasMessage("openai:m: failed while answering: " + most + "...");
  }

  /** What Java's TLS throws of a certificate whose authority nobody has named. */
  @Test
  void anUntrustedCertificateEndsTheTurnAndNamesTheSettingThatHelps() {
    var untrusted = new SSLHandshakeException("PKIX path building failed");
    untrusted.initCause(new CertPathBuilderException("unable to find a valid path"));

    assertThat(failure.of(untrusted))
        .returns(Kind.INVALID_REQUEST, LlmException::kind)
        .hasMessage(
            "openai:m: its certificate is not trusted: unable to find a valid path"
                + " (is the address right? SSL_CERT_FILE names a file of authorities to trust)");
  }

  private LlmException failed(String text) {
    return failure.inStream(new ErrorBody(Set.of(), text));
  }
}
