package io.agentservice.server.identity.preferences;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What somebody wants of the web app (web.md 7.5). */
class PreferencesIT extends OnOrganization {
  private static final String PATH = "/v3beta1/self/preferences";

  private UserId user;
  private ApiClient person;

  @BeforeEach
  void person() {
    user = server.given().human(org, "org_member");
    person = server.as(server.given().personalToken(user));
  }

  private static Map<String, Object> view(OrgId of, String name, String query) {
    return Map.of("org_id", of.value(), "name", name, "query", query);
  }

  private static String views(Object... all) {
    return json("views", Arrays.asList(all));
  }

  private Reply mine() {
    return person.get(PATH).ok();
  }

  @Test
  void whoHasSaidNothingHasTheUsualOnes() {
    var usual = mine();
    assertThat(usual.at("/notify").toString()).isEqualTo("[\"asks\",\"approval\"]");
    assertThat(usual.at("/shortcuts").booleanValue()).isTrue();
    assertThat(usual.text("/theme")).isEqualTo("system");
    assertThat(usual.at("/views").size()).isZero();
    assertThat(person.get("/v3/self/preferences").ok().body()).isEqualTo(usual.body());
  }

  @Test
  void aChangeLeavesWhatItDoesNotNameAndNullIsTheUsualValue() {
    String all =
        json(
            "theme",
            "dark",
            "shortcuts",
            false,
            "notify",
            List.of("failed", "failed"),
            "views",
            List.of(view(org, "Mine", "mine")));
    var changed = person.patch(PATH, all).ok();
    assertThat(changed.at("/notify").toString()).isEqualTo("[\"failed\"]");
    assertThat(mine().body()).isEqualTo(changed.body());

    assertThat(person.patch(PATH, "{}").ok().body()).isEqualTo(changed.body());
    var lighter = person.patch(PATH, json("theme", "light")).ok();
    assertThat(lighter.text("/theme")).isEqualTo("light");
    assertThat(lighter.at("/shortcuts").booleanValue()).isFalse();
    assertThat(lighter.each("/views", "/name")).containsExactly("Mine");

    var cleared =
        person
            .patch(PATH, "{\"theme\":null,\"shortcuts\":null,\"notify\":null,\"views\":null}")
            .ok();
    assertThat(cleared.text("/theme")).isEqualTo("system");
    assertThat(cleared.at("/shortcuts").booleanValue()).isTrue();
    assertThat(cleared.at("/notify").size()).isEqualTo(2);
    assertThat(cleared.at("/views").size()).isZero();
    assertThat(person.patch(PATH, json("notify", List.of())).ok().at("/notify").size()).isZero();
  }

  @Test
  void theAuditLogTellsWhatHasChangedAndNotWhatIsSearchedFor() {
    person.patch(PATH, json("theme", "dark")).ok();
    person.patch(PATH, views(view(org, "Secret plan", "search=swordfish"))).ok();
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("update_preferences");
    assertThat(audit.data().at("/changes").propertyNames()).containsExactly("views");
    assertThat(audit.data().at("/changes/views/old").intValue()).isZero();
    assertThat(audit.data().at("/changes/views/new").intValue()).isEqualTo(1);
    assertThat(server.given().dump("audit_log")).doesNotContain("swordfish", "Secret plan");
  }

  @Test
  void viewsKeepTheirOrderAndAreReplacedAsAWhole() {
    var other = server.given().organization();
    server.given().role(user, other, "org_member");
    String both =
        views(view(org, "B", "status=active&mine"), view(other, "B", ""), view(org, "A", "tag=x"));
    var kept = person.patch(PATH, both).ok();
    assertThat(kept.each("/views", "/name")).containsExactly("B", "B", "A");
    assertThat(kept.each("/views", "/query")).containsExactly("status=active&mine", "", "tag=x");
    assertThat(mine().each("/views", "/org_id"))
        .containsExactly(org.value(), other.value(), org.value());
    assertThat(person.patch(PATH, views(view(org, "A", "tag=y"))).ok().each("/views", "/query"))
        .containsExactly("tag=y");
  }

