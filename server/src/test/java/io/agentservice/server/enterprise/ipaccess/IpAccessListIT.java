package io.agentservice.server.enterprise.ipaccess;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The IP access list (auth.md 6, api-enterprise.md 11; completions.md 12, items 28 and 105). */
class IpAccessListIT extends OnOutpost {
  private static final String LIST = "/v3/enterprise/ip-access-list";

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_TRUSTED_PROXIES", "127.0.0.0/8, 10.0.0.0/8");
  }

  @AfterEach
  void open() {
    admin.delete(LIST).ok();
  }

  private static String body(String... ranges) {
    return "{\"ip_ranges\":[%s]}"
        .formatted(
            List.of(ranges).stream()
                .map(range -> "\"" + range + "\"")
                .collect(Collectors.joining(",")));
  }

  private static ApiClient from(ApiClient caller, String address) {
    return caller.with("X-Forwarded-For", address);
  }

  private static String list(String... ranges) {
    return body(ranges);
  }

  @Test
  void item105TheListKeepsItsOrderAndAddsAtItsEnd() {
    assertThat(admin.get(LIST).ok().body()).isEqualTo(list());
    assertThat(
            admin.put(LIST, body("203.0.113.7", "2001:DB8:0:0:1::/64", "10.9.8.7/8")).ok().body())
        .isEqualTo(list("203.0.113.7/32", "2001:db8::/64", "10.0.0.0/8"));
    assertThat(admin.post(LIST, body("192.0.2.0/24", "203.0.113.7/32", "192.0.2.9/24")).ok().body())
        .isEqualTo(list("203.0.113.7/32", "2001:db8::/64", "10.0.0.0/8", "192.0.2.0/24"));
    var stored = admin.get(LIST).ok();
    assertThat(admin.put(LIST, stored.body()).ok().body()).isEqualTo(stored.body());
    assertThat(admin.put(LIST, "{\"ip_ranges\":[]}").ok().body()).isEqualTo(list());
    assertThat(admin.delete(LIST).ok().body()).isEqualTo(list());
    assertThat(admin.delete(LIST).ok().body()).isEqualTo(list());
  }

  @Test
  void item28WhoIsNotOnTheListIsRefusedFromHisNextRequestOn() {
    var elsewhere = from(admin, "203.0.113.9");
    elsewhere.put(LIST, body("192.0.2.0/24")).ok();
    elsewhere.get(LIST).refused(403, "ip_not_allowed");
    elsewhere.get("/v3/self").refused(403, "ip_not_allowed");
    from(member, "203.0.113.9").get(path("sessions")).refused(403, "ip_not_allowed");
    from(admin, "203.0.113.9").get("/opbeta/outposts/outposts").refused(403, "ip_not_allowed");
    from(admin, "192.0.2.200").get("/v3/self").ok();
    from(member, "2001:db8::1").get("/v3/self").refused(403, "ip_not_allowed");
    from(server.anonymous(), "203.0.113.9").get("/healthz").ok();
    from(server.anonymous(), "203.0.113.9").get("/v3/self").refused(401, "credentials_missing");
    admin.get("/v3/self").ok(); // from this machine
    from(admin, "192.0.2.1").delete(LIST).ok();
    elsewhere.get("/v3/self").ok();
  }

  @Test
  void streamsFromWhereNobodyMayComeAnyMoreEnd() {
    String session = session();
    String events = path("sessions/" + session + "/events?watch=true");
    String watch = AGENTS + "?watch=true&outpost=" + outpost;
    try (var refused = from(member, "203.0.113.9").watch(events, "Event");
        var fleet = from(admin, "203.0.113.9").watch(watch, "WatchEvent");
        var allowed = from(admin, "192.0.2.7").watch(watch, "WatchEvent")) {
      admin.put(LIST, body("192.0.2.0/24")).ok();
      await(() -> refused.line().equals("END"));
      await(() -> fleet.line().equals("END"));
      claim(session, "w").ok();
      await(() -> allowed.next().at("/object/status/phase").asString().equals("claimed"));
    }
  }

  @Test
  void remotesObeyAtTheGateway() {
    String session = session();
    String token = token(claim(session, "w"));
    admin.put(LIST, body("192.0.2.0/24")).ok();
    assertThat(opens(token, session, "192.0.2.7")).isTrue();
    assertThat(opens(token, session, "203.0.113.9")).isFalse();
    assertThat(opens(token, session, "127.0.0.1")).isTrue(); // from this machine
  }

  @Test
  void whatAStrangerSaysOfHimselfCountsForNothing() {
    admin.put(LIST, body("192.0.2.0/24")).ok();
    from(admin, "192.0.2.1, 203.0.113.9").get("/v3/self").refused(403, "ip_not_allowed");
    from(admin, "203.0.113.9, 192.0.2.1").get("/v3/self").ok();
    from(admin, "127.0.0.1, 203.0.113.9").get("/v3/self").refused(403, "ip_not_allowed");
  }

  @Test
  void legacyKeysAndAnotherServerObeyToo() {
    var legacy = server.as(server.given().legacyKey(null, org));
    try (var node = server.furtherNode()) {
      admin.put(LIST, body("192.0.2.0/24")).ok();
      from(legacy, "203.0.113.9").get("/v1/knowledge").refused(403, "ip_not_allowed");
      from(legacy, "192.0.2.1").get("/v1/knowledge").ok();
      server.adminOf(node).get("/v3/self").ok();
    }
  }

  @Test
  void everythingWrongIsToldAtItsPlaceAndChangesNothing() {
    admin.put(LIST, body("192.0.2.0/24")).ok();
    admin.put(LIST, "{}").invalid("body.ip_ranges missing");
    admin.post(LIST, body()).invalid("body.ip_ranges too_short");
    admin
        .put(
            LIST,
            body(
                "192.0.2.1",
                "10.0.0.0/33",
                "host",
                "[::1]",
                "::1%eth0",
                "1.2.3.4:80",
                "",
                "1.2.3/8"))
        .invalid(
            "body.ip_ranges.1 format",
            "body.ip_ranges.2 format",
            "body.ip_ranges.3 format",
            "body.ip_ranges.4 format",
            "body.ip_ranges.5 format",
            "body.ip_ranges.6 too_short",
            "body.ip_ranges.7 format");
    admin.put(LIST, "{\"ip_ranges\":[7]}").invalid("body.ip_ranges.0 type");
    admin.put(LIST, body(addresses(1001))).invalid("body.ip_ranges too_long");
    admin.put(LIST, body(addresses(1000))).ok();
    admin.post(LIST, body("203.0.113.1")).invalid("body.ip_ranges too_long");
    assertThat(admin.get(LIST).ok().at("/ip_ranges").size()).isEqualTo(1000);
    member.get(LIST).refused(403, "permission_denied");
    member.put(LIST, "{}").refused(403, "permission_denied");
  }

  private static String[] addresses(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "10.%d.%d.1/32".formatted(i / 250, i % 250))
        .toArray(String[]::new);
  }

  @Test
  void additionsAtTheSameTimeAreAllKept() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Integer> one = () -> admin.post(LIST, body("10.0.0.1")).status();
      Callable<Integer> two = () -> admin.post(LIST, body("10.0.0.2")).status();
      for (var done : threads.invokeAll(List.of(one, two, one, two))) {
        assertThat(done.get()).isEqualTo(200);
      }
    }
    assertThat(admin.get(LIST).ok().body()).contains("10.0.0.1/32", "10.0.0.2/32");
  }
}
