package io.agentservice.server.context.playbooks;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Playbooks of an organization and of the enterprise (api-org.md 4, api-enterprise.md 15). */
class PlaybooksIT extends OnOrganization {
  private static final String OF_ALL = "/v3/enterprise/playbooks";
  private String playbooks;
  private ApiClient admin;

  @BeforeEach
  void paths() {
    server.given().update("DELETE FROM playbook");
    playbooks = path("playbooks");
    admin = server.admin();
  }

  private static String body(String more) {
    return "{\"name\":\"Release\",\"instructions\":\"Do it.\"%s}".formatted(more);
  }

  private Reply create(String more) {
    return member.post(playbooks, body(more)).ok();
  }

  private String one(Reply playbook) {
    return playbooks + "/" + playbook.text("/playbook_id");
  }

  @Test
  void item49EitherSpellingIsTakenAndAllFourAreShown() {
    var byNew = create("");
    var byOld = member.post(playbooks, json("title", "Release", "body", "Do it.")).ok();
    for (var playbook : List.of(byNew, byOld)) {
      assertThat(playbook.text("/name")).isEqualTo("Release").isEqualTo(playbook.text("/title"));
      assertThat(playbook.text("/body")).isEqualTo("Do it.");
      assertThat(playbook.text("/instructions")).isEqualTo("Do it.");
    }
    member
        .post(playbooks, json("name", "a", "title", "b", "instructions", "i"))
        .invalid("body.title alias_conflict");
  }

  @Test
  void aNewPlaybookHasDefaultsAndItsAuthor() {
    var playbook = create("");
    assertThat(playbook.text("/macro")).isNull();
    assertThat(playbook.text("/access_type")).isEqualTo("org");
    assertThat(playbook.text("/org_id")).isEqualTo(org.value());
    assertThat(playbook.at("/structured_output_schema").isNull()).isTrue();
    assertThat(playbook.text("/created_by"))
        .isEqualTo(member.get("/v3/self").text("/service_user_id"));
    assertThat(playbook.text("/updated_by")).isEqualTo(playbook.text("/created_by"));
    assertThat(member.get(one(playbook)).ok().body()).isEqualTo(playbook.body());
    var written = admin.put(one(playbook), body("")).ok();
    assertThat(written.text("/updated_by")).isNotEqualTo(playbook.text("/created_by"));
    assertThat(written.text("/created_by")).isEqualTo(playbook.text("/created_by"));
  }

  @Test
  void everythingThatIsWrongIsTold() {
    member.post(playbooks, "{}").invalid("body.name missing", "body.instructions missing");
    member
        .post(
            playbooks,
            """
            {"title": 7, "body": "", "macro": "release", "structured_output_schema": {"type": 5}}
            """)
        .invalid(
            "body.title type",
            "body.body too_short",
            "body.macro pattern",
            "body.structured_output_schema format");
    for (String macro : List.of("!", "! a", "!a b", "!ä", "!" + "x".repeat(64), "")) {
      assertThat(member.post(playbooks, body(",\"macro\":\"%s\"".formatted(macro))).status())
          .as(macro)
          .isEqualTo(422);
    }
    create(",\"macro\":\"!%s\"".formatted("x".repeat(63)));
    member
        .post(playbooks, json("name", "n", "body", "x".repeat((1 << 20) + 1)))
        .invalid("body.body too_long");
    assertThat(member.send("PATCH", one(create("")), "{}").status()).isEqualTo(405);
  }

  @Test
  void item49AMacroInUseIsAConflictInAnyCaseAndNullClearsIt() {
    var first = create(",\"macro\":\"!Go\"");
    member.post(playbooks, body(",\"macro\":\"!gO\"")).refused(409, "macro_taken");
    var second = create("");
    member.put(one(second), body(",\"macro\":\"!go\"")).refused(409, "macro_taken");
    assertThat(member.put(one(first), body(",\"macro\":\"!GO\"")).ok().text("/macro"))
        .isEqualTo("!GO");
    assertThat(member.put(one(first), body("")).ok().text("/macro")).isEqualTo("!GO");
    assertThat(member.put(one(first), body(",\"macro\":null")).ok().text("/macro")).isNull();
    member.put(one(second), body(",\"macro\":\"!go\"")).ok();
    member.delete(one(second)).ok();
    create(",\"macro\":\"!go\"");
  }

