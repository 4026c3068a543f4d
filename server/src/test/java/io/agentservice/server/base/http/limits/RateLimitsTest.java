package io.agentservice.server.base.http.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.limits.RateLimits.Quota;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows of a minute, by a clock of the test's own (completions.md 9). */
class RateLimitsTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // a clock may overflow
  private final RateLimits limits = new RateLimits(() -> new Quota(4, 3, 2, 1), nanos::get);

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @ParameterizedTest
  @CsvSource({"READ, 4", "WRITE, 3", "CREATE, 2", "ANONYMOUS, 1"})
  void eachPolicyHasAQuotaOfItsOwn(Policy policy, int quota) {
    for (int i = 1; i <= quota; i++) {
      assertThat(limits.count(policy, "me"))
          .isEqualTo(new RateLimits.Standing(quota, quota - i, 60));
    }
    assertThat(limits.count(policy, "me").exceeded()).isTrue();
    assertThat(limits.count(policy, "you").exceeded()).isFalse();
  }

  @Test
  void policiesAreCountedApart() {
    limits.count(Policy.ANONYMOUS, "me");
    for (var other : new Policy[] {Policy.READ, Policy.WRITE, Policy.CREATE}) {
      assertThat(limits.count(other, "me").left()).isEqualTo(limits.count(other, "me").left() + 1);
    }
  }

  @Test
  void aWindowIsFreshAfterAMinuteAndNotBefore() {
    limits.count(Policy.ANONYMOUS, "me");
    pass(Duration.ofMillis(59_999));
    var last = limits.count(Policy.ANONYMOUS, "me");
    assertThat(last.exceeded()).isTrue();
    assertThat(last.seconds()).isEqualTo(1);
    pass(Duration.ofMillis(1));
    assertThat(limits.count(Policy.ANONYMOUS, "me")).isEqualTo(new RateLimits.Standing(1, 0, 60));
  }

  @ParameterizedTest
  @EnumSource
  void aQuotaOfZeroIsNone(Policy policy) {
    var none = new RateLimits(() -> new Quota(0, 0, 0, 0), nanos::get);
    assertThat(none.isOff(policy)).isTrue();
    assertThat(none.count(policy, "me").exceeded()).isFalse();
    assertThat(limits.isOff(policy)).isFalse();
  }
}
