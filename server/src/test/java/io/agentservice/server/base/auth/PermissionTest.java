package io.agentservice.server.base.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The catalogue of auth.md 3, word by word: name, scope, what it implies. */
class PermissionTest {
  private static final Pattern BAR = Pattern.compile("\\|");
  private static final String CATALOGUE =
      """
      ReadAccountMeta|account|
      ManageEnterpriseSettings|account|ManageOrgSettings
      ManageOrganizations|account|
      ManageAccountMembership|account|ViewAccountMembership ManageOrgMembership ViewOrgMembership
      ViewAccountMembership|account|ViewOrgMembership
      ManageAccountServiceUsers|account|ManageOrgServiceUsers
      ManageAccountKnowledge|account|ManageOrgKnowledge
      ManageAccountPlaybooks|account|ManageOrgPlaybooks
      ManageGitIntegrations|account|
      ManageBilling|account|ViewAccountConsumption ViewOrgConsumption
      ViewAccountConsumption|account|ViewOrgConsumption
      ViewAccountMetrics|account|ViewOrgMetrics
      ViewEnterpriseInfraDetails|account|
      ViewAccountSessions|account|ViewOrgSessions
      ManageAccountSessions|account|ViewAccountSessions ViewOrgSessions ManageOrgSessions UseAgentSessions
      UseOutpostsMachine|account|
      ManageOutpostsOrchestrator|account|UseOutpostsMachine
      UseReviewManual|both|
      UseAgentSessions|org|
      ViewOrgSessions|org|
      ManageOrgSessions|org|ViewOrgSessions
      ImpersonateOrgSessions|org|
      ManageOrgKnowledge|org|
      ManageOrgPlaybooks|org|
      ManageOrgSecrets|org|
      ManageOrgSchedules|org|
      ManageOrgServiceUsers|org|
      ManageOrgSettings|org|
      ManageOrgMembership|org|ViewOrgMembership
      ViewOrgMembership|org|
      ViewOrgMetrics|org|
      ViewOrgConsumption|org|
      IndexOrgRepositories|org|
      """;

  @Test
  void theCatalogueIsThatOfTheSpecificationWithImplicationsClosed() {
    var expected = new TreeMap<String, String>();
    var found = new TreeMap<String, String>();
    CATALOGUE
        .lines()
        .map(line -> List.of(BAR.split(line, -1)))
        .forEach(row -> {
          var closure = new TreeSet<>(List.of(row.get(0)));
          var implied = row.get(2);
          if (!implied.isEmpty()) {
            closure.addAll(List.of(implied.split(" ")));
          }
          expected.put(row.get(0), row.get(1) + " " + closure);
        });
    for (var permission : Permission.values()) {
      found.put(
          permission.wireName(),
          permission.scope().name().toLowerCase(Locale.ROOT)
              + " "
              + Permission.names(permission.closure()));
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void everyPermissionIsKnownByItsNameAlsoWithTheAliasWord() {
    for (var permission : Permission.values()) {
      assertThat(Permission.of(permission.wireName())).contains(permission);
    }
    assertThat(Permission.of("UseDevinSessions")).contains(Permission.USE_AGENT_SESSIONS);
    assertThat(Permission.of("useagentsessions")).isEmpty();
  }

  @Test
  void theBuiltInRolesHoldWhatTheSpecificationSays() {
    assertThat(BuiltinRole.ACCOUNT_ADMIN.permissions()).containsOnly(Permission.values());
    assertThat(BuiltinRole.ACCOUNT_MEMBER.permissions()).containsOnly(Permission.READ_ACCOUNT_META);
    assertThat(BuiltinRole.ORG_ADMIN.permissions())
        .isEqualTo(
            Set.of(Permission.values()).stream()
                .filter(permission -> permission.scope() != Permission.Scope.ACCOUNT)
                .collect(Collectors.toSet()));
    assertThat(Permission.names(BuiltinRole.ORG_MEMBER.permissions()))
        .containsExactly(
            "ManageOrgKnowledge",
            "ManageOrgPlaybooks",
            "ManageOrgSchedules",
            "ManageOrgSecrets",
            "ManageOrgSessions",
            "UseAgentSessions",
            "UseReviewManual",
            "ViewOrgSessions");
  }

  @Test
  void ofNamesThoseCountThatArePermissions() {
    assertThat(Permission.of(List.of("ManageOrgSecrets", "Fly", "UseDevinSessions")))
        .containsExactlyInAnyOrder(Permission.MANAGE_ORG_SECRETS, Permission.USE_AGENT_SESSIONS);
    assertThat(Permission.of(List.of("Fly"))).isEmpty();
  }

  @Test
  void whatSeveralImplyIsTakenTogether() {
    assertThat(
            Permission.closure(
                List.of(Permission.MANAGE_ORG_SESSIONS, Permission.MANAGE_ORG_MEMBERSHIP)))
        .containsExactlyInAnyOrder(
            Permission.MANAGE_ORG_SESSIONS,
            Permission.VIEW_ORG_SESSIONS,
            Permission.MANAGE_ORG_MEMBERSHIP,
            Permission.VIEW_ORG_MEMBERSHIP);
  }

  @Test
  void aPermissionIsHeldThroughItselfAndAllThatImplyIt() {
    assertThat(Permission.VIEW_ORG_SESSIONS.implying())
        .containsExactlyInAnyOrder(
            Permission.VIEW_ORG_SESSIONS,
            Permission.MANAGE_ORG_SESSIONS,
            Permission.VIEW_ACCOUNT_SESSIONS,
            Permission.MANAGE_ACCOUNT_SESSIONS);
  }
}
