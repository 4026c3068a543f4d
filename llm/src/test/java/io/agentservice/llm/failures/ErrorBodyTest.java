package io.agentservice.llm.failures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ErrorBodyTest {
  @Test
  void wordsStandAtTheTopAndWithinTheError() {
    var body =
        "{\"type\":\"Top\",\"code\":400,\"error\":{\"status\":\"WITHIN\",\"message\":\"m\"}}";
    assertThat(ErrorBody.read(body)).isEqualTo(new ErrorBody(Set.of("top", "400", "within"), "m"));
  }

  @Test
  void ofSeveralSentencesTheFirstThatSaysSomethingCounts() {
    assertThat(ErrorBody.read("{\"error\":\" \",\"message\":\"It broke\"}").text())
        .isEqualTo("It broke");
    assertThat(ErrorBody.read("{\"error\":\" \"}").text()).isEmpty();
  }

  @Test
  void whatIsNoJsonIsItsOwnSentence() {
    assertThat(ErrorBody.read(" It broke\n")).isEqualTo(new ErrorBody(Set.of(), "It broke"));
  }
}
