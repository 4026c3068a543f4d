package io.agentservice.server.legacy.v2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Roles, groups and playbooks by version 2 (api-legacy.md 4). */
class KeptOfVersion2IT extends OnVersion2 {
  @Test
  void rolesAreThoseOfVersion3InAPageOfVersion2() {
    var roles = old.get(V2 + "roles").ok();
    assertThat(roles.each("/role_id"))
        .isEqualTo(server.admin().get("/v3/enterprise/roles").ok().each("/role_id"));
    assertThat(roles.at("/total").intValue()).isEqualTo(roles.at("/items").size());
    var page = old.get(V2 + "roles?skip=1&limit=2").ok();
    assertThat(page.each("/role_id")).isEqualTo(roles.each("/role_id").subList(1, 3));
    assertThat(page.at("/next_cursor").intValue()).isEqualTo(3);
    assertThat(old.get(V2 + "roles?skip=1000").ok().at("/has_more").booleanValue()).isFalse();
    assertThat(roles.text("/items/0/created_at")).isNull();
  }

  @Test
  void groupsAreThoseOfVersion3InAPageOfVersion2() {
    var admin = server.admin();
    admin.post("/v3/enterprise/idp-groups", "{\"idp_group_names\":[\"b\",\"a\",\"c\"]}").ok();
    admin.post("/v3/enterprise/members/idp-groups/b", "{\"role_id\":\"account_member\"}").ok();
    var groups = old.get(V2 + "groups").ok();
    assertThat(groups.each("/idp_group_name")).containsExactly("a", "b", "c");
    assertThat(groups.at("/total").intValue()).isEqualTo(3);
    assertThat(groups.text("/items/1/role_assignments/0/role/role_id")).isEqualTo("account_member");
    assertThat(groups.text("/items/1/role_assignments/0/org_id")).isNull();
    assertThat(old.get(V2 + "groups?skip=1&limit=1").ok().each("/idp_group_name"))
        .containsExactly("b");
  }

  @Test
  void playbooksAreThoseOfVersion3InAPageOfVersion2() {
    String body = "{\"name\":\"n\",\"body\":\"b\"}";
    String first = server.admin().post("/v3/enterprise/playbooks", body).ok().text("/playbook_id");
    String second = server.admin().post("/v3/enterprise/playbooks", body).ok().text("/playbook_id");
    var page = old.get(V2 + "playbooks?limit=2").ok();
    assertThat(page.each("/playbook_id")).containsExactly(second, first);
    assertThat(page.text("/items/0/created_at")).matches(ISO);
    assertThat(page.text("/items/0/access_type")).isEqualTo("enterprise");
    assertThat(old.get(V2 + "playbooks?skip=1&limit=1").ok().each("/playbook_id"))
        .containsExactly(first);
  }
}
