package io.agentservice.server.base.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Principal.Kind;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrincipalTest {
  private static final OrgId HOME = Id.create(OrgId.class);
  private static final OrgId FIRST = Id.create(OrgId.class);
  private static final OrgId SECOND = Id.create(OrgId.class);
  private static final KeyId KEY = Id.create(KeyId.class);

  private static Principal of(Kind kind, OrgId... organizations) {
    var roles = new LinkedHashMap<OrgId, Set<Permission>>();
    Arrays.stream(organizations).forEach(org -> roles.put(org, Set.of()));
    return principal(kind, Set.of(), roles);
  }

  private static Principal principal(
      Kind kind, Set<Permission> account, Map<OrgId, Set<Permission>> roles) {
    var accountId = Id.create(AccountId.class);
    return new Principal(kind, "id-1", "Ada", null, accountId, KEY, "key", HOME, account, roles);
  }

  @Test
  void aHumanWorksInHisFirstOrganizationAndAProgramInItsOwn() {
    for (var kind : Kind.values()) {
      boolean chooses = kind == Kind.USER || kind == Kind.PAT_USER;
      assertThat(of(kind, SECOND, FIRST).organization()).isEqualTo(chooses ? SECOND : HOME);
      assertThat(of(kind).organization()).isEqualTo(chooses ? null : HOME);
    }
  }

  @Test
  void recordsNameTheAuthorByHisIdOrByTheKeyOfOneWithoutAName() {
    for (var kind : Kind.values()) {
      assertThat(of(kind).author()).isEqualTo(kind == Kind.LEGACY_SERVICE ? KEY.value() : "id-1");
    }
  }

  @Test
  void aHumanHasAUserIdAndAServiceUserItsOwnAndOneWithoutANameHasNone() {
    for (var kind : Set.of(Kind.PAT_USER, Kind.USER, Kind.LEGACY_USER)) {
      assertThat(kind.isHuman()).isTrue();
      assertThat(of(kind).userId()).isEqualTo("id-1");
      assertThat(of(kind).serviceUserId()).isNull();
    }
    for (var kind : Set.of(Kind.SERVICE_USER, Kind.LEGACY_SERVICE)) {
      assertThat(kind.isHuman()).isFalse();
      assertThat(of(kind).userId()).isNull();
    }
    assertThat(of(Kind.SERVICE_USER).serviceUserId()).isEqualTo("id-1");
    assertThat(of(Kind.LEGACY_SERVICE).serviceUserId()).isNull();
  }

  @Test
  void legacyKeysAreTheirOwnKind() {
    assertThat(Arrays.stream(Kind.values()).filter(Kind::isLegacy))
        .containsExactly(Kind.LEGACY_USER, Kind.LEGACY_SERVICE);
    var user = of(Kind.USER, FIRST);
    assertThat(user.as(Kind.LEGACY_USER).kind()).isEqualTo(Kind.LEGACY_USER);
    assertThat(user.as(Kind.LEGACY_USER).as(Kind.USER)).isEqualTo(user);
  }

  @Test
  void inAnOrganizationHoldsWhatHisRoleThereAndHisAccountRoleGrant() {
    var account = Set.of(Permission.MANAGE_BILLING, Permission.USE_REVIEW_MANUAL);
    var there = Map.of(FIRST, Set.of(Permission.MANAGE_ORG_SECRETS));
    var principal = principal(Kind.USER, account, there);

    assertThat(principal.in(FIRST))
        .containsExactlyInAnyOrder(Permission.USE_REVIEW_MANUAL, Permission.MANAGE_ORG_SECRETS);
    assertThat(principal.in(SECOND)).containsExactly(Permission.USE_REVIEW_MANUAL);
    assertThat(principal.holds(Permission.MANAGE_ORG_SECRETS, FIRST)).isTrue();
    assertThat(principal.holds(Permission.MANAGE_ORG_SECRETS, SECOND)).isFalse();
    assertThat(principal.holds(Permission.MANAGE_ORG_SECRETS)).isFalse();
    assertThat(principal.holds(Permission.USE_REVIEW_MANUAL, SECOND)).isTrue();
    assertThat(principal.holds(Permission.MANAGE_BILLING, FIRST)).isFalse();
    assertThat(principal.holds(Permission.MANAGE_BILLING)).isTrue();
  }
}
