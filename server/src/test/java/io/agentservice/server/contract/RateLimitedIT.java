package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a caller is told who asks too often, in each class of requests (completions.md 9). */
class RateLimitedIT extends OnOutpost {
  private static final int READS = 7;
  private static final int WRITES = 5;
  private static final int CREATES = 3;

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "AGENT_RATE_READS", "" + READS,
        "AGENT_RATE_WRITES", "" + WRITES,
        "AGENT_RATE_CREATES", "" + CREATES);
  }

  /** The caller of all tests would have used up what one minute allows. */
  @Override
  protected String outpost(String name) {
    return name;
  }

  private Reply note() {
    return member.post(path("knowledge/notes"), json("name", "n", "body", "b", "trigger", "t"));
  }

  private Reply create() {
    return member.post(path("sessions"), json("prompt", "p"));
  }

  private Reply list() {
    return member.get(path("sessions"));
  }

  private void refusedAfter(int allowed, String policy, Supplier<Reply> request) {
    for (int left = allowed - 1; left >= 0; left--) {
      assertThat(request.get().ok().header("RateLimit")).contains(";r=" + left + ";");
    }
    var refused = request.get().refused(429, "rate_limited");
    assertThat(refused.header("RateLimit-Policy"))
        .isEqualTo("\"%s\";q=%d;w=60".formatted(policy, allowed));
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
  }

  private long count(String table) {
    return server
        .given()
        .number("SELECT count(*) FROM " + table + " WHERE org_id = ?", org.value());
  }

  @Test
  void readsAreRefusedAndWritesAreNot() {
    refusedAfter(READS, "read", this::list);
    note().ok();
  }

  @Test
  void writesAreRefusedWithNothingWrittenAndReadsAreNot() {
    refusedAfter(WRITES, "write", this::note);
    assertThat(count("note")).isEqualTo(WRITES);
    member.delete(path("knowledge/notes/note-" + "0".repeat(32))).refused(429, "rate_limited");
    create().refused(429, "rate_limited");
    assertThat(count("session")).isZero();
    list().ok();
  }

  @Test
  void creationsAreRefusedWithNothingCreatedAndOtherWritesAreNotUntilTheyAreTooMany() {
    refusedAfter(CREATES, "create", this::create);
    assertThat(count("session")).isEqualTo(CREATES);
    note().ok();
  }

  @Test
  void claimsReleasesAndReadsAreOneClass() {
    String entry = "/opbeta/outposts/agents/agent-" + "0".repeat(32);
    var account = server.as(server.given().accountKey("account_admin"));
    for (int i = 0; i < READS - 1; i++) {
      account
          .post(entry + (i % 2 == 0 ? "/claim" : "/release"), json("acceptor_id", "a"))
          .refused(404, "entry_not_found");
    }
    account.get(AGENTS).ok();
    account.post(entry + "/claim", json("acceptor_id", "a")).refused(429, "rate_limited");
    account.get(AGENTS).refused(429, "rate_limited");
  }

  @Test
  void anotherCallerIsCountedApart() {
    refusedAfter(READS, "read", this::list);
    server.as(server.given().key(org, "org_member")).get(path("sessions")).ok();
  }
}