  @Test
  void fiftyViewsOfTheLongestNamesAndQueriesAreKeptAndNotOneMore() {
    var most =
        IntStream.range(0, 50)
            .mapToObj(i -> view(org, "😀".repeat(98) + (10 + i), "~".repeat(1000)))
            .toList();
    person.patch(PATH, json("views", most)).ok();
    assertThat(mine().at("/views").size()).isEqualTo(50);
    assertThat(mine().text("/views/49/name")).endsWith("59").startsWith("😀");
    person
        .patch(PATH, json("views", Collections.nCopies(51, view(org, "x", ""))))
        .invalid("body.views too_long");
    person
        .patch(PATH, views(view(org, "x".repeat(101), "~".repeat(1001))))
        .invalid("body.views.0.name too_long", "body.views.0.query too_long");
    assertThat(mine().at("/views").size()).isEqualTo(50);
  }

  @Test
  void everythingWrongIsToldAtOnceWhereItIs() {
    person
        .patch(
            PATH,
            """
            {"notify": ["asks", "lunch", "", 1], "shortcuts": "no", "theme": "pink",
             "views": [1, {}, {"org_id": "x", "name": "", "query": 1}, {"org_id": 1, "name": " ", "query": "a b"},
                       {"org_id": "%1$s", "name": "n", "query": "#"}, {"org_id": "%1$s", "name": "m", "query": ""},
                       {"org_id": "%1$s", "name": "m", "query": "q"}]}
            """
                .formatted(org))
        .invalid(
            "body.notify.1 enum",
            "body.notify.2 too_short",
            "body.notify.3 type",
            "body.shortcuts type",
            "body.theme enum",
            "body.views.0 type",
            "body.views.1.org_id missing",
            "body.views.1.name missing",
            "body.views.1.query missing",
            "body.views.2.org_id unknown_reference",
            "body.views.2.name too_short",
            "body.views.2.query type",
            "body.views.3.org_id type",
            "body.views.3.name pattern",
            "body.views.3.query pattern",
            "body.views.4.query pattern",
            "body.views.6.name duplicate");
    person
        .with("X-Request-Id", "refused")
        .patch(PATH, json("views", "x"))
        .invalid("body.views type");
    assertThat(server.given().actions("refused")).isEmpty();
    String kept = "SELECT count(*) FROM preference WHERE principal_id = ?";
    assertThat(server.given().number(kept, user.value())).isZero();
  }

  @Test
  void aViewIsOfAnOrganizationInWhichOneHoldsARole() {
    var foreign = server.given().organization();
    var left = server.given().organization();
    var gone = server.given().organization();
    server.given().role(user, left, "org_member");
    server.given().role(user, gone, "org_member");
    person.patch(PATH, views(view(gone, "a", ""), view(left, "b", ""), view(org, "c", ""))).ok();
    server
        .given()
        .update(
            "DELETE FROM role_assignment WHERE principal_id = ? AND org_id = ?",
            user.value(),
            left.value());
    server.admin().delete("/v3/enterprise/organizations/" + gone).ok();

    assertThat(mine().each("/views", "/name")).containsExactly("c");
    assertThat(person.patch(PATH, json("theme", "dark")).ok().each("/views", "/name"))
        .containsExactly("c");
    for (var closed : List.of(foreign, left, gone)) {
      person
          .patch(PATH, views(view(org, "d", ""), view(closed, "e", "")))
          .invalid("body.views.1.org_id unknown_reference");
    }
    var boss = server.as(server.given().personalToken(server.given().human(null, "account_admin")));
    boss.patch(PATH, views(view(foreign, "all", ""))).ok();
    boss.patch(PATH, views(view(gone, "all", ""))).invalid("body.views.0.org_id unknown_reference");
  }

