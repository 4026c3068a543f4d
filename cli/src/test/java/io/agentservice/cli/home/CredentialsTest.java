package io.agentservice.cli.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class CredentialsTest {
  private static final Credentials KEPT =
      Credentials.NONE
          .withOwn("agt_admin")
          .withWorker("agt_worker")
          .with(URI.create("https://elsewhere.example"), "agt_else");

  @Test
  void whatIsKeptIsReadAgainOurOwnKeyLast() {
    assertThat(Credentials.of(KEPT.toJson())).isEqualTo(KEPT);
    assertThat(KEPT.toJson().toJson()).endsWith("\"key\":\"agt_admin\"}");
  }

  @Test
  void aWorkerBesideTheAdministratorGetsAKeyThatServesOutpostsOnly() {
    assertThat(KEPT.forWorker("agt_admin")).isEqualTo("agt_worker");
  }

  @Test
  void aWorkerForAnotherCallerHasHisKey() {
    assertThat(KEPT.forWorker("agt_else")).isEqualTo("agt_else");
    assertThat(Credentials.NONE.withOwn("agt_admin").forWorker("agt_admin")).isEqualTo("agt_admin");
  }

  @Test
  void noKeyIsShown() {
    assertThat(KEPT.toString()).doesNotContain("agt_");
  }
}
