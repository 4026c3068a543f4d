package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_PLAYBOOKS;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.RoleId;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.identity.members.Member;
import io.agentservice.server.identity.members.Members;
import io.agentservice.server.identity.roles.Role;
import io.agentservice.server.identity.roles.Roles;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Roles, groups and playbooks: fields of version 3, pages of version 2 (api-legacy.md 4). */
final class ListsOfVersion2 {
  private final Roles roles;
  private final Members members;
  private final Playbooks playbooks;
  private final Lists lists;

  ListsOfVersion2(Roles roles, Members members, Playbooks playbooks, Lists lists) {
    this.roles = roles;
    this.members = members;
    this.playbooks = playbooks;
    this.lists = lists;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v2/enterprise/roles", account(VIEW_ACCOUNT_MEMBERSHIP), this::roles),
        Route.get("/v2/enterprise/groups", account(VIEW_ACCOUNT_MEMBERSHIP), this::groups),
        Route.get("/v2/enterprise/playbooks", account(MANAGE_ACCOUNT_PLAYBOOKS), this::playbooks));
  }

  private record ShownRole(
      RoleId roleId,
      String roleName,
      String roleType,
      List<String> permissions,
      boolean isBuiltin,
      @Nullable String createdAt) {
    static ShownRole of(Role role) {
      return new ShownRole(
          role.roleId(),
          role.name(),
          role.roleType().word(),
          role.permissions(),
          role.isBuiltin(),
          role.createdAt() == null ? null : Times.iso(role.createdAt()));
    }
  }

  private record ShownGroup(String idpGroupName, List<Member.Assignment> roleAssignments) {}

  /** What a playbook says, by two names each. */
  private record ShownTexts(
      String title, String name, String body, String instructions, @Nullable String macro) {
    static ShownTexts of(Playbook playbook) {
      return new ShownTexts(
          playbook.title(), playbook.title(), playbook.body(), playbook.body(), playbook.macro());
    }
  }

  private record ShownPlaybook(
      PlaybookId playbookId,
      @JsonUnwrapped ShownTexts texts,
      String createdBy,
      String updatedBy,
      String createdAt,
      String updatedAt,
      String accessType,
      @Nullable OrgId orgId,
      @Nullable JsonNode structuredOutputSchema) {
    static ShownPlaybook of(Playbook playbook) {
      String schema = playbook.structuredOutputSchema();
      return new ShownPlaybook(
          playbook.playbookId(),
          ShownTexts.of(playbook),
          playbook.createdBy(),
          playbook.updatedBy(),
          Times.iso(playbook.createdAt()),
          Times.iso(playbook.updatedAt()),
          playbook.accessType(),
          playbook.orgId(),
          schema == null ? null : Json.MAPPER.readTree(schema));
    }
  }

  private Answer roles(Request request) {
    var all = roles.list(request.principal().accountId(), null);
    return ok(Lists.skipPage(request.query(), all, ShownRole::of));
  }

  private Answer groups(Request request) {
    return ok(
        Lists.skipPage(
            request.query(),
            members.groups(request.scope()),
            group -> new ShownGroup(group.shownName(), group.assignments())));
  }

  private Answer playbooks(Request request) {
    var all = playbooks.list(request.scope(), null);
    String list = "playbooks of version 2 " + request.scope();
    return ok(lists.skipPage(request.query(), list, all, ShownPlaybook::of));
  }
}
