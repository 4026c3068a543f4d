package io.agentservice.server.start.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import org.junit.jupiter.api.Test;

/** The key that workers beside a server get. */
class WorkerKeyIT extends OnOrganization {
  @Test
  void itServesOutpostsAndDoesNothingElse() {
    try (var node = server.furtherNode()) {
      var worker = server.as(node.workerKey());

      assertThat(worker.get("/v3/self").ok().at("/permissions"))
          .hasToString("[\"ReadAccountMeta\",\"UseOutpostsMachine\"]");
      worker.get("/opbeta/outposts").ok();
      worker.post("/opbeta/outposts", "{\"name\":\"mine\"}").refused(403, "permission_denied");
      worker.get(path("sessions")).refused(404, "organization_not_found");
      worker.post(path("sessions"), "{\"prompt\":\"p\"}").refused(404, "organization_not_found");
    }
  }

  @Test
  void itIsTheSameAtEveryStartOnEveryServer() {
    try (var one = server.furtherNode();
        var other = server.furtherNode()) {
      assertThat(one.workerKey()).isEqualTo(other.workerKey()).isEqualTo(one.workerKey());
    }
  }
}
