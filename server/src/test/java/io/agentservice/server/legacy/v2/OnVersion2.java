package io.agentservice.server.legacy.v2;

import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import org.junit.jupiter.api.BeforeEach;

/** Tests as an administrator of the account with his legacy key. */
abstract class OnVersion2 extends OnOrganization {
  protected static final String V2 = "/v2/enterprise/";
  protected static final String ISO = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00";

  protected UserId boss;
  protected ApiClient old;

  @BeforeEach
  void administrator() {
    boss = server.given().human(null, "account_admin");
    old = server.as(server.given().legacyKey(boss, org));
  }

  /** A path of version 2 in the organization. */
  protected String ofOrg(String below) {
    return V2 + "organizations/" + org + "/" + below;
  }
}
