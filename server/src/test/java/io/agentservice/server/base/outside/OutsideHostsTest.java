package io.agentservice.server.base.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class OutsideHostsTest {
  private final OutsideHosts hosts = new OutsideHosts(Set.of("LocalHost"), "SOME_SETTING");

  @Test
  void aTrustedNameLeadsInsideInAnyCase() throws Exception {
    assertThat(hosts.lookup("LOCALHOST")).isNotEmpty();
  }

  @Test
  void whatIsNotTrustedDoesNotThoughItIsTheSameMachine() {
    assertThatThrownBy(() -> hosts.lookup("127.0.0.1"))
        .isInstanceOf(OutsideHosts.ClosedException.class)
        .hasMessageContaining("127.0.0.1")
        .hasMessageContaining("SOME_SETTING");
  }

  @Test
  void aPublicAddressIsOpen() throws Exception {
    assertThat(hosts.lookup("1.1.1.1")).hasSize(1);
  }
}
