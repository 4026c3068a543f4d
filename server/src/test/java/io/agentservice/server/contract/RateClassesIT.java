package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** As what requests are counted (completions.md 9). */
class RateClassesIT extends OnOrganization {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_RATE_READS", "90", "AGENT_RATE_WRITES", "90", "AGENT_RATE_CREATES", "9");
  }

  @Test
  void aSessionIsACreationAndAWriteANoteAWriteOnlyAndAClaimARead() {
    assertThat(policy(member.post(path("sessions"), json("prompt", "p")).ok()))
        .isEqualTo("\"create\";q=9;w=60");
    var note = member.post(path("knowledge/notes"), json("name", "n", "body", "b", "trigger", "t"));
    assertThat(policy(note.ok())).isEqualTo("\"write\";q=90;w=60");
    assertThat(note.header("RateLimit")).startsWith("\"write\";r=88;");
    assertThat(policy(member.get(path("sessions")).ok())).isEqualTo("\"read\";q=90;w=60");
    String entry = "/opbeta/outposts/agents/agent-" + "0".repeat(32);
    for (String action : new String[] {"/claim", "/release"}) {
      var reply = server.admin().post(entry + action, json("acceptor_id", "a"));
      assertThat(policy(reply.refused(404, "entry_not_found"))).startsWith("\"read\"");
    }
  }

  private static String policy(Reply reply) {
    return reply.header("RateLimit-Policy");
  }
}
