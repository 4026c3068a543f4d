package io.agentservice.server.base.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class OwnAddressTest {
  @Test
  void itIsWrittenWithoutTheNetworkThatOnlyThisMachineKnows() throws Exception {
    byte[] bytes = InetAddress.getByName("fd00::1").getAddress();

    assertThat(OwnAddress.text(Inet6Address.getByAddress(null, bytes, 2)))
        .isEqualTo("fd00:0:0:0:0:0:0:1");
    assertThat(OwnAddress.text(InetAddress.getByName("10.1.2.3"))).isEqualTo("10.1.2.3");
  }
}
