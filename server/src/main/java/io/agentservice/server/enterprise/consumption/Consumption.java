package io.agentservice.server.enterprise.consumption;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.costs.BillingCycle;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

public final class Consumption {
  private final Database database;
  private final int cycleDay;

  /** {@code cycleDay}: day of the month on which cycles begin, 1..28. */
  Consumption(Database database, int cycleDay) {
    this.database = database;
    this.cycleDay = cycleDay;
  }

  public enum Share {
    ORGANIZATION,
    /** The human whose session it was, else the service user. */
    OWNER
  }

  public Daily daily(Scope scope, UseFilter filter, TimeRange range) {
    return Daily.of(database.with(ConsumptionSql.class, sql -> sql.daily(scope, filter, range)));
  }

  /** ACUs by id of an organization or owner; what nobody owns is left out. */
  public SortedMap<String, BigDecimal> shares(
      Scope scope, Share share, UseFilter filter, TimeRange range) {
    var shares = new TreeMap<String, BigDecimal>();
    database
        .with(ConsumptionSql.class, sql -> sql.parts(share.name(), scope, filter, range))
        .forEach(part -> {
          if (part.id() != null) {
            shares.put(part.id(), part.acus());
          }
        });
    return shares;
  }

  /** Sessions of living organizations with use on these days, newest first, streamed. */
  public Iterable<SessionUse> sessions(AccountId account, LocalDate first, LocalDate last) {
    return new Listing.Keyed<SessionUse>(
            (before, size) ->
                Rows.of(
                    database.with(
                        ConsumptionSql.class,
                        sql -> sql.sessions(account, first, last, before, size + 1)),
                    size),
            _ -> 0, // nobody asks: it has no pages
            use -> use.sessionId().value())
        .walk();
  }

  /** The database's time: up to it everything is booked that was used. */
  public Instant now() {
    return database.with(ConsumptionSql.class, ConsumptionSql::now);
  }

  public BillingCycle cycleAt(Instant time) {
    return BillingCycle.at(time, cycleDay);
  }

  /** The cycle that a day of billing is of, by the UTC date on which it begins. */
  public BillingCycle cycleOf(LocalDate day) {
    return BillingCycle.of(day, cycleDay);
  }

  /** From the present cycle back to that in which the account was created. */
  public Listing<BillingCycle> cycles(AccountId account) {
    return new Listing<>(
        window ->
            Rows.of(
                cyclesOf(account)
                    .filter(cycle -> isBehind(cycle, window))
                    .limit(window.limit())
                    .toList(),
                window.size()),
        most -> cyclesOf(account).limit(most).count(),
        cycle -> new Place(cycle.start(), ""));
  }

  private Stream<BillingCycle> cyclesOf(AccountId account) {
    var created = database.with(ConsumptionSql.class, sql -> sql.accountCreated(account));
    return Stream.iterate(
        cycleAt(now()), cycle -> cycle.end().isAfter(created), BillingCycle::previous);
  }

  private static boolean isBehind(BillingCycle cycle, Window window) {
    var last = window.beforeTime();
    return last == null || cycle.start().isBefore(last);
  }

  /** 404 for a human who is not and was not of the scope. */
  public void checkUser(Scope scope, String id) {
    check(scope, "user", id);
  }

  /** 404 for a service user who is not and was not of the scope. */
  public void checkServiceUser(Scope scope, String id) {
    check(scope, "service_user", id);
  }

  private void check(Scope scope, String kind, String id) {
    if (!database.with(ConsumptionSql.class, sql -> sql.knowsMember(scope, kind, id))) {
      throw Problem.notFound(kind).exception();
    }
  }

  /** 404 for a session that is not of the scope. */
  public void checkSession(Scope scope, SessionId id) {
    if (!database.with(ConsumptionSql.class, sql -> sql.knowsSession(scope, id))) {
      throw Problem.notFound("session").exception();
    }
  }
}
