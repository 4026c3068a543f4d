package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions found by what people remember of them, and by what they wait for (design/web.md 7.5).
 */
class SessionSearchIT extends OnOrganization {
  private String make(String prompt, Object... more) {
    return member.post(path("sessions"), body(prompt, more)).ok().text("/session_id");
  }

  private static String body(String prompt, Object... more) {
    var all = new java.util.ArrayList<Object>(List.of("prompt", prompt));
    all.addAll(List.of(more));
    return json(all.toArray());
  }

  private List<String> found(String query) {
    var list = member.get(path("sessions") + "?" + query).ok();
    assertThat(list.at("/total").intValue()).isEqualTo(list.at("/items").size());
    assertThat(member.get(path("sessions/insights") + "?" + query).ok().each("/session_id"))
        .isEqualTo(list.each("/session_id"));
    return list.each("/session_id");
  }

  private void stands(String id, String columns) {
    server.given().update("UPDATE session SET " + columns + " WHERE session_id = ?", id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mend",
        "CART%20Mend",
        "tot",
        "Z%C3%BCrich",
        "nightly",
        "ci%3Anightly",
        "schnell%2C%20cart"
      })
  void beginningsOfWordsOfTitlePromptAndTagsFindASession(String words) {
    String wanted =
        make(
            "Mend the cart's total\nSecret second line",
            "title",
            "Zürich, schnell!",
            "tags",
            List.of("ci:nightly"));
    make("Upgrade the JDK");
    assertThat(found("search=" + words)).containsExactly(wanted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"second", "art", "cart%20upgrade", "!!", "'", "%5C", "cart'%3A*%20%7C%20upgrade"})
  void otherWordsFindNothing(String words) {
    make("Mend the cart's total\nIn a second line");
    make("Upgrade the JDK");
    assertThat(found("search=" + words)).isEmpty();
  }

  @Test
  void aNewTitleIsFoundAndTheOldOneNot() {
    String session = make("Look", "title", "Before");
    member.patch(path("sessions/" + session), json("title", "Afterwards")).ok();
    assertThat(found("search=after")).containsExactly(session);
    assertThat(found("search=before")).isEmpty();
    assertThat(found("search=look")).containsExactly(session);
  }

  @Test
  void wordsOfAnotherOrganizationFindNothingHere() {
    var elsewhere = server.given().organization();
    server
        .as(server.given().key(elsewhere, "org_member"))
        .post("/v3/organizations/" + elsewhere + "/sessions", body("Peculiar"))
        .ok();
    assertThat(found("search=peculiar")).isEmpty();
  }

  @Test
  void theAddressOfAPullRequestFindsItsSession() {
    String session = make("Open one");
    String other = make("Open another");
    for (var each : List.of(List.of(session, "7"), List.of(other, "77"))) {
      server
          .given()
          .update(
              "INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over)"
                  + " SELECT session_id, account_id, org_id, 'https://forge.example/o/r/pull/%s', false"
                      .formatted(each.getLast())
                  + " FROM session WHERE session_id = ?",
              each.getFirst());
    }
    assertThat(found("search=https://forge.example/o/r/pull/7?tab%3Dfiles"))
        .containsExactly(session);
    assertThat(found("search=https://forge.example/o/r/pull/77/")).containsExactly(other);
    assertThat(found("search=https://forge.example/o/r/pull/")).isEmpty();
  }

  @Test
  void longTextsAreRefused() {
    member.get(path("sessions?search=") + "x".repeat(201)).invalid("query.search too_long");
    assertThat(found("search=" + "x".repeat(200))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status = 'RUNNING', status_detail = 'WAITING_FOR_USER' | true",
        "status = 'RUNNING', status_detail = 'WAITING_FOR_APPROVAL' | true",
        "status = 'RUNNING', status_detail = 'WORKING', prior_detail = 'WAITING_FOR_USER' | false",
        "status = 'SUSPENDED', status_detail = 'INACTIVITY', prior_detail = 'WAITING_FOR_USER' | true",
        "status = 'SUSPENDED', status_detail = 'ERROR', prior_detail = 'WAITING_FOR_USER' | false",
        "status = 'SUSPENDED', status_detail = 'INACTIVITY', prior_detail = 'FINISHED' | false",
        "status = 'EXIT', status_detail = NULL, prior_detail = 'WAITING_FOR_USER' | false",
        "status = 'RUNNING', status_detail = 'WAITING_FOR_USER', is_archived = true | false"
      })
  void thoseThatAskSomebodyAreFoundAndNoOther(String columns, boolean asks) {
    String session = make("Ask");
    stands(session, columns);
    assertThat(found("attention=true")).isEqualTo(asks ? List.of(session) : List.of());
    assertThat(found("attention=false")).isEqualTo(asks ? List.of() : List.of(session));
    var shown = member.get(path("sessions/" + session)).ok();
    if (!shown.at("/is_archived").booleanValue()) {
      assertThat(shown.text("/outcome").equals("asks")).isEqualTo(asks);
    }
  }

  @Test
  void theDetailOfAStateIsAFilter() {
    String asleep = make("One");
    String works = make("Two");
    make("Three");
    stands(asleep, "status = 'SUSPENDED', status_detail = 'USER_REQUEST'");
    stands(works, "status = 'RUNNING', status_detail = 'WORKING'");
    assertThat(found("status_details=user_request")).containsExactly(asleep);
    assertThat(found("status_details[]=working")).containsExactly(works);
    assertThat(found("status_details=working,user_request")).containsExactly(works, asleep);
    member.get(path("sessions?status_details=idle")).invalid("query.status_details enum");
  }

  @Test
  void selfIsWhoeverAsks() {
    var human = server.given().human(org, "org_member");
    var token = server.as(server.given().personalToken(human));
    String own = token.post(path("sessions"), body("Mine")).ok().text("/session_id");
    make("A program's");
    assertThat(token.get(path("sessions?user_ids=self")).ok().each("/session_id"))
        .containsExactly(own);
    assertThat(found("user_ids=self")).isEmpty();
  }
}
