package io.agentservice.server.base.http.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Windows in which requests were counted. */
class RateWindowsIT extends OnStatements<RateSql> {
  RateWindowsIT() {
    super(RateSql.class);
  }

  @Test
  void onlyThoseThatAreLongOverAreDropped() {
    row("rate_window", "key", "a", "started_at", "epoch");
    row("rate_window", "key", "b", "started_at", "now");

    assertThat(askCount(RateSql::dropOver)).isEqualTo(1);

    assertThat(values("rate_window", "key")).containsExactly("b");
  }
}
