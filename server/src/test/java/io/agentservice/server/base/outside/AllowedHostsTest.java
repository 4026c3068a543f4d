package io.agentservice.server.base.outside;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllowedHostsTest {
  private static AllowedHosts policy(boolean enabled, String allow) {
    return new AllowedHosts("{\"enabled\":%s,\"allow\":[%s]}".formatted(enabled, allow));
  }

  @Test
  void withoutAPolicyEveryHostIsAllowed() {
    assertThat(policy(false, "").allows("example.com")).isTrue();
    assertThat(policy(false, "{\"hostname\":\"a.org\"}").allows("example.com")).isTrue();
  }

  @Test
  void withOneOnlyWhatItNames() {
    var policy = policy(true, "{\"hostname\":\"*.Example.com\"},{\"ipv4\":\"203.0.113.7\"}");
    assertThat(policy.allows("mcp.example.com")).isTrue();
    assertThat(policy.allows("MCP.EXAMPLE.COM.")).isTrue();
    assertThat(policy.allows("example.com")).isFalse();
    assertThat(policy.allows("example.com.evil.org")).isFalse();
    assertThat(policy.allows("mcpxexample.com")).isFalse();
    assertThat(policy.allows("203.0.113.7")).isTrue();
    assertThat(policy.allows("203.0.113.8")).isFalse();
    assertThat(policy(true, "").allows("example.com")).isFalse();
  }

  @Test
  void aRangeIsNoName() {
    var policy = policy(true, "{\"ipv4\":\"203.0.113.0/24\"},{\"ipv6\":\"2001:db8::1\"}");
    assertThat(policy.allows("203.0.113.7")).isFalse();
    assertThat(policy.allows("[2001:db8::1]")).isTrue();
  }
}
