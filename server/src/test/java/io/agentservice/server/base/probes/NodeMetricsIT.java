package io.agentservice.server.base.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What Prometheus reads of a node. */
class NodeMetricsIT extends OnOutpost {
  private String text() {
    return admin.get("/metrics").ok().body();
  }

  /** Of the one series with this beginning and these labels; NaN when there is none. */
  private static double value(String text, String series) {
    return Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE)
        .matcher(text)
        .results()
        .mapToDouble(hit -> Double.parseDouble(hit.group(1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  private double ofOutpost(String text, String name) {
    return value(
        text,
        "agent_%s{name=\"%s\",outpost=\"%s\"}".formatted(name, org.value().substring(4), outpost));
  }

  @Test
  void aQueueIsToldByItsOutpostAlsoWhenItIsEmpty() {
    var before = text();
    assertThat(ofOutpost(before, "queue_waiting")).isZero();
    assertThat(ofOutpost(before, "queue_oldest_seconds")).isZero();

    session();
    String claimed = session();
    claim(claimed, "worker").ok();

    var after = text();
    assertThat(ofOutpost(after, "queue_waiting")).isEqualTo(1);
    assertThat(ofOutpost(after, "queue_claimed")).isEqualTo(1);
    assertThat(ofOutpost(after, "queue_oldest_seconds")).isPositive();
    assertThat(value(after, "agent_sessions{detail=\"\",status=\"claimed\"}")).isPositive();
  }

  @Test
  void requestsAreCountedByTheirRouteAndNotByWhatItsPathNames() {
    String id = session();
    admin.get(path("sessions/" + id)).ok();
    admin.get("/no-such-path").refused(404, "route_not_found");

    var text = text();
    String route = "/v3/organizations/{org_id}/sessions/{session_id}";
    assertThat(
            value(
                text,
                "agent_http_requests_total{method=\"GET\",route=\"%s\",status=\"200\"}"
                    .formatted(route)))
        .isPositive();
    assertThat(
            value(text, "agent_http_requests_total{method=\"none\",route=\"none\",status=\"404\"}"))
        .isPositive();
    assertThat(text).doesNotContain(id).doesNotContain("no-such-path");
  }

  @Test
  void eachGroupOfFiguresIsThere() {
    assertThat(text())
        .contains("agent_http_request_seconds_bucket")
        .contains("agent_database_connections{state=\"waiting\"}")
        .contains("agent_schedules_late_seconds 0.0")
        .contains("agent_audit_unsealed_records")
        .contains("agent_http_waiting")
        .contains("agent_loops")
        .contains("agent_leader")
        .contains("agent_node{version=")
        .contains("jvm_memory_used_bytes")
        .contains("process_cpu_seconds_total");
  }

  @Test
  void whoeverMayNotSeeFiguresOfTheAccountIsRefused() {
    server.anonymous().get("/metrics").refused(401, "credentials_missing");
    server
        .as(server.given().key(org, "org_admin"))
        .get("/metrics")
        .refused(403, "permission_denied");
  }
}
