package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.children.TreeLimits;
import io.agentservice.server.engine.lifecycle.CycleLimitSql.Row;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Limits that hold for several sessions, after each one's own (sessions.md 5): those of the
 * sessions above it, and of a billing cycle, of its owner, organization, group and account. Sums
 * over bookings, since many sessions would wait for a counter.
 */
public final class CycleLimits {
  private final Supplier<Rules> rules;

  public CycleLimits(Supplier<Rules> rules) {
    this.rules = rules;
  }

  /** ACUs, 0 for no limit, of the account and each owner; {@code groups}: group limits count. */
  public record Rules(int cycleDay, int ofAccount, int ofOwner, boolean groups) {
    public static final Rules NONE = new Rules(1, 0, 0, false);
  }

  /**
   * {@code scope}: {@code session}, {@code parent}, {@code user}, {@code org}, {@code group} or
   * {@code enterprise}.
   */
  public record Reached(String scope, int acus) {
    private static Reached of(TreeLimits.Passed passed) {
      return new Reached(passed.own() ? "session" : "parent", passed.acus());
    }

    /** Why a session sleeps that it stops. */
    public Detail detail() {
      return switch (scope) {
        case "session", "parent" -> Detail.USAGE_LIMIT_EXCEEDED;
        case "user" -> Detail.USER_USAGE_LIMIT_EXCEEDED;
        default -> Detail.ORG_USAGE_LIMIT_EXCEEDED;
      };
    }

    /** Whose limit it is, in words. */
    public String whose() {
      return switch (scope) {
        case "session" -> "the session";
        case "parent" -> "the session that has started it, with all of its sessions";
        case "user" -> "its user in this billing cycle";
        case "org" -> "the organization in this billing cycle";
        case "group" -> "the organization's group in this billing cycle";
        default -> "the enterprise in this billing cycle";
      };
    }
  }

  /** One that holds for a session, in ACUs, and what is booked against it in this cycle. */
  public record Held(String scope, int acus, BigDecimal used) {}

  /** Those that hold for the session, in the order in which they are looked at. */
  public List<Held> held(Tx tx, SessionId session) {
    return limits(tx.on(CycleLimitSql.class), session).stream()
        .map(row -> new Held(row.scope(), row.acuLimit(), row.used()))
        .toList();
  }

  /** The day of the month on which cycles begin, 1..28. */
  public int cycleDay() {
    return rules.get().cycleDay();
  }

  /** The first limit that is used up. */
  public Optional<Reached> usedUp(Tx tx, SessionId session) {
    return TreeLimits.usedUp(tx, session)
        .map(Reached::of)
        .or(() -> first(tx, session, row -> !fits(row.used(), row)));
  }

  /** The first limit that is used up, or that the session's next model call would pass. */
  public Optional<Reached> passed(Tx tx, SessionId session) {
    return TreeLimits.passed(tx, session).map(Reached::of).or(() -> passedOfCycle(tx, session));
  }

  private Optional<Reached> passedOfCycle(Tx tx, SessionId session) {
    return first(tx, session, row -> !fits(row.used(), row) || isOver(row));
  }

  /** As {@link #passed}, for the reserved call: of two that fit only apart one is refused. */
  Optional<Reached> reserve(Tx tx, AccountId account, SessionId session) {
    var ofTree = TreeLimits.reserve(tx, session).map(Reached::of);
    var sql = tx.on(CycleLimitSql.class);
    if (ofTree.isPresent() || limits(sql, session).isEmpty()) {
      return ofTree;
    }
    sql.lock(account);
    return passedOfCycle(tx, session);
  }

  private Optional<Reached> first(Tx tx, SessionId session, Predicate<Row> stops) {
    return limits(tx.on(CycleLimitSql.class), session).stream()
        .filter(stops)
        .findFirst()
        .map(row -> new Reached(row.scope(), row.acuLimit()));
  }

  private List<Row> limits(CycleLimitSql sql, SessionId session) {
    var now = rules.get();
    return sql.of(session, now.cycleDay(), now.ofAccount(), now.ofOwner(), now.groups());
  }

  private static boolean fits(BigDecimal used, Row row) {
    return used.compareTo(BigDecimal.valueOf(row.acuLimit())) < 0;
  }

  private static boolean isOver(Row row) {
    return row.needed().compareTo(BigDecimal.valueOf(row.acuLimit())) > 0;
  }
}