  @Test
  void aMacroOfTheEnterpriseIsTakenInEveryOrganizationAndTheOtherWayRound() {
    admin.post(OF_ALL, body(",\"macro\":\"!all\"")).ok();
    member.post(playbooks, body(",\"macro\":\"!All\"")).refused(409, "macro_taken");
    create(",\"macro\":\"!mine\"");
    admin.post(OF_ALL, body(",\"macro\":\"!Mine\"")).refused(409, "macro_taken");
    var other = server.given().organization();
    admin.post("/v3/organizations/" + other + "/playbooks", body(",\"macro\":\"!mine\"")).ok();
  }

  @Test
  void ofManyAtOnceOneGetsTheMacro() throws Exception {
    String wanted = body(",\"macro\":\"!once\"");
    Callable<Reply> mine = () -> member.post(playbooks, wanted);
    Callable<Reply> ofAll = () -> admin.post(OF_ALL, wanted);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var statuses =
          threads.invokeAll(List.of(mine, ofAll, mine, ofAll, mine, ofAll)).stream()
              .map(Future::resultNow)
              .map(Reply::status);
      assertThat(statuses).containsExactlyInAnyOrder(200, 409, 409, 409, 409, 409);
    }
  }

  @Test
  void aSchemaComesBackAsJsonNullClearsItAndAbsentStays() {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\",\"minimum\":1.25}}}";
    var playbook = create(",\"structured_output_schema\":" + schema);
    assertThat(playbook.at("/structured_output_schema").toString()).isEqualTo(schema);
    var kept = member.put(one(playbook), body("")).ok();
    assertThat(kept.at("/structured_output_schema").toString()).isEqualTo(schema);
    var cleared = member.put(one(playbook), body(",\"structured_output_schema\":null")).ok();
    assertThat(cleared.at("/structured_output_schema").isNull()).isTrue();
  }

  @Test
  void theListShowsItsOwnAndThoseOfTheEnterpriseOnRequest() {
    create("");
    var ofAll = admin.post(OF_ALL, body(",\"macro\":\"!all\"")).ok();
    assertThat(ofAll.text("/access_type")).isEqualTo("enterprise");
    assertThat(ofAll.text("/org_id")).isNull();
    assertThat(member.get(playbooks).ok().each("/access_type")).containsExactly("org");
    assertThat(member.get(playbooks + "?include_enterprise=true").ok().each("/access_type"))
        .containsExactly("enterprise", "org");
    assertThat(member.get(one(ofAll)).ok().body()).isEqualTo(ofAll.body());
    member.put(one(ofAll), body("")).refused(404, "playbook_not_found");
    member.delete(one(ofAll)).refused(404, "playbook_not_found");
  }

  @Test
  void theEnterprisesListHasEverybodysByKindOnRequestAndItsRoutesWriteThem() {
    var mine = create("");
    admin.post(OF_ALL, body("")).ok();
    assertThat(admin.get(OF_ALL).ok().each("/access_type")).containsExactly("enterprise", "org");
    assertThat(admin.get(OF_ALL + "?access_type=org").ok().each("/playbook_id"))
        .containsExactly(mine.text("/playbook_id"));
    admin.get(OF_ALL + "?access_type=team").invalid("query.access_type enum");
    String there = OF_ALL + "/" + mine.text("/playbook_id");
    assertThat(admin.put(there, body(",\"macro\":\"!m\"")).ok().text("/org_id"))
        .isEqualTo(org.value());
    assertThat(admin.get(there).ok().text("/macro")).isEqualTo("!m");
    admin.delete(there).ok();
    member.get(one(mine)).refused(404, "playbook_not_found");
    member.get(OF_ALL).refused(403, "permission_denied");
  }

  @Test
  void pagesOfTheLargestPlaybooksEndBeforeTheyAreTooLarge() {
    String large = json("name", "n", "body", "x".repeat(1 << 20));
    for (int i = 0; i < 6; i++) {
      member.post(playbooks, large).ok();
    }
    var page = member.get(playbooks).ok();
    assertThat(page.at("/has_next_page").booleanValue()).isTrue();
    assertThat(page.at("/total").longValue()).isEqualTo(6);
    assertThat(page.at("/items").size()).isLessThan(6).isPositive();
  }

  @Test
  void aPlaybookOfAnotherOrganizationIsUnknownHere() {
    OrgId other = server.given().organization();
    String theirs =
        admin.post("/v3/organizations/" + other + "/playbooks", body("")).ok().text("/playbook_id");
    member.get(playbooks + "/" + theirs).refused(404, "playbook_not_found");
    member.put(playbooks + "/" + theirs, "{}").refused(404, "playbook_not_found");
    member.delete(playbooks + "/" + theirs).refused(404, "playbook_not_found");
    member
        .post(path("sessions"), json("prompt", "p", "playbook_id", theirs))
        .invalid("body.playbook_id unknown_reference");
  }
}
