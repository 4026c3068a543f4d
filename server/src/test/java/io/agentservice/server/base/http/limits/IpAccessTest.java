package io.agentservice.server.base.http.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who comes from where beside an account's access list (auth.md 6). */
class IpAccessTest {
  private final AccountId account = Id.create(AccountId.class);
  private final IpAccess access = new IpAccess(_ -> List.of("203.0.113.0/24", "2001:db8::/32"));

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.8.9.10", "::1", "203.0.113.9", "2001:db8::9"})
  void thisMachineAndTheListedMayCome(String ip) {
    assertThat(access.allows(account, ip)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.1.1",
        "0.0.0.0",
        "224.0.0.1",
        "fe80::1",
        "fec0::1",
        "fc00::1",
        "::",
        "ff02::1",
        "203.0.114.1"
      })
  void addressesOfNetworksOfOnesOwnAreLikeAllOthers(String ip) {
    assertThat(access.allows(account, ip)).isFalse();
  }
}
