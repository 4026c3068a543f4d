package io.agentservice.server.legacy.v1;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions by version 1 (api-legacy.md 2). */
class SessionsOfVersion1IT extends OnOrganization {
  private static final String ALL = "/v1/sessions";
  private static final String ISO = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00";

  private UserId human;
  private ApiClient old;

  @BeforeEach
  void key() {
    human = server.given().human(org, "org_member");
    old = server.as(server.given().legacyKey(human, org));
  }

  private String create() {
    return create("p");
  }

  private String create(String prompt) {
    return old.post(ALL, json("prompt", prompt)).ok().text("/session_id");
  }

  private static String one(String id) {
    return "/v1/session/" + id;
  }

  @Test
  void aNewSessionIsAnsweredByItsIdAndItsAddressAlone() {
    var created = old.post(ALL, json("prompt", "Mend it")).ok();
    String id = created.text("/session_id");
    assertThat(created.json().propertyNames()).containsExactly("session_id", "url");
    assertThat(created.text("/url")).isEqualTo(member.get(path("sessions/" + id)).text("/url"));
    assertThat(created.header("Deprecation")).isEqualTo("@1767225600");
  }

  @Test
  void detailsHaveTheShapeOfTheirTime() {
    server
        .given()
        .update("UPDATE human SET email = 'ann@b.example' WHERE user_id = ?", human.value());
    String id =
        old.post(
                ALL,
                json(
                    "prompt",
                    "Mend it",
                    "tags",
                    List.of("b", "a"),
                    "snapshot_id",
                    "snap-1",
                    "title",
                    "T"))
            .ok()
            .text("/session_id");
    var details = old.get(one(id)).ok();
    assertThat(details.text("/session_id")).isEqualTo(id);
    assertThat(details.text("/status")).isEqualTo("new");
    assertThat(details.text("/status_enum")).isEqualTo("working");
    assertThat(details.text("/title")).isEqualTo("T");
    assertThat(details.text("/snapshot_id")).isEqualTo("snap-1");
    assertThat(details.text("/playbook_id")).isNull();
    assertThat(details.text("/pull_request")).isNull();
    assertThat(details.text("/structured_output")).isNull();
    assertThat(details.text("/requesting_user_email")).isEqualTo("ann@b.example");
    assertThat(details.text("/tags/0") + details.text("/tags/1")).isEqualTo("ab");
    assertThat(details.text("/created_at")).matches(ISO);
    assertThat(details.text("/updated_at")).matches(ISO);
    assertThat(details.each("/messages", "/type")).containsExactly("initial_user_message");
    assertThat(details.text("/messages/0/message")).isEqualTo("Mend it");
    assertThat(details.text("/messages/0/timestamp")).matches(ISO);
    assertThat(details.text("/messages/0/user_id")).isEqualTo(human.value());
    assertThat(details.text("/messages/0/origin")).isEqualTo("api");
  }

  @Test
  void item67BothSpellingsOfTheAddressAreTheSameSession() {
    String id = create();
    assertThat(old.get(ALL + "/" + id).ok().body()).isEqualTo(old.get(one(id)).ok().body());
    String bare = id.substring("agent-".length());
    assertThat(old.get(one("devin-" + bare)).ok().body()).isEqualTo(old.get(one(id)).ok().body());
    old.get(one("agent-" + "0".repeat(32))).refused(404, "session_not_found");
  }

  @Test
  void theNewestPullRequestIsShown() {
    String id = create();
    for (String n : List.of("1", "2")) {
      server
          .given()
          .update(
              """
              INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over)
              SELECT session_id, account_id, org_id, ?, false FROM session WHERE session_id = ?
              """,
              "https://h.example/a/b/pull/" + n,
              id);
    }
    assertThat(old.get(one(id)).ok().text("/pull_request/url")).endsWith("/2");
    assertThat(old.get(ALL).ok().text("/sessions/0/pull_request/url")).endsWith("/2");
  }

