package io.agentservice.server.engine.sessions.approvals;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.engine.approvals.Approval;
import io.agentservice.server.engine.approvals.AskedHost;
import io.agentservice.server.engine.outposts.NetworkPolicies;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** The routes of what sessions ask people to approve (design/web.md 7.2). */
final class ApprovalRoutes {
  private static final String ALL = "/v3/organizations/{org_id}/sessions/{session_id}/approvals";
  private static final int LONGEST_REASON = 10_000;

  private final SessionApprovals approvals;
  private final NetworkPolicies policies;
  private final SessionOfPath path;
  private final Lists lists;
  private final Addresses addresses;

  ApprovalRoutes(
      SessionApprovals approvals,
      NetworkPolicies policies,
      Sessions sessions,
      Lists lists,
      Addresses addresses) {
    this.approvals = approvals;
    this.policies = policies;
    this.path = new SessionOfPath(sessions);
    this.lists = lists;
    this.addresses = addresses;
  }

  List<Route> routes() {
    return List.of(
        Route.get(ALL, organization(VIEW_ORG_SESSIONS), this::list),
        Route.create(ALL + "/{event_id}", organization(MANAGE_ORG_SESSIONS), this::answer)
            .of(this::find));
  }

  private Answer list(Request request) {
    var session = path.find(request).sessionId();
    var query = request.query();
    return ok(
        lists.page(
            query,
            query.firstOrLimit(),
            "approvals " + session,
            approvals.list(session),
            ApprovalJson::of));
  }

  private Approval find(Request request) {
    return approvals.get(path.find(request).sessionId(), request.id(EventId.class));
  }

  private Supplier<Answer> answer(Request request) {
    var session = SessionOfPath.id(request);
    var event = request.id(EventId.class);
    var body = request.body();
    body.require("approved");
    boolean approved = body.bool("approved", false);
    boolean forSession = body.bool("for_session", false);
    boolean forOrganization = body.bool("for_organization", false);
    String message = body.optionalText("message", 1, LONGEST_REASON);
    if (forSession && !approved) {
      body.fail("inconsistent", "Only beside approved", "for_session");
    }
    var host = forOrganization ? AskedHost.of(find(request).asked()) : Optional.<String>empty();
    if (forOrganization && (!approved || host.isEmpty())) {
      body.fail(
          "inconsistent", "Only beside approved, where a host is asked for", "for_organization");
    }
    body.check();
    var kind =
        !approved
            ? Approval.Kind.REFUSED
            : forSession ? Approval.Kind.APPROVED_FOR_SESSION : Approval.Kind.APPROVED;
    var answer = approvals.answer(session, kind, message, request.caller());
    var caller = request.caller();
    BiConsumer<Tx, Approval> also =
        (tx, _) -> host.ifPresent(name -> policies.allow(tx, request.org(), name, caller));
    return () ->
        ok(
            SessionJson.of(
                approvals.answer(request.org(), session, event, answer, caller, also),
                addresses.base()));
  }
}
