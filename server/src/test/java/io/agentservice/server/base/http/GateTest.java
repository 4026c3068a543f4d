package io.agentservice.server.base.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.ProblemException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who may do what, as far as no database is asked. */
class GateTest {
  private static final OrgId ORG = Id.create(OrgId.class);
  private static final OrgId OTHER = Id.create(OrgId.class);
  private static final Access WRITE =
      Access.organization(Permission.MANAGE_ORG_SESSIONS, Permission.MANAGE_ORG_KNOWLEDGE);

  private final Gate gate = new Gate(null, null, new Addresses(null, null, null));

  private static Principal principal(
      Set<Permission> account, Map<OrgId, Set<Permission>> organizations) {
    return principal(null, account, organizations);
  }

  private static Principal principal(
      OrgId home, Set<Permission> account, Map<OrgId, Set<Permission>> organizations) {
    return new Principal(
        Principal.Kind.SERVICE_USER,
        "service-user-1",
        "robot",
        null,
        Id.create(AccountId.class),
        Id.create(KeyId.class),
        "key",
        home,
        account,
        organizations);
  }

  private void refused(Access access, Principal principal, OrgId org, String permissions) {
    assertThatThrownBy(() -> gate.permit(access, principal, org == null ? null : org.value()))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.problem().status()).isEqualTo(403);
              assertThat(e.problem().code()).isEqualTo("permission_denied");
              assertThat(e.problem().detail()).startsWith("Needs " + permissions + " in ");
            });
  }

  @Test
  void anyOfThePermissionsIsEnough() {
    var one = principal(Set.of(), Map.of(ORG, Set.of(Permission.MANAGE_ORG_KNOWLEDGE)));
    var none = principal(Set.of(), Map.of(ORG, Set.of(Permission.VIEW_ORG_SESSIONS)));

    assertThat(gate.permit(WRITE, one, ORG.value())).isEqualTo(ORG);
    refused(WRITE, none, ORG, "ManageOrgKnowledge or ManageOrgSessions");
  }

  @Test
  void whatIsHeldInOneOrganizationIsNotHeldInAnother() {
    var caller =
        principal(
            Set.of(),
            Map.of(ORG, Set.of(Permission.MANAGE_ORG_SESSIONS), OTHER, Set.<Permission>of()));

    assertThat(gate.permit(WRITE, caller, ORG.value())).isEqualTo(ORG);
    refused(WRITE, caller, OTHER, "ManageOrgKnowledge or ManageOrgSessions");
  }

  @Test
  void aRoleInAnOrganizationOpensNothingOfTheAccount() {
    var access = Access.account(Permission.USE_REVIEW_MANUAL);
    var inOrganization = principal(Set.of(), Map.of(ORG, Set.of(Permission.USE_REVIEW_MANUAL)));
    var inAccount = principal(Set.of(Permission.USE_REVIEW_MANUAL), Map.of());

    refused(access, inOrganization, null, "UseReviewManual");
    assertThat(gate.permit(access, inAccount, null)).isNull();
  }

  @Test
  void aRoleOfTheAccountHoldsItsPermissionsOfOrganizationsInAll() {
    var caller =
        principal(
            Set.of(Permission.MANAGE_ORG_SESSIONS, Permission.MANAGE_BILLING),
            Map.of(ORG, Set.<Permission>of()));

    assertThat(gate.permit(WRITE, caller, ORG.value())).isEqualTo(ORG);
    assertThat(caller.in(OTHER)).containsExactly(Permission.MANAGE_ORG_SESSIONS);
  }

  @Test
  void anOrganizationThatIsNoneIsUnknown() {
    var caller = principal(Set.of(), Map.of(ORG, Set.of(Permission.MANAGE_ORG_SESSIONS)));

    for (var org : new String[] {"org-1", OTHER.value(), ""}) {
      assertThatThrownBy(() -> gate.permit(WRITE, caller, org))
          .isInstanceOfSatisfying(
              ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(404));
    }
  }

  @Test
  void aRouteThatAsksForNoPermissionIsForEveryone() {
    var nobody = principal(Set.of(), Map.of());

    assertThat(gate.permit(Access.open(), nobody, null)).isNull();
    assertThat(gate.permit(Access.signedIn(), nobody, null)).isNull();
    assertThat(gate.permit(new Access.Page(null), nobody, null)).isNull();
    assertThat(gate.permit(new Access.OpenPage(null), nobody, null)).isNull();
  }

  @Test
  void aRouteOfTheAccountMayNameAnOrganizationThatTheCallerSees() {
    var access = Access.account(Permission.MANAGE_BILLING);
    var roles = Map.of(ORG, Set.<Permission>of());

    assertThat(
            gate.permit(access, principal(Set.of(Permission.MANAGE_BILLING), roles), ORG.value()))
        .isEqualTo(ORG);
    refused(access, principal(Set.of(), roles), ORG, "ManageBilling");
  }

  @Test
  void whoHoldsAPermissionNowhereIsRefusedBeforeTheThingIsLookedFor() {
    var access = Access.inOrganizationOfThing(Permission.MANAGE_ORG_SECRETS);
    var elsewhere = Map.of(ORG, Set.<Permission>of(), OTHER, Set.of(Permission.MANAGE_ORG_SECRETS));
    var another = Map.of(ORG, Set.of(Permission.MANAGE_ORG_SESSIONS));

    assertThat(gate.permit(access, principal(Set.of(), elsewhere), null)).isNull();
    assertThat(
            gate.permit(access, principal(Set.of(Permission.MANAGE_ORG_SECRETS), Map.of()), null))
        .isNull();
    refused(access, principal(Set.of(), another), null, "ManageOrgSecrets");
    refused(access, principal(Set.of(), Map.of()), null, "ManageOrgSecrets");
  }

  @Test
  void aKeyOfAnOrganizationActsInItsOwn() {
    var access = Access.keyOrganization(Permission.USE_AGENT_SESSIONS);
    var roles = Map.of(OTHER, Set.<Permission>of(), ORG, Set.of(Permission.USE_AGENT_SESSIONS));

    assertThat(gate.permit(access, principal(ORG, Set.of(), roles), null)).isEqualTo(ORG);
    refused(access, principal(OTHER, Set.of(), roles), null, "UseAgentSessions");
  }
}
