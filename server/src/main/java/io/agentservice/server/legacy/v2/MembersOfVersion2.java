package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.RoleId;
import io.agentservice.server.engine.sessions.insights.SessionHistories;
import io.agentservice.server.enterprise.metrics.Metrics;
import io.agentservice.server.enterprise.organizations.Organizations;
import io.agentservice.server.identity.members.Member;
import io.agentservice.server.identity.members.MemberFilter;
import io.agentservice.server.identity.members.MemberKind;
import io.agentservice.server.identity.members.Members;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Humans and their roles as version 2 shows them (api-legacy.md 4). */
final class MembersOfVersion2 {
  private static final String ALL = "/v2/enterprise/members";
  private static final String OF_ORG = "/v2/enterprise/organizations/{org_id}/members";
  private static final int MOST = 100;
  private static final int MAX_ID = 256;

  private final Members members;
  private final SessionHistories sessions;
  private final Metrics metrics;
  private final Organizations organizations;
  private final Lists lists;

  MembersOfVersion2(
      Members members,
      SessionHistories sessions,
      Metrics metrics,
      Organizations organizations,
      Lists lists) {
    this.members = members;
    this.sessions = sessions;
    this.metrics = metrics;
    this.organizations = organizations;
    this.lists = lists;
  }

  List<Route> routes() {
    var read = account(VIEW_ACCOUNT_MEMBERSHIP);
    var write = account(MANAGE_ACCOUNT_MEMBERSHIP);
    return List.of(
        Route.get(ALL, read, this::list),
        Route.get(ALL + "/{user_id}", read, this::get),
        Route.get(OF_ORG, read, this::listOfOrg),
        Route.create(OF_ORG, write, request -> () -> add(request)),
        Route.delete(OF_ORG + "/{user_id}", write, this::remove));
  }

  /** A human; who holds no account role may do what a member may. */
  private record Shown(
      String userId,
      String email,
      String name,
      RoleId enterpriseRole,
      String createdAt,
      @Nullable String lastLogin,
      @Nullable Integer loginCount,
      @Nullable String samlId,
      long sessionsCreatedCount,
      long searchesCreatedCount) {
    static Shown of(Member member, long sessions, long searches) {
      return new Shown(
          member.id(),
          addressOf(member),
          member.shownName(),
          member.assignments().stream()
              .filter(assignment -> assignment.orgId() == null)
              .map(assignment -> assignment.role().roleId())
              .findFirst()
              .orElseGet(() -> new RoleId(BuiltinRole.ACCOUNT_MEMBER.roleId())),
          Times.iso(member.row().createdAt()),
          null,
          null,
          null,
          sessions,
          searches);
    }
  }

  /** A human in an organization. */
  private record ShownInOrg(
      String userId,
      String email,
      String name,
      OrgId orgId,
      String orgName,
      RoleId orgRole,
      String orgRoleName,
      @Nullable RoleId enterpriseRole) {}

  /** An address is asked for: of those who have none it is one that leads nowhere. */
  private static String addressOf(Member member) {
    String email = member.row().email();
    return email == null ? member.id() + "@users.invalid" : email;
  }

  private Answer list(Request request) {
    var query = request.query();
    var filter = new MemberFilter(query.text("email"), false, MemberFilter.Holding.ANY);
    var account = request.principal().accountId();
    var listing =
        mapped(
            members.list(request.scope(), MemberKind.USER, filter),
            found -> withCounts(account, found));
    return ok(lists.skipPage(query, "members " + account, listing, pair -> pair.shown()));
  }

  private Answer get(Request request) {
    var member = members.get(request.scope(), MemberKind.USER, request.path("user_id"));
    var account = request.principal().accountId();
    return ok(withCounts(account, List.of(member)).getFirst().shown());
  }

  private List<Pair<Shown>> withCounts(AccountId account, List<Member> found) {
    var ids = found.stream().map(Member::id).toList();
    var owned = sessions.owned(account, ids);
    var searches = metrics.searchesOf(account, ids);
    return found.stream()
        .map(member ->
            new Pair<>(
                member,
                Shown.of(
                    member,
                    owned.getOrDefault(member.id(), 0L),
                    searches.getOrDefault(member.id(), 0L))))
        .toList();
  }

  private Answer listOfOrg(Request request) {
    var query = request.query();
    var scope = request.scope();
    var listing =
        mapped(
            members.list(
                scope, MemberKind.USER, new MemberFilter(null, false, MemberFilter.Holding.DIRECT)),
            found -> inOrg(request, scope, found));
    return ok(lists.skipPage(query, "members " + scope, listing, pair -> pair.shown()));
  }

  private Answer add(Request request) {
    var body = request.body();
    var ids = body.texts("user_ids", 1, MOST, MAX_ID);
    String role = body.optionalText("org_role", 1, MAX_ID);
    body.check();
    var scope = request.scope();
    var added =
        members.assignAll(
            scope,
            ids.stream().distinct().toList(),
            role == null ? BuiltinRole.ORG_MEMBER.roleId() : role,
            request.caller());
    return ok(inOrg(request, scope, added).stream().map(Pair::shown).toList());
  }

  private List<Pair<ShownInOrg>> inOrg(Request request, Scope scope, List<Member> found) {
    var org = organizations.get(scope.accountId(), request.org());
    var roles = members.accountRoles(scope.accountId(), found.stream().map(Member::id).toList());
    return found.stream()
        .map(member -> {
          var role = member.assignments().getFirst().role();
          return new Pair<>(
              member,
              new ShownInOrg(
                  member.id(),
                  addressOf(member),
                  member.shownName(),
                  org.orgId(),
                  org.name(),
                  role.roleId(),
                  role.roleName(),
                  roles.get(member.id())));
        })
        .toList();
  }

  private Answer remove(Request request) {
    members.remove(request.scope(), MemberKind.USER, request.path("user_id"), request.caller());
    return Success.ANSWER;
  }

  /** A member and how he is shown. */
  private record Pair<T>(Member member, T shown) {}

  private static <T> Listing<Pair<T>> mapped(
      Listing<Member> list, Function<List<Member>, List<Pair<T>>> show) {
    return list.made(rows -> rows.made(show), Pair::member);
  }
}
