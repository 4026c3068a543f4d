package io.agentservice.server.identity.members;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups of the identity provider beside each other. */
class GroupsApartIT extends OnStatements<IdpGroupSql> {
  GroupsApartIT() {
    super(IdpGroupSql.class);
  }

  @Test
  void whoSignsInLeavesTheGroupsHeIsNoLongerIn() {
    for (String name : List.of("a", "b")) {
      row("idp_group", "group_id", "group-" + name, "account_id", "acct-1", "name", name);
      for (String user : List.of("user-1", "user-2")) {
        row("idp_group_member", "user_id", user, "group_id", "group-" + name);
      }
    }

    tell(sql -> sql.leaveOthers(new AccountId("acct-1"), new UserId("user-1"), List.of("b")));

    assertThat(values("idp_group_member", "concat(user_id, ' ', group_id)"))
        .containsExactly("user-1 group-b", "user-2 group-a", "user-2 group-b");
  }
}