  @Test
  void theListShowsStructuredOutputAsTextAndDetailsAsAnObject() {
    String id = create();
    server
        .given()
        .update(
            "UPDATE session SET structured_output = '{\"a\": 1}', title = NULL WHERE session_id = ?",
            id);
    var listed = old.get(ALL).ok();
    assertThat(listed.text("/sessions/0/structured_output")).isEqualTo("{\"a\": 1}");
    assertThat(listed.text("/sessions/0/title")).isEmpty();
    assertThat(listed.text("/sessions/0/url")).endsWith(id.substring("agent-".length()));
    assertThat(old.get(one(id)).ok().at("/structured_output/a").intValue()).isEqualTo(1);
  }

  @Test
  void item67TheListHonoursItsBoundsAndItsOffset() {
    var ids = IntStream.range(0, 5).mapToObj(i -> create("p" + i)).toList().reversed();
    assertThat(ids(old.get(ALL))).isEqualTo(ids);
    assertThat(ids(old.get(ALL + "?limit=2"))).isEqualTo(ids.subList(0, 2));
    assertThat(ids(old.get(ALL + "?limit=2&offset=3"))).isEqualTo(ids.subList(3, 5));
    assertThat(ids(old.get(ALL + "?limit=1000&offset=1"))).isEqualTo(ids.subList(1, 5));
    assertThat(ids(old.get(ALL + "?offset=5"))).isEmpty();
    old.get(ALL + "?limit=0&offset=-1").invalid("query.limit too_small", "query.offset too_small");
    old.get(ALL + "?limit=1001").invalid("query.limit too_large");
  }

  @Test
  void theListHasUpToAThousandOfManyAndAHundredUnlessMoreAreAskedFor() {
    String id = create();
    server
        .given()
        .update(
            """
            INSERT INTO session (session_id, account_id, org_id, status, origin, created_at)
            SELECT 'agent-' || md5(s.session_id || n), s.account_id, s.org_id, 'NEW', 'api',
                   s.created_at - make_interval(secs => n)
              FROM session s, generate_series(1, 1100) AS n WHERE s.session_id = ?
            """,
            id);
    assertThat(ids(old.get(ALL))).hasSize(100);
    assertThat(ids(old.get(ALL + "?limit=1000"))).hasSize(1000).doesNotHaveDuplicates();
    assertThat(ids(old.get(ALL + "?limit=1000&offset=1000"))).hasSize(101);
  }

  private static List<String> ids(Reply list) {
    return list.ok().each("/sessions", "/session_id");
  }

  @Test
  void theListIsChosenByTagsAndByTheOwnersAddress() {
    server
        .given()
        .update(
            "UPDATE human SET email = ? WHERE user_id = ?", human + "@b.example", human.value());
    String both =
        old.post(ALL, json("prompt", "p", "tags", List.of("a", "b"))).ok().text("/session_id");
    String first =
        old.post(ALL, json("prompt", "p", "tags", List.of("a"))).ok().text("/session_id");
    String ofRobot = member.post(ALL, json("prompt", "p")).ok().text("/session_id");
    assertThat(ids(old.get(ALL + "?tags=a"))).containsExactly(first, both);
    assertThat(ids(old.get(ALL + "?tags=a&tags[]=b"))).containsExactly(both);
    assertThat(ids(old.get(ALL + "?tags=a,b"))).containsExactly(both);
    String mine = ALL + "?user_email=" + human.value().toUpperCase(Locale.ROOT) + "@B.example";
    assertThat(ids(old.get(mine))).containsExactly(first, both);
    assertThat(ids(old.get(ALL + "?user_email=nobody@b.example"))).isEmpty();
    assertThat(old.get(one(ofRobot)).ok().text("/requesting_user_email")).isNull();
  }

