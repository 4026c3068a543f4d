package io.agentservice.server.base.http.answers;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void aWholeNumberIsWrittenWithoutFractionAndExponent() {
    var tenAcus = new BigDecimal("10.000000").stripTrailingZeros();
    assertThat(Json.MAPPER.writeValueAsString(tenAcus)).isEqualTo("10");
  }
}
