package io.agentservice.server.legacy.v2;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import org.junit.jupiter.api.Test;

/** Items 70 and 72 of completions.md, as far as they concern keys. */
class SelfOfVersion2IT extends OnOrganization {
  private static final String SELF = "/v2/enterprise/self";

  @Test
  void aPersonalLegacyKeyOfAnAdministratorIsGoodForIt() {
    var human = server.given().human(null, "account_admin");
    var self = server.as(server.given().legacyKey(human, org)).get(SELF).ok();
    assertThat(self.text("/user_id")).isEqualTo(human.value());
    assertThat(self.text("/user_email")).isEqualTo(human + "@users.invalid");
    assertThat(self.text("/org_id")).isEqualTo(org.value());
    assertThat(self.text("/key_id")).isEqualTo(self.text("/api_key_id"));
    assertThat(self.header("Deprecation")).isNotNull();
    server.given().update("UPDATE human SET email = 'a@b.c' WHERE user_id = ?", human.value());
    assertThat(server.as(server.given().legacyKey(human, org)).get(SELF).ok().text("/user_email"))
        .isEqualTo("a@b.c");
  }

  @Test
  void everyOtherKeyIsRefused() {
    var human = server.given().human(org, "org_admin");
    server.as(server.given().legacyKey(human, org)).get(SELF).refused(403, "permission_denied");
    server.as(server.given().legacyKey(null, org)).get(SELF).refused(403, "permission_denied");
    server.admin().get(SELF).refused(401, "credentials_invalid");
    member.get(SELF).refused(401, "credentials_invalid");
    server.as(server.given().personalToken(human)).get(SELF).refused(401, "credentials_invalid");
  }
}
