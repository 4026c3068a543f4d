package io.agentservice.server.base.http.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Keys of requests beside each other. */
class IdempotentKeysApartIT extends OnStatements<IdempotencySql> {
  IdempotentKeysApartIT() {
    super(IdempotencySql.class);
  }

  @Test
  void aStoredAnswerIsForItsCallerAndRequestAlone() {
    row(
        "idempotency",
        "principal_id",
        "user-1",
        "method",
        "POST",
        "path",
        "/a",
        "key",
        "k",
        "digest",
        "\\x01",
        "status",
        200);

    assertThat(isKnown("user-1", "POST", "/a", "k")).isTrue();
    assertThat(isKnown("user-2", "POST", "/a", "k")).isFalse();
    assertThat(isKnown("user-1", "PUT", "/a", "k")).isFalse();
    assertThat(isKnown("user-1", "POST", "/b", "k")).isFalse();
    assertThat(isKnown("user-1", "POST", "/a", "l")).isFalse();
  }

  private boolean isKnown(String principal, String method, String path, String key) {
    var asked = new IdempotencySql.Key(principal, method, path, key);
    return ask(sql -> sql.find(asked)).isPresent();
  }
}
