package io.agentservice.server.enterprise.metrics;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.parts.Session;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What happened in an account within a year, made by dice: often on the very second on which a day,
 * a day of billing, a week or a month begins, and one before.
 */
record RawEvents(
    AccountId account,
    List<OrgId> orgs,
    List<Made> sessions,
    List<Pull> pulls,
    List<Search> searches) {
  static final Instant BEGIN = Instant.parse("2025-06-01T00:00:00Z");
  private static final int DAYS = 365;
  private static final List<String> USERS = names("user-", 6);
  private static final List<String> ROBOTS = names("service-user-", 3);
  private static final List<String> CATEGORIES = List.of("bug_fixing", "security", "other");

  /** A session; {@code subcategory} and the like are null for none. */
  record Made(
      String id,
      String org,
      String user,
      String robot,
      String playbook,
      String origin,
      String category,
      String subcategory,
      String product,
      Instant at,
      List<Booking> bookings) {

    BigDecimal acus() {
      return bookings.stream().map(Booking::acus).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    String owner() {
      return user == null ? robot : user;
    }
  }

  record Booking(Instant at, BigDecimal acus) {}

  record Pull(Made session, String url, String state, boolean takenOver, Instant at) {}

  record Search(String org, String user, String robot, String session, Instant at) {}

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  static RawEvents of(Random dice, int size) {
    var account = Id.create(AccountId.class);
    var orgs = Stream.generate(() -> Id.create(OrgId.class)).limit(3).toList();
    var sessions = Stream.generate(() -> session(dice, orgs)).limit(size).toList();
    var pulls = new ArrayList<Pull>();
    for (var session : sessions) {
      dice.ints(dice.nextInt(4), 0, size)
          .distinct()
          .forEach(url ->
              pulls.add(
                  new Pull(
                      session,
                      "https://h/o/r/pull/" + url,
                      one(dice, List.of("open", "draft", "closed", "merged")),
                      dice.nextBoolean(),
                      session.at().plusSeconds(dice.nextInt(5 * 86_400)))));
    }
    var searches =
        Stream.generate(() ->
                new Search(
                    one(dice, orgs).value(),
                    maybe(dice, USERS),
                    maybe(dice, ROBOTS),
                    dice.nextBoolean() ? one(dice, sessions).id() : null,
                    time(dice)))
            .limit(size)
            .toList();
    return new RawEvents(account, orgs, sessions, pulls, searches);
  }

  private static Made session(Random dice, List<OrgId> orgs) {
    var at = time(dice);
    var bookings =
        Stream.generate(() ->
                new Booking(
                    onTheEdge(dice, at.plusSeconds(dice.nextInt(3 * 86_400))),
                    BigDecimal.valueOf(1 + dice.nextInt(9_000_000), 6)))
            .limit(dice.nextInt(7))
            .toList();
    return new Made(
        Id.create(SessionId.class).value(),
        one(dice, orgs).value(),
        maybe(dice, USERS),
        maybe(dice, ROBOTS),
        maybe(dice, List.of("playbook-1", "playbook-2")),
        one(dice, Session.ORIGINS),
        maybe(dice, CATEGORIES),
        maybe(dice, List.of("one", "two")),
        dice.nextInt(4) == 0 ? "review" : "agent",
        at,
        bookings);
  }

  static Instant time(Random dice) {
    return onTheEdge(dice, BEGIN.plusSeconds(dice.nextInt(DAYS * 86_400)));
  }

  /** One in three is moved to the hour that begins a day somewhere, or to the second before. */
  private static Instant onTheEdge(Random dice, Instant time) {
    if (dice.nextInt(3) > 0) {
      return time;
    }
    long day = time.getEpochSecond() / 86_400 * 86_400;
    return Instant.ofEpochSecond(day)
        .plus(Duration.ofHours(dice.nextBoolean() ? 8 : 0))
        .minusSeconds(dice.nextInt(2));
  }

  static <T> T one(Random dice, List<T> of) {
    return of.get(dice.nextInt(of.size()));
  }

  private static String maybe(Random dice, List<String> of) {
    return dice.nextInt(3) == 0 ? null : one(dice, of);
  }

  /** Someone who did something, or nobody. */
  static List<String> some(Random dice) {
    return Stream.concat(USERS.stream(), Stream.of("user-nobody"))
        .filter(_ -> dice.nextInt(3) == 0)
        .toList();
  }

  static List<String> robots(Random dice) {
    return ROBOTS.stream().filter(_ -> dice.nextBoolean()).toList();
  }

  /** Writes everything; use by the function that the trigger calls, with its time. */
  void insert(Connection connection) throws SQLException {
    write(connection, "INSERT INTO account (account_id, name) VALUES (?, 'a')", account.value());
    for (var org : orgs) {
      String sql = "INSERT INTO organization (org_id, account_id, name) VALUES (?, ?, ?)";
      write(connection, sql, org.value(), account.value(), org.value());
    }
    for (var session : sessions) {
      insert(connection, session);
    }
    for (var pull : pulls) {
      write(
          connection,
          """
          INSERT INTO pull_request (session_id, account_id, org_id, pr_url, state, taken_over, found_at)
          VALUES (?, ?, ?, ?, ?, ?, ?::timestamptz)
          """,
          pull.session().id(),
          account.value(),
          pull.session().org(),
          pull.url(),
          pull.state(),
          pull.takenOver(),
          pull.at().toString());
    }
    for (var search : searches) {
      write(
          connection,
          "INSERT INTO searched VALUES ('search', ?, ?, ?, ?, ?, ?::timestamptz)",
          account.value(),
          search.org(),
          search.user(),
          search.robot(),
          search.session(),
          search.at().toString());
    }
  }

  private void insert(Connection connection, Made session) throws SQLException {
    write(
        connection,
        """
        INSERT INTO session (session_id, account_id, org_id, status, user_id, service_user_id, playbook_id, origin, category,
                             subcategory, product, created_at, model_dollars)
        VALUES (?, ?, ?, 'EXIT', ?, ?, ?, ?, ?, ?, ?, ?::timestamptz, ?::numeric * 2)
        """,
        session.id(),
        account.value(),
        session.org(),
        session.user(),
        session.robot(),
        session.playbook(),
        session.origin(),
        session.category(),
        session.subcategory(),
        session.product(),
        session.at().toString(),
        session.acus());
    for (var booking : session.bookings()) {
      write(
          connection,
          "DO $$ BEGIN PERFORM book_acus(s, '%s', %s) FROM session s WHERE session_id = '%s'; END $$"
              .formatted(booking.at(), booking.acus().toPlainString(), session.id()));
    }
  }

  private static void write(Connection connection, String sql, Object... values)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }
}
