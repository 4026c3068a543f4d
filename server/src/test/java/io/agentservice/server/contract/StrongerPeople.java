package io.agentservice.server.contract;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.TestServer;

/** People who may do more than most, for {@link StrongerOnesIT}. */
record StrongerPeople(TestServer server, OrgId org) {

  /** A member of another organization. */
  String elsewhere() {
    return server.given().human(server.given().organization(), "org_member").value();
  }

  /** A service user of another organization. */
  String robotElsewhere() {
    return server.given().serviceUser(server.given().organization(), "org_member").value();
  }

  /** Who administers the account, and is an ordinary member elsewhere. */
  String admin() {
    var human = server.given().human(server.given().organization(), "org_member");
    server.given().role(human, null, "account_admin");
    return human.value();
  }

  /** Who administers the account, and has that role in the organization. */
  String adminHere(String role) {
    var human = server.given().human(org, role);
    server.given().role(human, null, "account_admin");
    return human.value();
  }

  /** Who has that role in the organization, and is in that group. */
  String inGroup(String role, String group) {
    String human = server.given().human(org, role).value();
    server
        .given()
        .update(
            "INSERT INTO idp_group_member (user_id, group_id) SELECT ?, group_id FROM idp_group WHERE name = ?",
            human,
            group);
    return human;
  }

  /** His address, from now on. */
  String addressOf(String human) {
    String email = human + "@b.example";
    server.given().update("UPDATE human SET email = ? WHERE user_id = ?", email, human);
    return email;
  }
}
