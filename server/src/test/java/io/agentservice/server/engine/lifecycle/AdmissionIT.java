package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom the gateway lets in. */
class AdmissionIT extends OnLifecycle {
  @Test
  void aConnectTokenOpensTheGatewayForItsSessionAsLongAsItsClaimLasts() {
    var tokens = new ConnectTokens(new byte[32]);
    var id = new SessionId(session());
    claim(id.value(), "w").ok();
    String token = tokens.make(new ConnectTokens.Claim(id, epoch(id.value())));
    assertThat(lifecycle.admit(id, token)).isInstanceOf(Lifecycle.Admission.Admitted.class);
    assertThat(lifecycle.admit(new SessionId(session()), token))
        .isInstanceOf(Lifecycle.Admission.OtherSession.class);
    release(id.value(), "w").ok();
    assertThat(lifecycle.admit(id, token)).isInstanceOf(Lifecycle.Admission.ClaimOver.class);
    claim(id.value(), "w").ok();
    assertThat(lifecycle.admit(id, token)).isInstanceOf(Lifecycle.Admission.ClaimOver.class);
    assertThat(lifecycle.admit(new SessionId(session()), token))
        .isInstanceOf(Lifecycle.Admission.BadToken.class);
  }

  @Test
  void noTokenOpensTheGatewayForASessionThatIsOverOrWaitsForAMachineAgain() {
    var tokens = new ConnectTokens(new byte[32]);
    var ended = new SessionId(running());
    String ofEnded = tokens.make(new ConnectTokens.Claim(ended, epoch(ended.value())));
    admin.delete(one(ended.value())).ok();
    assertThat(lifecycle.admit(ended, ofEnded)).isInstanceOf(Lifecycle.Admission.ClaimOver.class);

    var resuming = new SessionId(running());
    release(resuming.value(), "w").ok();
    assertThat(admin.get(one(resuming.value())).ok().text("/status")).isEqualTo("resuming");
    String ofResuming = tokens.make(new ConnectTokens.Claim(resuming, epoch(resuming.value())));
    assertThat(lifecycle.admit(resuming, ofResuming))
        .isInstanceOf(Lifecycle.Admission.ClaimOver.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "session SET status = 'SUSPENDED'",
        "queue_entry SET phase = 'PENDING'",
        "queue_entry SET removed_at = now()"
      })
  void aTokenOfTheClaimThatCountsIsNotEnoughForASessionThatIsNotServed(String change) {
    var id = new SessionId(running());
    String token =
        new ConnectTokens(new byte[32]).make(new ConnectTokens.Claim(id, epoch(id.value())));
    assertThat(lifecycle.admit(id, token)).isInstanceOf(Lifecycle.Admission.Admitted.class);

    server.given().update("UPDATE " + change + " WHERE session_id = ?", id.value());

    assertThat(lifecycle.admit(id, token)).isInstanceOf(Lifecycle.Admission.ClaimOver.class);
  }
}
