package io.agentservice.server.engine.push;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The browsers that people let us tell. */
class SubscriptionsIT extends OnPushes {
  @Test
  void aBrowserIsKeptOnceWithTheNameOfNow() {
    String id = subscribe();
    var again = person.post(BROWSERS, browser.subscription("Phone")).ok();
    assertThat(again.text("/push_subscription_id")).isEqualTo(id);
    var all = person.get(BROWSERS).ok();
    assertThat(all.each("/items", "/name")).containsExactly("Phone");
    assertThat(all.text("/items/0/host")).isEqualTo("127.0.0.1");
    assertThat(all.at("/items/0/last_outcome").isNull()).isTrue();
    assertThat(person.delete(BROWSERS + "/" + id).ok().text("/name")).isEqualTo("Phone");
    assertThat(person.get(BROWSERS).ok().at("/items").size()).isZero();
    person.delete(BROWSERS + "/" + id).refused(404, "push_subscription_not_found");
  }

  @Test
  void addressAndKeysAreSeenNowhere() {
    subscribe();
    person.get(BROWSERS).ok();
    String all = server.given().dump("push_subscription") + server.given().dump("audit_log");
    assertThat(all).contains("Laptop").doesNotContain("secret-address");
    assertThat(person.get(BROWSERS).ok().body()).doesNotContain("secret-address");
  }

  @Test
  void theKeyOfTheInstallationStaysTheSameAlsoOnAnotherServer() {
    String key = person.get(SELF + "push-key").ok().text("/public_key");
    try (var node = server.furtherNode()) {
      var there = server.adminOf(node).withToken(token);
      assertThat(there.get(SELF + "push-key").ok().text("/public_key")).isEqualTo(key);
    }
  }

  @Test
  void aBrowserOfAnotherPersonIsHisNoMore() {
    subscribe();
    var other = server.as(server.given().personalToken(server.given().human(org, "org_member")));
    String theirs =
        other.post(BROWSERS, browser.subscription("Ours")).ok().text("/push_subscription_id");
    assertThat(person.get(BROWSERS).ok().at("/items").size()).isZero();
    person.delete(BROWSERS + "/" + theirs).refused(404, "push_subscription_not_found");
    assertThat(other.get(BROWSERS).ok().at("/items").size()).isEqualTo(1);
  }

  @Test
  void thereAreTwentyAndNotOneMore() {
    for (int i = 0; i < 20; i++) {
      person
          .post(BROWSERS, browser.subscription("b").replace("secret-address", "address" + i))
          .ok();
    }
    person.post(BROWSERS, browser.subscription("b")).invalid("body not_allowed");
    person.post(BROWSERS, browser.subscription("again").replace("secret-address", "address3")).ok();
  }

  @Test
  void everythingWrongIsToldAtOnceWhereItIs() {
    person
        .post(BROWSERS, "{}")
        .invalid(
            "body.endpoint missing",
            "body.p256dh missing",
            "body.auth missing",
            "body.name missing");
    person
        .post(
            BROWSERS,
            json("endpoint", "https://u@h.example/", "p256dh", "AAAA", "auth", "AAAA", "name", "n"))
        .invalid("body.endpoint format", "body.p256dh format", "body.auth format");
    for (String bad :
        new String[] {
          "http://push.example.org/",
          "ftp://127.0.0.1/",
          "https:///x",
          "https://h.example/#a",
          "x y"
        }) {
      person
          .post(BROWSERS, browser.subscription("n").replaceFirst("http://127[^\"]*", bad))
          .invalid("body.endpoint format");
    }
  }

  @Test
  void onlyPeopleAreTold() {
    for (String path : new String[] {"push-key", "push-subscriptions", "push-notices"}) {
      member.get(SELF + path).refused(403, "permission_denied");
      server.anonymous().get(SELF + path).refused(401, "credentials_missing");
    }
    member.post(BROWSERS, browser.subscription("n")).refused(403, "permission_denied");
    var page = signedIn(token);
    page.post(BROWSERS, browser.subscription("n")).ok();
    assertThat(page.get(BROWSERS).ok().at("/items").size()).isEqualTo(1);
  }

  @Test
  void nothingIsLeftOfWhoIsRemoved() {
    subscribe();
    asks(session("of whom"));
    await(() -> outcomes().equals(List.of("delivered")));
    server.admin().delete("/v3/enterprise/members/users/" + user).ok();
    for (var table : List.of("push_subscription", "push_notice")) {
      assertThat(
              server
                  .given()
                  .number("SELECT count(*) FROM " + table + " WHERE user_id = ?", user.value()))
          .isZero();
    }
  }
}
