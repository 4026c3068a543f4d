package io.agentservice.server.base.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkPolicySettingTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"enabled\":false,\"allow\":[]}",
        "{\"enabled\":true,\"allow\":[{\"hostname\":\"*.example.com\"},{\"ipv4\":\"10.0.0.0/8\"},{\"ipv6\":\"::1\"}]}"
      })
  void whatTheInterfaceDescribesIsRight(String policy) {
    assertThat(NetworkPolicySetting.fault(policy)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{\"enabled\":true}",
        "{\"enabled\":\"yes\",\"allow\":[]}",
        "{\"enabled\":true,\"allow\":[],\"deny\":[]}",
        "{\"enabled\":true,\"allow\":[{\"host\":\"a\"}]}",
        "{\"enabled\":true,\"allow\":[{\"hostname\":1}]}",
        "{\"enabled\":true,\"allow\":[\"example.com\"]}",
        "{\"enabled\":true,\"allow\":[{\"hostname\":\"a\",\"ipv4\":\"10.0.0.1\"}]}"
      })
  void anythingElseIsSaidToBeWrong(String policy) {
    assertThat(NetworkPolicySetting.fault(policy)).isNotBlank();
  }
}
