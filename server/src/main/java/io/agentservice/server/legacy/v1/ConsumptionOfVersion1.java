package io.agentservice.server.legacy.v1;

import static io.agentservice.server.base.auth.Permission.MANAGE_BILLING;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.engine.pullrequests.PullRequest;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.enterprise.consumption.Consumption;
import io.agentservice.server.enterprise.consumption.SessionUse;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/** The use of all organizations' sessions by billing days (api-legacy.md 3). */
final class ConsumptionOfVersion1 {
  private static final int MOST_DAYS = 366;

  private final Consumption consumption;
  private final Addresses addresses;

  ConsumptionOfVersion1(Consumption consumption, Addresses addresses) {
    this.consumption = consumption;
    this.addresses = addresses;
  }

  List<Route> routes() {
    var access = account(MANAGE_BILLING);
    return List.of(
        Route.get("/enterprise/consumption", access, this::sessions),
        Route.get("/v1/enterprise/consumption", access, this::sessions));
  }

  /** The sessions are read while they are written. */
  private record Shown(Iterable<ShownUse> sessions, ShownCycle cycle) {}

  private record ShownCycle(LocalDate start, LocalDate end) {}

  private record ShownUse(
      String userName,
      String userEmail,
      String sessionName,
      String createdAt,
      BigDecimal acuUsed,
      String url,
      OrgId orgId,
      String orgName,
      List<ShownPullRequest> pullRequests) {
    static ShownUse of(SessionUse use, String base) {
      String email = use.ownerEmail();
      String title = use.title();
      return new ShownUse(
          use.ownerName(),
          email == null ? use.ownerId() + "@users.invalid" : email,
          title == null ? "" : title,
          Times.iso(use.createdAt()),
          use.acus().stripTrailingZeros(),
          Session.url(base, use.sessionId()),
          use.orgId(),
          use.orgName(),
          use.pullRequests().stream().map(ShownPullRequest::of).toList());
    }
  }

  /** Version 1 knows no drafts: they are open. */
  private record ShownPullRequest(String prUrl, String prStatus) {
    static ShownPullRequest of(PullRequest pull) {
      var state = pull.state() == PullRequest.State.DRAFT ? PullRequest.State.OPEN : pull.state();
      return new ShownPullRequest(pull.url(), state.word());
    }
  }

  private Answer sessions(Request request) {
    var query = request.query();
    var first = query.date("start_date");
    var last = query.date("end_date");
    query.check();
    if (last.isBefore(first)) {
      query.fail("inconsistent", "The first day is after the last one", "start_date");
    } else if (last.isAfter(first.plusDays(MOST_DAYS - 1))) {
      query.fail("too_large", "At most " + MOST_DAYS + " days", "end_date");
    }
    query.check();
    var cycle = consumption.cycleOf(last);
    var found = consumption.sessions(request.principal().accountId(), first, last);
    return ok(
        new Shown(
            Lists.shown(found, use -> ShownUse.of(use, addresses.base())),
            new ShownCycle(cycle.firstDay(), cycle.lastDay())));
  }
}