  @Test
  void anIdempotentCreationFindsTheSessionWithTheSamePrompt() {
    String body = json("prompt", "same", "idempotent", true);
    var first = old.post(ALL, body).ok();
    assertThat(first.at("/is_new_session").booleanValue()).isTrue();
    var again = old.post(ALL, body).ok();
    assertThat(again.at("/is_new_session").booleanValue()).isFalse();
    assertThat(again.text("/session_id")).isEqualTo(first.text("/session_id"));
    assertThat(again.text("/url")).isEqualTo(first.text("/url"));
    assertThat(old.post(ALL, body.replace("same", "other")).ok().text("/session_id"))
        .isNotEqualTo(first.text("/session_id"));
    assertThat(member.post(ALL, body).ok().at("/is_new_session").booleanValue()).isTrue();
    var elsewhere = server.given().organization();
    server.given().role(human, elsewhere, "org_member");
    var there = server.as(server.given().legacyKey(human, elsewhere));
    assertThat(there.post(ALL, body).ok().at("/is_new_session").booleanValue()).isTrue();
    assertThat(old.post(ALL, body).ok().text("/session_id")).isEqualTo(first.text("/session_id"));
    assertThat(create("same")).isNotEqualTo(first.text("/session_id"));
  }

  @Test
  void anEndedOrOldSessionIsNotFoundAgain() {
    String body = json("prompt", "same", "idempotent", true);
    String ended = old.post(ALL, body).ok().text("/session_id");
    server.given().update("UPDATE message SET delivery = 'delivered' WHERE session_id = ?", ended);
    old.delete(ALL + "/" + ended).ok();
    var second = old.post(ALL, body).ok();
    assertThat(second.at("/is_new_session").booleanValue()).isTrue();
    server
        .given()
        .update(
            "UPDATE session SET created_at = now() - interval '24 hours' WHERE session_id = ?",
            second.text("/session_id"));
    assertThat(old.post(ALL, body).ok().at("/is_new_session").booleanValue()).isTrue();
  }

  @Test
  void anUnlistedSessionIsListedForItsMakerOnly() {
    String id = old.post(ALL, json("prompt", "p", "unlisted", true)).ok().text("/session_id");
    assertThat(ids(old.get(ALL))).containsExactly(id);
    assertThat(ids(member.get(ALL))).isEmpty();
    assertThat(member.get(path("sessions")).ok().each("/session_id")).isEmpty();
    assertThat(
            server
                .as(server.given().personalToken(human))
                .get(path("sessions"))
                .ok()
                .each("/session_id"))
        .containsExactly(id);
    member.get(path("sessions/" + id)).ok();
  }

  @Test
  void whatOnlyVersion3HasIsIgnored() {
    String id =
        old.post(
                ALL,
                json(
                    "prompt",
                    "p",
                    "create_as_user_id",
                    "x",
                    "parent_session_id",
                    "x",
                    "repos",
                    List.of(1)))
            .ok()
            .text("/session_id");
    String newer =
        member
            .post(path("sessions"), json("prompt", "p", "unlisted", true, "snapshot_id", 1))
            .ok()
            .text("/session_id");
    assertThat(ids(old.get(ALL))).containsExactly(newer, id);
    assertThat(old.get(one(newer)).ok().text("/snapshot_id")).isNull();
  }

