package io.agentservice.server.base.http.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.1.2, true",
    "10.0.0.0/8, 11.0.0.1, false",
    "10.1.2.3/8, 10.9.9.9, true",
    "192.168.1.128/25, 192.168.1.127, false",
    "192.168.1.128/25, 192.168.1.129, true",
    "127.0.0.1, 127.0.0.1, true",
    "127.0.0.1, 127.0.0.2, false",
    "0.0.0.0/0, 203.0.113.9, true",
    "0.0.0.0/0, 2001:db8::1, false",
    "2001:db8::/32, 2001:db8:ffff::1, true",
    "2001:db8::/32, 2001:db9::1, false",
    "::1, 0:0:0:0:0:0:0:1, true",
    "::ffff:10.0.0.0, 10.0.0.0, true",
  })
  void holdsTheAddressesThatBeginAlike(String range, String address, boolean held) {
    assertThat(AddressRange.parse(range).contains(AddressRange.address(address))).isEqualTo(held);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10",
        "10.1",
        "10.0.0.256",
        "10.0.0.0/33",
        "10.0.0.0/",
        "10.0.0.0/x",
        "10.0.0.0/-1",
        "localhost",
        "example.org",
        "::1/129",
        "1::2::3",
        "10.0.0.0/8/8",
        "unknown",
        "0x7f.0.0.1",
      })
  void nothingElseIsARange(String text) {
    assertThat(AddressRange.parse(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "203.0.113.9:4711, 203.0.113.9",
    "[2001:db8::1], 2001:db8::1",
    "[2001:db8::1]:4711, 2001:db8::1",
    "fe80::1%eth0, fe80::1",
  })
  void anAddressIsReadWithWhatProxiesAddToIt(String text, String address) throws Exception {
    assertThat(AddressRange.address(text)).isEqualTo(InetAddress.ofLiteral(address));
  }

  @Test
  void noNameIsLookedUp() {
    assertThat(AddressRange.address("localhost")).isNull();
  }
}
