package io.agentservice.server.base.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
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
    assertThat(BuiltinRole.ORG_ADMIN.isPublic()).isTrue();
  }

  @Test
  void rolesOfBothTypesShareTheirTitles() {
    assertThat(BuiltinRole.ACCOUNT_ADMIN.title()).isEqualTo(BuiltinRole.ORG_ADMIN.title());
    assertThat(BuiltinRole.ORG_MEMBER.title()).isEqualTo("Member");
    assertThat(BuiltinRole.ACCOUNT_ADMIN.type()).isEqualTo(RoleType.ENTERPRISE);
    assertThat(BuiltinRole.ORG_ADMIN.type()).isEqualTo(RoleType.ORG);
  }

  @Test
  void aPermissionIsGrantedByTheRolesThatHoldOrImplyIt() {
    assertThat(BuiltinRole.granting(Permission.VIEW_ORG_SESSIONS))
        .containsExactly("account_admin", "org_admin", "org_member");
    assertThat(BuiltinRole.granting(Permission.MANAGE_BILLING)).containsExactly("account_admin");
  }

  @Test
  void aRoleOfAnOrganizationHoldsNothingOfTheAccount() {
    for (var permission : Permission.values()) {
      assertThat(RoleType.ENTERPRISE.takes(permission)).isTrue();
    }
    assertThat(RoleType.ORG.takes(Permission.MANAGE_BILLING)).isFalse();
    assertThat(RoleType.ORG.takes(Permission.MANAGE_ORG_SECRETS)).isTrue();
    assertThat(RoleType.ORG.takes(Permission.USE_REVIEW_MANUAL)).isTrue();
  }

  @Test
  void theTypeOfARoleIsAWordAndFollowsFromWhereItIsAssigned() {
    for (var type : RoleType.values()) {
      assertThat(RoleType.of(type.word())).isEqualTo(type);
    }
    assertThat(RoleType.ORG.word()).isEqualTo("org");
    var account = Id.create(AccountId.class);
    assertThat(RoleType.in(new Scope(account, null))).isEqualTo(RoleType.ENTERPRISE);
    assertThat(RoleType.in(new Scope(account, Id.create(OrgId.class)))).isEqualTo(RoleType.ORG);
  }
}
