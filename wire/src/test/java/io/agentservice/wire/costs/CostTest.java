package io.agentservice.wire.costs;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ACU",
    "0.000000, 0 ACU",
    "4.17E-4, 0.00042 ACU",
    "0.000001, 0.000001 ACU",
    "0.0205, 0.021 ACU",
    "0.35, 0.35 ACU",
    "1.0004, 1 ACU",
    "10.000000, 10 ACU",
    "1E+1, 10 ACU",
    "1234.5678, 1234.568 ACU",
  })
  void acusAreSaidWithThreeDecimalsAndNeverAsAPowerOfTen(String acus, String words) {
    assertThat(Cost.acus(new BigDecimal(acus))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "0, $0",
    "0.0417, $0.042",
    "0.000834, $0.00083",
    "0.0000001, $0",
    "0.5, $0.50",
    "12, $12.00",
    "1E+2, $100.00",
    "3.14159, $3.14",
  })
  void dollarsAreSaidInCentsAndSmallOnesStillTellSomething(String dollars, String words) {
    assertThat(Cost.dollars(new BigDecimal(dollars))).isEqualTo(words);
  }

  @Test
  void acusAndDollarsStandSideBySide() {
    assertThat(new Cost(new BigDecimal("0.35"), new BigDecimal("0.02")).words())
        .isEqualTo("0.35 ACU (model $0.02)");
  }
}
