package io.agentservice.server.base.http.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.limits.RateLimits.Quota;
import io.agentservice.server.testing.TestDatabase;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers that count the same callers. */
class RateSharingIT {
  private static final Quota QUOTA = new Quota(10, 10, 10, 10);

  private final RateLimits one = new RateLimits(QUOTA);
  private final RateLimits two = new RateLimits(QUOTA);
  private TestDatabase test;
  private Database database;

  @BeforeEach
  void open() {
    test = TestDatabase.create();
    database = Database.open(test.jdbcUrl());
  }

  @AfterEach
  void close() {
    database.close();
    test.close();
  }

  interface Windows {
    @SqlUpdate("UPDATE rate_window SET started_at = started_at - make_interval(secs => :seconds)")
    void age(int seconds);

    @SqlQuery("SELECT count(*) FROM rate_window")
    int count();
  }

  private void age(int seconds) {
    database.useTransaction(tx -> tx.on(Windows.class).age(seconds));
  }

  private void share(RateLimits limits) {
    new RateSharing(database, limits).exchange();
  }

  private static long left(RateLimits limits, String who) {
    return limits.count(Policy.READ, who).left();
  }

  @Test
  void whatOneHasCountedTheOtherCountsToo() {
    assertThat(left(one, "me")).isEqualTo(9);
    assertThat(left(one, "me")).isEqualTo(8);
    assertThat(left(one, "you")).isEqualTo(9);
    share(one);
    assertThat(left(two, "me")).isEqualTo(9);
    share(two);

    assertThat(left(two, "me")).isEqualTo(6);
    assertThat(left(two, "you")).isEqualTo(9);
    share(two);
    share(two);
    assertThat(left(one, "me")).isEqualTo(7);
    share(one);
    assertThat(left(one, "me")).isEqualTo(4);
  }

  @Test
  void aWindowThatIsOverGivesWayAndIsDropped() {
    left(one, "me");
    share(one);
    age(61);
    left(two, "me");
    share(two);

    assertThat(left(two, "me")).isEqualTo(8);
    age(121);
    left(one, "you");
    share(one);
    new RateSharing(database, one).dropOver();
    assertThat(database.with(Windows.class, Windows::count)).as("the one of today").isEqualTo(1);
  }

  @Test
  void aWindowEndsForAllWhenItEndsForTheFirst() {
    left(one, "me");
    share(one);
    age(59);
    left(two, "me");
    share(two);

    assertThat(two.count(Policy.READ, "me").seconds()).isLessThanOrEqualTo(2);
  }
}