  @Test
  void whatIsWrongIsSaid() {
    old.post(ALL, json("idempotent", 1, "unlisted", "x", "max_acu_limit", 0, "snapshot_id", 1))
        .invalid(
            "body.prompt missing",
            "body.idempotent type",
            "body.unlisted type",
            "body.snapshot_id type",
            "body.max_acu_limit too_small");
    old.post(ALL, json("prompt", "p", "platform", "none")).refused(400, "unknown_platform");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "session/%s/message",
        "session/%s/messages",
        "sessions/%s/message",
        "sessions/%s/messages"
      })
  void item68AMessageThatWasTakenIsAnsweredWithoutAText(String path) {
    String id = create();
    String messages = "/v1/" + path.formatted(id);
    var sent = old.post(messages, json("message", "more")).ok();
    assertThat(sent.body()).isEqualTo("{\"detail\":null}");
    var details = old.get(one(id)).ok();
    assertThat(details.each("/messages", "/type"))
        .containsExactly("initial_user_message", "user_message");
    assertThat(details.text("/messages/1/message")).isEqualTo("more");
    old.post(messages, "{}").invalid("body.message missing");
    old.delete(ALL + "/" + id).ok();
    old.post(messages, json("message", "more")).refused(409, "session_ended");
  }

  @Test
  void aMessageToASleepingSessionWakesIt() {
    String id = create();
    member.post(path("sessions/%s/archive".formatted(id)), "").ok();
    old.post(one(id) + "/message", json("message", "m")).ok();
    assertThat(old.get(one(id)).ok().text("/status")).isEqualTo("resuming");
  }

  @Test
  void oneIdempotencyKeyCountsOnBothSpellingsOfAnAddress() {
    String id = create();
    var keyed = old.with("Idempotency-Key", "k");
    keyed.post(one(id) + "/message", json("message", "m")).ok();
    var again = keyed.post(ALL + "/" + id + "/messages", json("message", "m")).ok();
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(old.get(one(id)).ok().each("/messages", "/type")).hasSize(2);
  }

  @Test
  void tagsAreReplaced() {
    String id = create();
    assertThat(old.put(one(id) + "/tags", json("tags", List.of("b", "a"))).ok().body())
        .isEqualTo(json("detail", "Tags updated"));
    assertThat(member.get(path("sessions/%s/tags".formatted(id))).ok().text("/tags/0"))
        .isEqualTo("a");
    old.put(ALL + "/" + id + "/tags", "{\"tags\":[]}").ok();
    assertThat(old.get(one(id)).ok().at("/tags").size()).isZero();
    old.put(one(id) + "/tags", "{}").invalid("body.tags missing");
  }

  @Test
  void item69AnEndedSessionCanNotBeEndedAgain() {
    String id = create();
    assertThat(old.delete(ALL + "/" + id).ok().body())
        .isEqualTo(json("detail", "Session terminated"));
    assertThat(old.get(one(id)).ok().text("/status_enum")).isEqualTo("expired");
    old.delete(ALL + "/" + id).refused(400, "session_already_exited");
    old.delete("/sessions/" + id).refused(400, "session_already_exited");
    old.delete(ALL + "/agent-" + "0".repeat(32)).refused(404, "session_not_found");
  }

  @Test
  void item117TheAddressWithoutAVersionEndsASessionWhichCarriesItsPage() {
    String id = create();
    String page = member.get(path("sessions/" + id)).ok().text("/url");
    assertThat(old.get(one(id)).ok().text("/url")).isEqualTo(page);
    assertThat(old.get(ALL).ok().text("/sessions/0/url")).isEqualTo(page);
    var ended = old.delete("/sessions/" + id).ok();
    assertThat(ended.header("Deprecation")).isEqualTo("@1767225600");
    assertThat(old.get(one(id)).ok().text("/status")).isEqualTo("exit");
    var refused = server.admin().delete("/sessions/" + id);
    refused.refused(401, "credentials_invalid");
  }

  @Test
  void theSingularAddressEndsNothing() {
    var refused = old.delete(one(create()));
    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
  }

  @Test
  void aSessionOfAnotherOrganizationIsUnknown() {
    String id = create();
    var stranger = server.as(server.given().legacyKey(null, server.given().organization()));
    for (String one : List.of(one(id), ALL + "/" + id)) {
      stranger.get(one).refused(404, "session_not_found");
      stranger.post(one + "/message", "{}").refused(404, "session_not_found");
      stranger.put(one + "/tags", "{}").refused(404, "session_not_found");
    }
    stranger.delete(ALL + "/" + id).refused(404, "session_not_found");
    assertThat(ids(stranger.get(ALL))).isEmpty();
  }

  @Test
  void item72AKeyOfVersion3WithAnOrganizationWorksHereToo() {
    String ofRobot = member.post(ALL, json("prompt", "p")).ok().text("/session_id");
    var token = server.as(server.given().personalToken(human));
    assertThat(ids(token.get(ALL))).containsExactly(ofRobot);
    assertThat(ids(server.as(server.given().legacyKey(null, org)).get(ALL)))
        .containsExactly(ofRobot);
    server
        .as(server.given().accountKey("account_admin"))
        .get(ALL)
        .refused(401, "credentials_invalid");
    old.get(path("sessions")).refused(401, "credentials_invalid");
  }
}
