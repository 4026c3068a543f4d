package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.MANAGE_BILLING;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_CONSUMPTION;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.costs.BillingCycle;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.enterprise.consumption.Consumption;
import io.agentservice.server.enterprise.consumption.Consumption.Share;
import io.agentservice.server.enterprise.consumption.Daily;
import io.agentservice.server.enterprise.consumption.UseFilter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** What the account used, and its billing cycles, as version 2 shows them (api-legacy.md 4). */
final class ConsumptionOfVersion2 {
  private static final String ALL = "/v2/enterprise/consumption";
  private static final String OF_USER = ALL + "/daily/users/{user_id}";
  private static final int MOST_CYCLES = 24;

  private final Consumption consumption;

  ConsumptionOfVersion2(Consumption consumption) {
    this.consumption = consumption;
  }

  List<Route> routes() {
    var access = account(MANAGE_BILLING, VIEW_ACCOUNT_CONSUMPTION);
    return List.of(
        Route.get(ALL + "/cycles", access, this::cycles),
        Route.get(ALL + "/daily", access, this::daily),
        Route.get(OF_USER, access, this::dailyOfUser).of(this::checkUser),
        Route.get(ALL + "/daily/{user_id}", access, this::dailyOfUser)
            .spelling(OF_USER)
            .of(this::checkUser));
  }

  private record ShownCycle(String start, String end) {
    static ShownCycle of(BillingCycle cycle) {
      return new ShownCycle(Times.iso(cycle.start()), Times.iso(cycle.end()));
    }
  }

  private record Shown(
      BigDecimal totalAcus,
      Map<String, BigDecimal> consumptionByDate,
      Map<String, BigDecimal> consumptionByOrgId,
      Map<String, BigDecimal> consumptionByUser) {}

  private record ShownOfUser(
      BigDecimal totalAcus,
      Map<String, BigDecimal> consumptionByDate,
      Map<String, BigDecimal> consumptionByOrgId) {}

  private Answer cycles(Request request) {
    var newest = consumption.cycles(request.principal().accountId()).walk(0, MOST_CYCLES);
    var cycles = StreamSupport.stream(newest.spliterator(), false).map(ShownCycle::of).toList();
    return ok(cycles.reversed());
  }

  private Answer daily(Request request) {
    var query = request.query();
    var filter = new UseFilter(query.any("org_ids"), List.of(), null);
    var range = range(query, consumption);
    query.check();
    var scope = request.scope();
    var daily = consumption.daily(scope, filter, range);
    var owners = shares(scope, Share.OWNER, filter, range);
    owners.keySet().removeIf(id -> Id.parse(UserId.class, id) == null); // service users
    return ok(
        new Shown(
            daily.total().stripTrailingZeros(),
            byDate(daily),
            shares(scope, Share.ORGANIZATION, filter, range),
            owners));
  }

  private Answer dailyOfUser(Request request) {
    var query = request.query();
    var filter = new UseFilter(query.any("org_ids"), List.of(request.path("user_id")), null);
    var range = range(query, consumption);
    query.check();
    var daily = consumption.daily(request.scope(), filter, range);
    return ok(
        new ShownOfUser(
            daily.total().stripTrailingZeros(),
            byDate(daily),
            shares(request.scope(), Share.ORGANIZATION, filter, range)));
  }

  private void checkUser(Request request) {
    consumption.checkUser(request.scope(), request.path("user_id"));
  }

  /** The one that a query names; from the beginning of the cycle that it ends in. */
  static TimeRange range(Query query, Consumption consumption) {
    return TimeRange.ofVersion2(
        query,
        consumption.now(),
        end -> consumption.cycleAt(end.minus(Duration.ofMillis(1))).start());
  }

  private static Map<String, BigDecimal> byDate(Daily daily) {
    var days = new LinkedHashMap<String, BigDecimal>();
    daily.days().forEach(day -> days.put(day.date().toString(), day.acus().stripTrailingZeros()));
    return days;
  }

  private Map<String, BigDecimal> shares(
      Scope scope, Share share, UseFilter filter, TimeRange range) {
    var shares = consumption.shares(scope, share, filter, range);
    shares.replaceAll((_, acus) -> acus.stripTrailingZeros());
    return shares;
  }
}
