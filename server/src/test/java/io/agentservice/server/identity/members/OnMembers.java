package io.agentservice.server.identity.members;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Tests of members, in an organization of their own each, with an administrator of the account. */
abstract class OnMembers extends OnOrganization {
  static final String USERS = "/v3/enterprise/members/users";
  static final String SERVICE_USERS = "/v3/enterprise/members/service-users";

  ApiClient admin;

  @BeforeEach
  void administrator() {
    admin = server.admin();
  }

  /** The account's view of the organization's members. */
  String ofOrg(String below) {
    return "/v3/enterprise/organizations/" + org + "/members/" + below;
  }

  static String role(String id) {
    return json("role_id", id);
  }

  /** A custom role with these permissions; its id. */
  String role(String type, String... permissions) {
    String name = type + server.given().number("SELECT count(*) FROM role");
    return admin
        .post(
            "/v3/enterprise/roles",
            json("role_name", name, "role_type", type, "permissions", List.of(permissions)))
        .ok()
        .text("/role_id");
  }

  /** A caller with an account role of these permissions. */
  ApiClient holderOf(String... permissions) {
    return server.as(server.given().accountKey(role("enterprise", permissions)));
  }
}
