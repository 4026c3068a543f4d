package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What the secrets of an organization cost its sessions, in steps and not in time. */
@Isolated("reads counters of the whole process")
class SecretsCostIT extends OnOrganization {
  private String secret(String key, String more) {
    return member
        .post(path("secrets"), "{\"key\":\"%s\",\"value\":\"swordfish\"%s}".formatted(key, more))
        .ok()
        .text("/secret_id");
  }

  private Reply create(Map<String, ?> more, String... headers) {
    var body = Json.MAPPER.writeValueAsString(more);
    var caller = headers.length == 0 ? member : member.with(headers[0], headers[1]);
    return caller.post(path("sessions"), body).ok();
  }

  @Test
  void aCreationOpensTheSecretsThatItsTextsMustNotShowAndEachOnce() {
    String one = secret("ONE", "");
    secret("TWO", "");
    secret("SHOWN", ",\"is_sensitive\":false");
    member
        .post(path("secrets"), json("type", "totp", "key", "CODE", "value", "JBSWY3DPEHPK3PXP"))
        .ok();

    long before = Vault.decryptions();
    create(Map.of("prompt", "All"));
    assertThat(Vault.decryptions() - before).isEqualTo(2);

    before = Vault.decryptions();
    create(Map.of("prompt", "One", "secret_ids", List.of(one)));
    assertThat(Vault.decryptions() - before).isEqualTo(1);
  }

  @Test
  void whatMasksASetOfSecretsIsMadeOnce() {
    var secrets = Map.of("TOKEN", "x".repeat(30_000) + "y");
    var wanted = Map.of("prompt", "First", "session_secrets", secrets);

    long before = Redactor.steps();
    String id = create(wanted).text("/session_id");
    long made = Redactor.steps() - before;
    assertThat(made).isGreaterThan(30_000);

    before = Redactor.steps();
    create(wanted);
    member.post(path("sessions/" + id + "/messages"), json("message", "Second")).ok();
    assertThat(Redactor.steps() - before).isLessThan(30_000);
  }

  /** Others wait for what a transaction holds. */
  @Test
  void textsAreMaskedBeforeTheTransactionThatKeepsThem() throws Exception {
    String prompt = "p".repeat(500_000);
    long before = Redactor.steps();
    var creation =
        new FutureTask<>(() -> create(Map.of("prompt", prompt), "Idempotency-Key", "one"));
    try (var _ = server.given().lockOnTable("idempotency")) {
      Thread.ofVirtual().start(creation);
      await(() -> Redactor.steps() - before >= prompt.length());
      assertThat(creation.isDone()).isFalse();
    }
    creation.get();
    assertThat(Redactor.steps() - before).isLessThan(2L * prompt.length());
  }

  @Test
  void messagesAreMaskedBeforeTheTransactionThatKeepsThem() throws Exception {
    String id = create(Map.of("prompt", "Wait")).text("/session_id");
    String body = "{\"message\":\"" + "m".repeat(500_000) + "\"}";
    long before = Redactor.steps();
    var sending =
        new FutureTask<>(() ->
            member
                .with("Idempotency-Key", "two")
                .post(path("sessions/" + id + "/messages"), body)
                .ok());
    try (var _ = server.given().lockOn(id)) {
      Thread.ofVirtual().start(sending);
      await(() -> Redactor.steps() - before > body.length() / 2);
      assertThat(sending.isDone()).isFalse();
    }
    sending.get();
  }
}
