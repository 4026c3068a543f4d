package io.agentservice.server.legacy.v2;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Roles, groups, playbooks and machines by version 2 (api-legacy.md 4). */
class ListsOfVersion2IT extends OnVersion2 {
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
    admin.post("/v3/enterprise/idp-groups", json("idp_group_names", List.of("b", "a", "c"))).ok();
    admin.post("/v3/enterprise/members/idp-groups/b", json("role_id", "account_member")).ok();
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
    String body = json("name", "n", "body", "b");
    String first = server.admin().post("/v3/enterprise/playbooks", body).ok().text("/playbook_id");
    String second = server.admin().post("/v3/enterprise/playbooks", body).ok().text("/playbook_id");
    var page = old.get(V2 + "playbooks?limit=2").ok();
    assertThat(page.each("/playbook_id")).containsExactly(second, first);
    assertThat(page.text("/items/0/created_at")).matches(ISO);
    assertThat(page.text("/items/0/access_type")).isEqualTo("enterprise");
    assertThat(old.get(V2 + "playbooks?skip=1&limit=1").ok().each("/playbook_id"))
        .containsExactly(first);
  }

  @Test
  void machinesAreThoseOfVersion3InAPageOfVersion2() {
    for (int i = 0; i < 2; i++) {
      server
          .admin()
          .with("X-Agent-Acceptor-Id", "machine-" + i)
          .get("/opbeta/outposts/agents?first=1")
          .ok();
    }
    String all = V2 + "infrastructure/hypervisors";
    var machines = old.get(all).ok();
    assertThat(machines.each("/acceptor_id")).containsExactly("machine-1", "machine-0");
    var newer = server.admin().get("/v3/enterprise/hypervisors").ok();
    assertThat(machines.each("/hypervisor_id")).isEqualTo(newer.each("/hypervisor_id"));
    assertThat(machines.text("/items/0/created_at")).matches(ISO);
    assertThat(machines.text("/items/0/last_heartbeat")).matches(ISO);
    assertThat(machines.text("/items/0/status")).isEqualTo("available");
    assertThat(machines.at("/items/0/utilization_percentage").intValue()).isZero();
    assertThat(machines.text("/items/0/cloud_provider_instance_id")).isNull();
    assertThat(machines.header("Deprecation")).isEqualTo("@1767225600");
    assertThat(old.get(all + "?skip=1&limit=1").ok().each("/acceptor_id"))
        .containsExactly("machine-0");
    assertThat(old.get(all + "?status=draining").ok().at("/total").intValue()).isZero();
    assertThat(old.get(all + "?status=all").ok().at("/total").intValue()).isEqualTo(2);
    old.get(all + "?status=x").invalid("query.status enum");
  }
}
