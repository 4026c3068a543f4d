package io.agentservice.server.identity.passwords;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tries to sign in, and by which names. */
class TriesApartIT extends OnStatements<PasswordSql> {
  TriesApartIT() {
    super(PasswordSql.class);
  }

  @Test
  void failuresAreCountedBySubjectAndTime() {
    row("sign_in_failure", "subject", "address a", "failed_at", "now");
    row("sign_in_failure", "subject", "address a", "failed_at", "epoch");
    row("sign_in_failure", "subject", "address b", "failed_at", "now");

    assertThat(askCount(sql -> sql.failures("address a", 900))).isEqualTo(1);
    tell(sql -> sql.dropOld(900));
    assertThat(values("sign_in_failure", "subject")).containsExactly("address a", "address b");
  }

  @Test
  void oneIsFoundByHisAddressOrByTheNameOfWhoHasAPassword() {
    row(
        "human",
        "user_id",
        "user-1",
        "name",
        "ann",
        "email",
        "A@example.org",
        "password_hash",
        "h");
    row("human", "user_id", "user-2", "name", "ben", "email", "b@example.org");
    row("human", "user_id", "user-3", "name", "ann", "email", "c@example.org");

    assertThat(found("ann")).containsExactly("user-1");
    assertThat(found("ben")).isEmpty();
    assertThat(found("B@Example.org")).containsExactly("user-2");
    assertThat(found("nobody")).isEmpty();
  }

  private List<String> found(String login) {
    return ask(sql -> sql.find(login)).stream().map(human -> human.userId().value()).toList();
  }
}
