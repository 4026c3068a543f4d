package io.agentservice.server.legacy.v2;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions by version 2 (api-legacy.md 4). */
class SessionsOfVersion2IT extends OnVersion2 {
  private String create(String more) {
    return member
        .post(path("sessions"), "{\"prompt\":\"p\"%s}".formatted(more))
        .ok()
        .text("/session_id");
  }

  private static List<String> ids(Reply list) {
    return list.ok().each("/session_id");
  }

  private void createdAt(String id, String time) {
    server
        .given()
        .update("UPDATE session SET created_at = ?::timestamptz WHERE session_id = ?", time, id);
  }

  @Test
  void aSessionHasTheShapeOfItsTime() {
    String id = create(",\"tags\":[\"a\"],\"title\":\"T\"");
    server
        .given()
        .update(
            """
            INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over)
            SELECT session_id, account_id, org_id, 'https://h.example/a/b/pull/1', false FROM session WHERE session_id = ?
            """,
            id);
    var list = old.get(ofOrg("sessions")).ok();
    assertThat(list.text("/items/0/session_id")).isEqualTo(id);
    assertThat(list.text("/items/0/url"))
        .isEqualTo(member.get(path("sessions/" + id)).text("/url"));
    assertThat(list.text("/items/0/status")).isEqualTo("new");
    assertThat(list.text("/items/0/title")).isEqualTo("T");
    assertThat(list.text("/items/0/tags/0")).isEqualTo("a");
    assertThat(list.text("/items/0/user_id")).isNull();
    assertThat(list.text("/items/0/org_id")).isEqualTo(org.value());
    assertThat(list.text("/items/0/created_at")).matches(ISO);
    assertThat(list.text("/items/0/updated_at")).matches(ISO);
    assertThat(list.at("/items/0/acus_consumed").isNumber()).isTrue();
    assertThat(list.text("/items/0/pull_requests/0/url")).isEqualTo("https://h.example/a/b/pull/1");
    assertThat(list.text("/items/0/pull_requests/0/state")).isEqualTo("open");
  }

  @Test
  void bothListsHaveTheSameSessionsOfAnOrganization() {
    String id = create("");
    String all = V2 + "sessions?org_ids=" + org;
    assertThat(ids(old.get(all))).containsExactly(id);
    assertThat(ids(old.get(V2 + "sessions?session_ids=" + id.substring(6)))).containsExactly(id);
    assertThat(ids(old.get(ofOrg("sessions?org_ids=org-x")))).containsExactly(id);
    assertThat(ids(old.get(V2 + "sessions"))).contains(id);
  }

  @Test
  void theOrderIsTurnedAndPagedInBothDirections() {
    var oldest = List.of(create(""), create(""), create(""));
    String list = ofOrg("sessions?");
    assertThat(ids(old.get(list))).isEqualTo(oldest.reversed());
    assertThat(ids(old.get(list + "sort_order=asc"))).isEqualTo(oldest);
    var page = old.get(list + "sort_order=asc&limit=2").ok();
    assertThat(ids(page)).isEqualTo(oldest.subList(0, 2));
    assertThat(page.at("/next_cursor").intValue()).isEqualTo(2);
    assertThat(ids(old.get(list + "sort_order=asc&limit=2&skip=2")))
        .isEqualTo(oldest.subList(2, 3));
    assertThat(ids(old.get(list + "limit=2&skip=2"))).isEqualTo(oldest.subList(0, 1));
    old.get(list + "sort_order=up").invalid("query.sort_order enum");
  }

  @Test
  void item119TimesAreDatesOrDateTimesAlsoWithABlankForThePlus() {
    String first = create("");
    String second = create("");
    createdAt(first, "2026-01-01T08:00:00Z");
    createdAt(second, "2026-01-02T00:00:00Z");
    String list = ofOrg("sessions?");
    assertThat(
            ids(
                old.get(
                    list + "created_after=2026-01-01T08:00:00%2B00:00&created_before=2026-01-02")))
        .containsExactly(first);
    assertThat(ids(old.get(list + "created_after=2026-01-01T10:00:01+02:00")))
        .containsExactly(second);
    assertThat(ids(old.get(list + "created_before=2026-01-01T08:00:00Z"))).isEmpty();
    assertThat(ids(old.get(list + "updated_before=2000-01-01"))).isEmpty();
    old.get(list + "created_after=1&updated_before=2026-13-01")
        .invalid("query.created_after format", "query.updated_before format");
    old.get(list + "created_after=2026-01-02&created_before=2026-01-01")
        .invalid("query.created_after inconsistent");
  }

  @Test
  void sessionsAreChosenByTagsAndOwners() {
    var human = server.given().human(org, "org_member");
    String tagged = create(",\"tags\":[\"a\",\"b\"]");
    String owned =
        server
            .as(server.given().personalToken(human))
            .post(path("sessions"), json("prompt", "p"))
            .ok()
            .text("/session_id");
    assertThat(ids(old.get(ofOrg("sessions?tags=a,b")))).containsExactly(tagged);
    assertThat(ids(old.get(ofOrg("sessions?tags=a&tags=c")))).isEmpty();
    assertThat(ids(old.get(ofOrg("sessions?user_ids=" + human)))).containsExactly(owned);
  }
}
