package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORGANIZATIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.enterprise.organizations.Organization;
import io.agentservice.server.enterprise.organizations.Organizations;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The organizations as version 2 shows them, with how many people they have (api-legacy.md 4). */
final class OrganizationsOfVersion2 {
  private static final String ALL = "/v2/enterprise/organizations";
  private static final String ONE = ALL + "/{org_id}";
  private static final String NAME = "display_name";
  private static final String CYCLE_LIMIT = "acu_limit";
  private static final String SESSION_LIMIT = "max_session_acu_limit";
  private static final int MAX_NAME = 256;

  private final Organizations organizations;
  private final Lists lists;

  OrganizationsOfVersion2(Organizations organizations, Lists lists) {
    this.organizations = organizations;
    this.lists = lists;
  }

  List<Route> routes() {
    var access = account(MANAGE_ORGANIZATIONS);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.get(ONE, access, this::get),
        Route.patch(ONE, access, this::change),
        Route.delete(ONE, access, this::delete));
  }

  private record Shown(
      OrgId orgId,
      String orgName,
      String createdAt,
      @Nullable Integer maxCycleAcuLimit,
      @Nullable Integer maxSessionAcuLimit,
      long orgAdminCount,
      long orgMemberCount,
      long orgUserCount) {}

  /** An organization and who is in it; null: nobody. */
  private record Staffed(Organization organization, Organization.@Nullable Staff staff) {
    Shown shown() {
      long admins = staff == null ? 0 : staff.admins();
      long humans = staff == null ? 0 : staff.humans();
      return new Shown(
          organization.orgId(),
          organization.name(),
          Times.iso(organization.createdAt()),
          organization.maxCycleAcuLimit(),
          organization.maxSessionAcuLimit(),
          admins,
          humans - admins,
          humans);
    }
  }

  private List<Staffed> staffed(AccountId account, List<Organization> found) {
    var staff = organizations.staff(account, found.stream().map(Organization::orgId).toList());
    return found.stream().map(one -> new Staffed(one, staff.get(one.orgId()))).toList();
  }

  private Answer list(Request request) {
    var account = request.principal().accountId();
    var listing =
        organizations
            .list(account)
            .made(rows -> rows.made(found -> staffed(account, found)), Staffed::organization);
    return ok(lists.skipPage(request.query(), "organizations " + account, listing, Staffed::shown));
  }

  private Supplier<Answer> create(Request request) {
    var body = body(request);
    var draft =
        new Organization.Draft(
            body.text(NAME, 1, MAX_NAME),
            sessionLimit(body, SESSION_LIMIT),
            cycleLimit(body, CYCLE_LIMIT),
            body.bool("add_creator_as_member", true));
    body.check();
    return () -> show(organizations.create(draft, request.caller()), request);
  }

  private Answer get(Request request) {
    return show(organizations.get(request.principal().accountId(), request.org()), request);
  }

  private Answer change(Request request) {
    var body = body(request);
    var change =
        new Organization.Change(
            body.patchRequired(NAME, field -> body.optionalText(field, 1, MAX_NAME)),
            body.patch(SESSION_LIMIT, field -> sessionLimit(body, field)),
            body.patch(CYCLE_LIMIT, field -> cycleLimit(body, field)));
    body.check();
    return show(organizations.change(request.org(), change, request.caller()), request);
  }

  /** With all spellings of its fields. */
  private static Body body(Request request) {
    var body = request.body();
    body.alias(NAME, "name");
    body.alias(NAME, "org_name");
    body.alias("name", "org_name");
    body.alias(CYCLE_LIMIT, "max_cycle_acu_limit");
    return body;
  }

  private static @Nullable Integer sessionLimit(Body body, String field) {
    return body.optionalInt(field, 1, Integer.MAX_VALUE);
  }

  private static @Nullable Integer cycleLimit(Body body, String field) {
    return body.optionalInt(field, 0, Integer.MAX_VALUE);
  }

  private Answer delete(Request request) {
    organizations.delete(request.org(), request.caller());
    return Success.ANSWER;
  }

  private Answer show(Organization organization, Request request) {
    var account = request.principal().accountId();
    return ok(staffed(account, List.of(organization)).getFirst().shown());
  }
}
