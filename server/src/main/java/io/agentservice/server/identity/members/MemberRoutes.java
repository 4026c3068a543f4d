package io.agentservice.server.identity.members;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_MEMBERSHIP;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_MEMBERSHIP;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_MEMBERSHIP;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;
import static io.agentservice.server.identity.members.MemberFilter.Holding.DIRECT;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The members' routes (api-enterprise.md 2, api-org.md 10), for one kind of members. */
final class MemberRoutes {
  private static final int MOST_EMAILS = 100;
  private static final int MAX_EMAIL = 254;
  private static final int MAX_ROLE_ID = 256;
  private static final Pattern EMAIL = Pattern.compile("[^\\s@,;<>()\"]+@[^\\s@,;<>()\"]+");

  private final MemberKind kind;
  private final Members members;
  private final Lists lists;
  private final String inAccount;
  private final String inOrganization;

  MemberRoutes(MemberKind kind, Members members, Lists lists) {
    this.kind = kind;
    this.members = members;
    this.lists = lists;
    inAccount = "/v3/enterprise/members/" + kind.collection();
    inOrganization = "/v3/enterprise/organizations/{org_id}/members/" + kind.collection();
  }

  List<Route> routes() {
    var routes = new ArrayList<Route>();
    var read = account(VIEW_ACCOUNT_MEMBERSHIP);
    var write = account(MANAGE_ACCOUNT_MEMBERSHIP);
    String one = inAccount + one();
    routes.add(Route.get(inAccount, read, this::list));
    routes.add(Route.get(one, read, this::get));
    routes.add(Route.patch(one, write, this::change).of(this::checkRole));
    routes.add(Route.delete(one, write, this::remove));
    String oneOfOrg = inOrganization + one();
    routes.add(Route.get(inOrganization, read, this::list));
    routes.add(Route.post(oneOfOrg, write, this::assign).of(this::check));
    routes.add(Route.patch(oneOfOrg, write, this::change).of(this::checkRole));
    routes.add(Route.delete(oneOfOrg, write, this::remove));
    switch (kind) {
      case USER -> {
        routes.add(Route.create(inAccount, write, this::invite));
        routes.addAll(own());
      }
      case SERVICE_USER -> routes.add(Route.post(one, write, this::assign).of(this::check));
      case IDP_GROUP -> {
        routes.add(Route.post(one, write, this::assign).of(this::check));
        routes.add(Route.get(oneOfOrg, read, this::get));
      }
    }
    return routes;
  }

  /** For an organization's own administrators, who act on people only (ADR 0103). */
  private List<Route> own() {
    var read = organization(VIEW_ORG_MEMBERSHIP);
    var write = organization(MANAGE_ORG_MEMBERSHIP);
    String own = "/v3beta1/organizations/{org_id}/members/" + kind.collection();
    String oneOfOwn = own + one();
    return List.of(
        Route.get(own, read, this::list),
        Route.create(own, write, this::add),
        Route.get(oneOfOwn, read, this::get),
        Route.post(oneOfOwn, write, this::assign).of(this::check),
        Route.patch(oneOfOwn, write, this::change).of(this::checkRole),
        Route.delete(oneOfOwn, write, this::remove).of(this::checkRole));
  }

  private String one() {
    return "/{" + kind.parameter() + "}";
  }

  private Answer list(Request request) {
    var query = request.query();
    return switch (kind) {
      case USER -> list(request, query, new MemberFilter(query.text("email"), false, DIRECT));
      case SERVICE_USER -> {
        boolean inactive = query.bool("include_inactive", false);
        yield list(request, query, new MemberFilter(null, inactive, DIRECT));
      }
      case IDP_GROUP -> {
        var groups = members.groups(request.scope());
        yield ok(
            lists.page(query, query.firstOrLimit(), name(request), groups, MemberJson::idpGroup));
      }
    };
  }

  private Answer list(Request request, Query query, MemberFilter filter) {
    var found = members.list(request.scope(), kind, filter);
    return ok(lists.page(query, name(request), found, member -> MemberJson.of(kind, member)));
  }

  private String name(Request request) {
    return kind.noun() + " members " + request.scope();
  }

  private Answer get(Request request) {
    return ok(MemberJson.single(kind, members.get(request.scope(), kind, id(request))));
  }

  private Supplier<Answer> invite(Request request) {
    var body = request.body();
    var emails = body.texts("emails", 1, MOST_EMAILS, MAX_EMAIL);
    for (int i = 0; i < emails.size(); i++) {
      if (!emails.get(i).isEmpty() && !EMAIL.matcher(emails.get(i)).matches()) {
        body.failAt("format", "Input should be an address of mail", "emails", i);
      }
    }
    String role = body.text("enterprise_role_id", 1, MAX_ROLE_ID);
    body.check();
    var once = new LinkedHashMap<String, String>();
    emails.forEach(email -> once.putIfAbsent(email.toLowerCase(Locale.ROOT), email));
    return () ->
        ok(
            members
                .invite(request.scope(), List.copyOf(once.values()), role, request.caller())
                .stream()
                .map(MemberJson::user)
                .toList());
  }

  private Supplier<Answer> add(Request request) {
    var body = request.body();
    String email = body.text("email", 1, MAX_EMAIL);
    String role = body.text("role_id", 1, MAX_ROLE_ID);
    body.check();
    return () -> show(members.add(request.scope(), email, role, request.caller()));
  }

  private Answer assign(Request request) {
    return show(
        members.assign(request.scope(), kind, id(request), role(request), request.caller()));
  }

  private Answer change(Request request) {
    return show(
        members.change(request.scope(), kind, id(request), role(request), request.caller()));
  }

  private Answer remove(Request request) {
    return show(members.remove(request.scope(), kind, id(request), request.caller()));
  }

  private static String role(Request request) {
    var body = request.body();
    String role = body.text("role_id", 1, MAX_ROLE_ID);
    body.check();
    return role;
  }

  private void check(Request request) {
    members.check(request.scope(), kind, id(request));
  }

  private void checkRole(Request request) {
    members.checkRole(request.scope(), kind, id(request));
  }

  private String id(Request request) {
    return request.path(kind.parameter());
  }

  private Answer show(Member member) {
    return ok(MemberJson.of(kind, member));
  }
}
