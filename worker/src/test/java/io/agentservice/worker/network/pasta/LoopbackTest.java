package io.agentservice.worker.network.pasta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoopbackTest {
  @Test
  void whatTheOperatorNamesIsPortsOrAll() {
    assertThat(Loopback.of(null)).isEqualTo(Loopback.NOTHING);
    assertThat(Loopback.of("5432, 6379").ports()).containsExactly(5432, 6379);
    assertThat(Loopback.of("all").all()).isTrue();
    for (var wrong : List.of("0", "65536", "localhost", "1-2", "5432,")) {
      assertThatThrownBy(() -> Loopback.of(wrong)).hasMessageContaining("is no port");
    }
  }
}
