package io.agentservice.server.identity.members;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class MemberJson {
  private MemberJson() {}

  record User(
      String userId,
      @Nullable String email,
      @Nullable String name,
      List<Member.Assignment> roleAssignments) {}

  record UserDetails(
      String userId,
      @Nullable String email,
      @Nullable String name,
      List<Member.Assignment> roleAssignments,
      List<Member.GroupRole> idpRoleAssignments) {}

  record IdpUser(
      String userId,
      @Nullable String email,
      @Nullable String name,
      List<Member.GroupRole> idpRoleAssignments) {}

  record IdpGroup(String idpGroupName, List<Member.Assignment> roleAssignments) {}

  record ServiceUser(
      String serviceUserId,
      String name,
      List<Member.Assignment> roleAssignments,
      @Nullable Long expiresAt,
      @Nullable Long deletedAt) {}

  /** A new service user, with the token of its first key. */
  record Provisioned(ServiceUser serviceUser, String token) {}

  static Object of(MemberKind kind, Member member) {
    return switch (kind) {
      case USER -> user(member);
      case SERVICE_USER -> serviceUser(member);
      case IDP_GROUP -> idpGroup(member);
    };
  }

  static Object single(MemberKind kind, Member member) {
    return switch (kind) {
      case USER -> {
        var row = member.row();
        yield new UserDetails(
            row.memberId(), row.email(), row.name(), member.assignments(), member.byGroups());
      }
      case SERVICE_USER, IDP_GROUP -> of(kind, member);
    };
  }

  static User user(Member member) {
    var row = member.row();
    return new User(row.memberId(), row.email(), row.name(), member.assignments());
  }

  static IdpUser idpUser(Member member) {
    var row = member.row();
    return new IdpUser(row.memberId(), row.email(), row.name(), member.byGroups());
  }

  static IdpGroup idpGroup(Member member) {
    return new IdpGroup(member.shownName(), member.assignments());
  }

  static ServiceUser serviceUser(Member member) {
    var row = member.row();
    return new ServiceUser(
        row.memberId(),
        row.name() == null ? "" : row.name(),
        member.assignments(),
        seconds(row.expiresAt()),
        seconds(row.deletedAt()));
  }

  private static @Nullable Long seconds(@Nullable Instant time) {
    return time == null ? null : time.getEpochSecond();
  }
}
