package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentservice.server.testing.ApiContract;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Runs after all other classes (junit-platform.properties): by then each operation of the
 * specification was called by a test. Says nothing when only some tests were asked for.
 */
@Order(Integer.MAX_VALUE)
@Isolated("all others have run by then")
class EveryOperationIsCalledIT {
  @Test
  void noOperationIsWithoutATestThatCallsIt() {
    assumeThat(System.getProperty("it.test")).isNull();
    assertThat(ApiContract.instance().uncalled()).isEmpty();
  }
}
