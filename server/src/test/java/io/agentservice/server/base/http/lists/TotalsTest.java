package io.agentservice.server.base.http.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class TotalsTest {
  private final Totals totals = new Totals();
  private final List<Long> counted = new ArrayList<>();

  private LongUnaryOperator matches(long all) {
    return most -> {
      counted.add(most);
      return Math.min(all, most);
    };
  }

  @Test
  void upToTenThousandTheyAreExactEachTime() {
    assertThat(totals.of("list", matches(10_000))).isEqualTo(10_000);
    assertThat(totals.of("list", matches(3))).isEqualTo(3);
    assertThat(counted).containsExactly(10_001L, 10_001L);
  }

  @Test
  void beyondThatAllIsCountedOnceForManyPages() {
    assertThat(totals.of("list", matches(25_000))).isEqualTo(25_000);
    assertThat(totals.of("list", matches(25_001))).isEqualTo(25_000);
    assertThat(totals.of("other", matches(12_000))).isEqualTo(12_000);
    assertThat(counted).containsExactly(10_001L, Long.MAX_VALUE, 10_001L, 10_001L, Long.MAX_VALUE);
  }

  @Test
  void oneThatIsExactAgainIsNotTheOldOne() {
    assertThat(totals.of("list", matches(10_500))).isEqualTo(10_500);
    assertThat(totals.of("list", matches(9_999))).isEqualTo(9_999);
  }
}
