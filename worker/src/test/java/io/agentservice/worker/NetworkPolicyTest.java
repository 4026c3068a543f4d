package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Image;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions that must not reach the whole network, on a worker that can't keep them from it. */
class NetworkPolicyTest extends WorkerScenario {
  private static final QueueEntry RESTRICTED = restricted(PENDING);

  private static QueueEntry restricted(QueueEntry entry) {
    var spec = entry.spec();
    var policy = new QueueEntry.NetworkPolicy(true, List.of());
    return new QueueEntry(
        entry.metadata(),
        new QueueEntry.Spec(spec.kind(), spec.platform(), spec.remoteBinarySha(), policy),
        entry.status());
  }

  @Test
  void itIsLeftInTheQueueAndThatIsSaidOnce() throws Exception {
    api.list("pending", RESTRICTED);
    var _ = run(worker("local", null, true));
    await(() -> told("policy_unenforced"));
    api.event(RESTRICTED);
    await(() -> api.requests.stream().filter("list pending"::equals).count() >= 3);
    assertThat(names()).containsOnlyOnce("policy_unenforced");
    assertThat(lines().toString()).contains("AGENT_ALLOW_UNENFORCED_POLICY=true");
    assertThat(api.requests).doesNotContain(ScriptedApi.post(RESTRICTED, "claim"));
  }

  @Test
  void oneThatIsNamedEndsWith4() {
    api.entry(RESTRICTED);
    assertThat(worker(null, SESSION, false).run()).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(lines().getLast()).contains("network policy");
    assertThat(api.requests).doesNotContain(ScriptedApi.post(RESTRICTED, "claim"));
  }

  @Test
  void behindWallsItIsServedWithANetworkOfItsOwn() throws Exception {
    isolation = Isolation.of(Isolation.Mode.auto, environment, Grants.NONE, Image.NONE);
    assumeTrue(isolation.sandbox() != null, isolation.words());
    api.list("pending", RESTRICTED);
    api.remote(
        "4f0c1d2",
        """
        tail -n +2 /proc/net/route > routes
        curl -s -m 2 "http://127.0.0.1:%d/" > connected || rm connected
        perl -MSocket -e 'socket(S, 1, 1, 0); connect(S, pack_sockaddr_un("/run/agent/network/filter.sock")) or die;
          syswrite(S, "CONNECT example.com:443 HTTP/1.1\\r\\n\\r\\n"); print <S>' > answer
        touch /run/agent/network/planted
        echo "$AGENT_NETWORK_SOCKET $AGENT_NETWORK_DIRECT" > variables; exit 0
        """
            .formatted(api.uri().getPort()));
    api.claim(restricted(granted));
    api.entry(mine("suspended"));
    assertThat(worker("local", null, true).run()).isEqualTo(ExitCode.SERVED);
    assertThat(work().resolve("routes")).isEmptyFile();
    assertThat(work().resolve("connected")).doesNotExist();
    assertThat(work().resolve("answer")).content().startsWith("HTTP/1.1 403 ");
    assertThat(work().resolve("variables"))
        .content()
        .isEqualTo("/run/agent/network/filter.sock localhost,127.0.0.1,::1\n");
    assertThat(data().resolve("sessions/" + SESSION + "/network/planted")).doesNotExist();
    assertThat(names()).doesNotContain("policy_unenforced");
  }

  @Test
  void theOperatorsWordLetsItBeServed() {
    var variables = new HashMap<>(environment);
    variables.put("AGENT_ALLOW_UNENFORCED_POLICY", "true");
    environment = variables;
    api.list("pending", RESTRICTED);
    api.remote("4f0c1d2", "exit 0");
    api.claim(restricted(granted));
    api.entry(mine("suspended"));
    assertThat(worker("local", null, true).run()).isEqualTo(ExitCode.SERVED);
    assertThat(names()).doesNotContain("policy_unenforced");
  }
}
