package io.agentservice.server.identity.members;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.RoleId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

record MemberAudit(Tx tx, Caller caller, @Nullable OrgId org) {

  static MemberAudit of(Tx tx, Caller caller, Scope scope) {
    return new MemberAudit(tx, caller, scope.orgId());
  }

  void joined(Member member, RoleId role) {
    write("add_enterprise_member", user(member, role));
  }

  void assigned(MemberKind kind, Member member, RoleId role) {
    switch (kind) {
      case USER -> write("add_member", user(member, role));
      case SERVICE_USER -> write("assign_service_user_role", serviceUser(member, role, null));
      case IDP_GROUP -> write("add_group_membership", group(member, role, null));
    }
  }

  void changed(MemberKind kind, Member member, RoleId role, RoleId before) {
    switch (kind) {
      case USER -> {
        var data = data("subject_id", member.id());
        data.put("role_id", role);
        data.put("previous_role_id", before);
        write("assign_roles", data);
      }
      case SERVICE_USER -> write("assign_service_user_role", serviceUser(member, role, before));
      case IDP_GROUP -> write("update_group_membership", group(member, role, before));
    }
  }

  void left(MemberKind kind, Member member, RoleId before) {
    switch (kind) {
      case USER -> write("delete_member", user(member, before));
      case SERVICE_USER -> write("remove_service_user_role", serviceUser(member, null, before));
      case IDP_GROUP -> write("delete_group_membership", group(member, null, before));
    }
  }

  /** He is no member of the account any more; a group has lost all its roles. */
  void ended(MemberKind kind, Member member, @Nullable RoleId before) {
    switch (kind) {
      case USER -> write("delete_member", user(member, before));
      case SERVICE_USER -> write("delete_service_user", serviceUser(member, before, null));
      case IDP_GROUP -> write("delete_group_membership", group(member, null, before));
    }
  }

  private void write(String action, Map<String, ?> data) {
    Audit.record(tx, caller, action, org, data);
  }

  private static Map<String, @Nullable Object> user(Member member, @Nullable RoleId role) {
    var data = data("user_id", member.id());
    data.put("email", member.row().email());
    data.put("role_id", role);
    return data;
  }

  private static Map<String, @Nullable Object> serviceUser(
      Member member, @Nullable RoleId role, @Nullable RoleId before) {
    var data = data("service_user_id", member.id());
    data.put("name", member.row().name());
    data.put("role_id", role);
    data.put("previous_role_id", before);
    return data;
  }

  private Map<String, @Nullable Object> group(
      Member member, @Nullable RoleId role, @Nullable RoleId before) {
    var data = data("idp_group_name", member.shownName());
    data.put("org_id", org);
    data.put("role_id", role);
    data.put("previous_role_id", before);
    return data;
  }

  private static Map<String, @Nullable Object> data(String field, Object value) {
    var data = new LinkedHashMap<String, @Nullable Object>();
    data.put(field, value);
    return data;
  }
}
