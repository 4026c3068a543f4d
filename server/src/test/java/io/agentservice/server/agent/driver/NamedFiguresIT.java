package io.agentservice.server.agent.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.testing.OnOutpost;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alerts and the dashboard that we ship, and the table of the documentation. */
class NamedFiguresIT extends OnOutpost {
  private static final Pattern NAME = Pattern.compile("\\b(?:agent|jvm|process)_[a-z_]+\\b");
  private static final Path ROOT = Path.of("..");

  private static Set<String> names(String text) {
    var names = new TreeSet<String>();
    NAME.matcher(text)
        .results()
        .map(hit -> hit.group().replaceAll("_(bucket|count|sum)$", ""))
        .forEach(names::add);
    return names;
  }

  /** A server's, with those of steps: no agent has made one here. */
  private String figures() {
    var metrics = new Metrics();
    var meters = new StepMeters(metrics);
    var usage = new Usage(1, 1, 1, 1);
    meters.saw(
        new LoopEvent.ModelTurn(
            List.of(), Stop.END_TURN, usage, "m", BigDecimal.ONE, 1, null, "shortened"));
    meters.saw(new LoopEvent.ModelAway("busy", 2, null, 1000, 60_000L));
    meters.saw(new LoopEvent.Suspended("model_auth", "no key"));
    session();
    worker();
    return admin.get("/metrics").ok().body() + metrics.text(List.of(), new AccountId("acct-1"));
  }

  private void worker() {
    server
        .given()
        .update(
            """
            INSERT INTO hypervisor (hypervisor_id, account_id, acceptor_id, is_draining, slots, last_seen, outpost_id)
            SELECT 'of-' || org_id, account_id, org_id, false, 1, now(), ? FROM organization WHERE org_id = ?
            """,
            outpost,
            org.value());
  }

  @Test
  void everyFigureThatIsWatchedIsToldAndEachOfOursIsDocumented() throws IOException {
    var figures = names(figures());
    for (var file : List.of("deploy/prometheus/alerts.yml", "deploy/grafana/agent-service.json")) {
      assertThat(figures).as(file).containsAll(names(Files.readString(ROOT.resolve(file))));
    }
    var page = Files.readString(ROOT.resolve("docs/operations.md"));
    int begin = page.indexOf("## Figures for Prometheus");
    var documented = names(page.substring(begin, page.indexOf("\n## ", begin + 1)));
    var ours = figures.stream().filter(name -> name.startsWith("agent_")).toArray(String[]::new);
    assertThat(documented).contains(ours);
    assertThat(Stream.of(ours)).hasSizeGreaterThan(15);
  }
}
