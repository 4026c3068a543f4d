package io.agentservice.server.agent.loop.mcp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class McpHttpTest {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.1", "2130706433", "[::1]", "::1", "[::ffff:10.0.0.1]"})
  void everyWayToWriteAnAddressIsJudged(String host) {
    assertThatThrownBy(() -> new McpHttp(Set.of()).check(host))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("not public");
  }

  @Test
  void aTrustedOneIsTakenInAnyCase() {
    new McpHttp(Set.of("LocalHost", "127.0.0.1")).check("127.0.0.1");
  }
}
