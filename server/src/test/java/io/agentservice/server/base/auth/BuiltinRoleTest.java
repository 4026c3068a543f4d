package io.agentservice.server.base.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class BuiltinRoleTest {
  @Test
  void aMachineServesOutpostsAndNothingElse() {
    assertThat(BuiltinRole.OUTPOSTS_MACHINE.permissions())
        .containsExactlyInAnyOrder(Permission.READ_ACCOUNT_META, Permission.USE_OUTPOSTS_MACHINE);
    assertThat(BuiltinRole.OUTPOSTS_MACHINE.isPublic()).isFalse();
  }

  @Test
  void aRoleIsFoundByItsIdOnly() {
    for (var role : BuiltinRole.values()) {
      assertThat(role.roleId()).isEqualTo(role.name().toLowerCase(Locale.ROOT));
      assertThat(BuiltinRole.of(role.roleId())).contains(role);
    }
    assertThat(BuiltinRole.of("ORG_ADMIN")).isEmpty();
  }
}