  @Test
  void preferencesAreOnesOwn() {
    person.patch(PATH, json("theme", "dark", "views", List.of(view(org, "a", "")))).ok();
    var other = server.as(server.given().personalToken(server.given().human(org, "org_admin")));
    assertThat(other.get(PATH).ok().text("/theme")).isEqualTo("system");
    other.patch(PATH, views(view(org, "b", ""))).ok();
    assertThat(mine().each("/views", "/name")).containsExactly("a");
  }

  @Test
  void twoChangesAtOnceLoseNothing() throws Exception {
    // The first ones of all, and ones of what is there.
    for (String held :
        List.of(
            "SELECT FROM human WHERE user_id = ? FOR UPDATE",
            "SELECT FROM preference WHERE principal_id = ? FOR UPDATE")) {
      String theme = held.contains("human") ? "dark" : "light";
      boolean shortcuts = !held.contains("human");
      CompletableFuture<Reply> one;
      CompletableFuture<Reply> other;
      try (var _ = server.given().holding(held, user.value())) {
        one = CompletableFuture.supplyAsync(() -> person.patch(PATH, json("theme", theme)));
        await(() -> server.given().waiting() == 1);
        other =
            CompletableFuture.supplyAsync(() -> person.patch(PATH, json("shortcuts", shortcuts)));
        await(() -> server.given().waiting() == 2);
      }
      one.get(1, TimeUnit.MINUTES).ok();
      other.get(1, TimeUnit.MINUTES).ok();
      assertThat(mine().text("/theme")).isEqualTo(theme);
      assertThat(mine().at("/shortcuts").booleanValue()).isEqualTo(shortcuts);
    }
  }

  @Test
  void nothingIsLeftOfWhoIsRemovedAlsoNotByWhatHeDoesAtThatMoment() throws Exception {
    person.patch(PATH, views(view(org, "a", ""))).ok();
    CompletableFuture<Reply> removal;
    CompletableFuture<Reply> late;
    try (var _ =
        server
            .given()
            .holding("SELECT FROM api_key WHERE principal_id = ? FOR UPDATE", user.value())) {
      removal =
          CompletableFuture.supplyAsync(
              () -> server.admin().delete("/v3/enterprise/members/users/" + user));
      await(() -> server.given().waiting() == 1);
      late = CompletableFuture.supplyAsync(() -> person.patch(PATH, json("theme", "dark")));
      await(() -> server.given().waiting() == 2);
    }
    removal.get(1, TimeUnit.MINUTES).ok();
    late.get(1, TimeUnit.MINUTES).refused(401, "credentials_revoked");
    String kept = "SELECT count(*) FROM %s WHERE principal_id = ?";
    assertThat(server.given().number(kept.formatted("preference"), user.value())).isZero();
    assertThat(server.given().number(kept.formatted("saved_view"), user.value())).isZero();
  }

  @Test
  void aServiceUserHasThemInABrowserOnlyAndNotBeyondItsOrganization() {
    var robot = server.given().serviceUser(org, "org_member");
    String key = server.given().keyOf(robot);
    server.as(key).get(PATH).refused(403, "permission_denied");
    server.as(key).patch(PATH, json("theme", "dark")).refused(403, "permission_denied");

    var browser = signedIn(key);
    browser.patch(PATH, json("theme", "dark")).ok();
    assertThat(browser.get(PATH).ok().text("/theme")).isEqualTo("dark");
    server.admin().delete("/v3/enterprise/organizations/" + org).ok();
    assertThat(
            server
                .given()
                .number("SELECT count(*) FROM preference WHERE principal_id = ?", robot.value()))
        .isZero();
  }

  private ApiClient signedIn(String key) {
    String cookie =
        server
            .anonymous()
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post("/login", "key=" + key)
            .header("Set-Cookie")
            .replaceFirst(";.*", "");
    return server
        .anonymous()
        .with("Cookie", cookie)
        .with("X-CSRF-Token", WebSessions.csrfToken(cookie.replaceFirst("[^=]*=", "")));
  }

  @Test
  void whoIsNotSignedInHasNone() {
    server.anonymous().get(PATH).refused(401, "credentials_missing");
  }
}
