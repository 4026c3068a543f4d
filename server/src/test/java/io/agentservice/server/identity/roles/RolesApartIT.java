package io.agentservice.server.identity.roles;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.RoleId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Roles beside each other. */
class RolesApartIT extends OnStatements<RoleSql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");
  private static final RoleId SECOND = new RoleId("role-2");

  RolesApartIT() {
    super(RoleSql.class);
  }

  @Test
  void oneIsFoundHeldAndDeletedAlone() {
    for (int i : List.of(1, 2)) {
      row("role", "role_id", "role-" + i, "account_id", ACCOUNT, "role_type", "ORG");
    }

    assertThat(askOne(sql -> sql.find(ACCOUNT, SECOND)).map(Role::roleId)).contains(SECOND);
    assertThat(askOne(sql -> sql.hold(ACCOUNT, "role-2")).map(Role::roleId)).contains(SECOND);
    assertThat(free("role", "role_id", sql -> sql.hold(ACCOUNT, "role-2")))
        .containsExactly("role-1");
    tell(sql -> sql.delete(ACCOUNT, SECOND));
    assertThat(values("role", "role_id")).containsExactly("role-1");
  }
}
