package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.exit.ExitCode;
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
