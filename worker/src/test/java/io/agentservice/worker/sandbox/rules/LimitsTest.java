package io.agentservice.worker.sandbox.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {
  @Test
  void whatIsNotNamedHasItsDefault() {
    assertThat(Limits.of(null)).isEqualTo(Limits.DEFAULT);
    assertThat(Limits.of(" ")).isEqualTo(Limits.DEFAULT);
    assertThat(Limits.of("memory=2G")).isEqualTo(new Limits(3_000, 65_536, 2L << 30));
    assertThat(Limits.of("files=512, processes=64,memory=65536K"))
        .isEqualTo(new Limits(64, 512, 64L << 20));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"memory", "memory=", "memory=0", "memory=4T", "cpu=2", "files=-1", "files=1,"})
  void whatIsNoLimitIsNamed(String words) {
    assertThatThrownBy(() -> Limits.of(words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no limit")
        .hasMessageNotContaining("\n");
  }

  @Test
  void nobodyGetsMoreThanTheWorkerHas() throws Exception {
    assertThat(Limits.of("files=999999999999").arguments())
        .noneMatch("--nofile=999999999999"::equals);
  }
}
