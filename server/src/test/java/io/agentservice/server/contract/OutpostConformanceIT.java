package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Section 12.7 of completions.md: outposts, and the aliases of the fleet's paths. */
class OutpostConformanceIT extends OnOutpost {
  @Test
  void outpostsAreNamedOnceAndListedByName() {
    String name = org.value().substring(4);
    String upper = name.toUpperCase(Locale.ROOT);
    admin.post(OUTPOSTS, json("name", upper)).refused(409, "name_taken");
    admin
        .post(OUTPOSTS, json("name", "a b", "platform", "amiga"))
        .invalid("body.name pattern", "body.platform enum");
    outpost(name + "-2");
    var names = new ArrayList<String>();
    String cursor = "";
    Reply page;
    do {
      page = admin.get(OUTPOSTS + "?first=1" + cursor).ok();
      names.addAll(page.each("/spec/name"));
      cursor = "&after=" + page.text("/end_cursor");
    } while (page.at("/has_next_page").booleanValue());
    var sorted = new ArrayList<>(names);
    Collections.sort(sorted);
    assertThat(names).contains(name, name + "-2").isEqualTo(sorted).doesNotHaveDuplicates();
    assertThat(admin.get(OUTPOSTS + "/" + outpost).ok().text("/spec/name")).isEqualTo(name);
    admin.get(OUTPOSTS + "/" + Id.create(OutpostId.class)).refused(404, "outpost_not_found");
  }

  @Test
  void aNameIsNoIdAndOrganizationsExist() {
    admin.post(OUTPOSTS, json("name", outpost)).invalid("body.name pattern");
    admin
        .post(OUTPOSTS, json("name", "x", "allowed_org_ids", List.of(org, "org-typo")))
        .invalid("body.allowed_org_ids.1 unknown_reference");
    var gone = server.given().organization();
    admin.delete("/v3/enterprise/organizations/" + gone).ok();
    admin
        .post(OUTPOSTS, json("name", "x", "allowed_org_ids", List.of(gone)))
        .invalid("body.allowed_org_ids.0 unknown_reference");
    admin
        .post(OUTPOSTS, "{\"name\":\"x\",\"allowed_org_ids\":[\"\\u0000\"]}")
        .invalid("body.allowed_org_ids.0 pattern");
  }

  @Test
  void aSessionThatWaitsForAnOutpostIsPlacedByAKeyedCreation() {
    server.given().update("UPDATE outpost SET deleted_at = now() WHERE outpost_id = ?", outpost);
    String session = session();
    admin.get(AGENTS + "/" + session).refused(404, "entry_not_found");
    String body =
        json(
            "name",
            "later-" + org.value().substring(4),
            "platform",
            "linux",
            "allowed_org_ids",
            List.of(org));

    var made = admin.with("Idempotency-Key", org.value()).post(OUTPOSTS, body).ok();

    await(() -> admin.get(AGENTS + "/" + session).status() == 200);
    assertThat(admin.get(AGENTS + "/" + session).ok().text("/metadata/outpost_id"))
        .isEqualTo(made.text("/metadata/outpost_id"));
  }

  @Test
  void anOutpostWithEntriesIsDeletedByForceAndItsSessionsGoElsewhere() {
    String session = session();
    String other = outpost(org.value().substring(4) + "-other");
    admin.delete(OUTPOSTS + "/" + outpost).refused(409, "outpost_not_empty");
    String token = token(claim(session, "w"));
    assertThat(
            admin
                .delete(OUTPOSTS + "/" + outpost + "?force=true")
                .ok()
                .text("/metadata/outpost_id"))
        .isEqualTo(outpost);
    var entry = admin.get(AGENTS + "/" + session).ok();
    assertThat(entry.text("/metadata/outpost_id")).isEqualTo(other);
    assertThat(entry.text("/status/phase")).isEqualTo("pending");
    admin.get(OUTPOSTS + "/" + outpost).refused(404, "outpost_not_found");
    admin.delete(OUTPOSTS + "/" + outpost).refused(404, "outpost_not_found");
    outpost(org.value().substring(4) + "-third");
    var living = admin.get(OUTPOSTS + "?first=200").ok().each("/metadata/outpost_id");
    assertThat(living).contains(other).doesNotContain(outpost);
    assertThat(admin.get(OUTPOSTS + "?first=1").ok().at("/total").intValue())
        .isEqualTo(living.size());
    assertThat(opens(token, session)).isFalse();
  }

  @Test
  void aDeletionThatTwoAskForAtOnceIsMadeOnce() throws Exception {
    String one = OUTPOSTS + "/" + outpost;
    List<CompletableFuture<Integer>> answers;
    try (var _ =
        server.given().holding("SELECT FROM outpost WHERE outpost_id = ? FOR UPDATE", outpost)) {
      answers =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> admin.delete(one).status()))
              .limit(2)
              .toList();
      await(() -> server.given().waiting() >= 2);
    }
    assertThat(answers.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(200, 404);
  }

  @Test
  void anOutpostIsCalledByItsNameTooInAnyCase() {
    String name = org.value().substring(4);
    outpost(name + "-2");
    String session = session();
    String named = AGENTS + "?outpost=" + name.toUpperCase(Locale.ROOT);
    assertThat(admin.get(named).ok().each("/metadata/session_id")).containsExactly(session);
    assertThat(admin.get(named + "-2").ok().at("/items")).isEmpty();

    admin.delete(OUTPOSTS + "/" + outpost + "?force=true").ok();
    String next = outpost(name);
    String later =
        admin
            .post(path("sessions"), json("prompt", "p", "platform", name))
            .ok()
            .text("/session_id");
    assertThat(admin.get(AGENTS + "?outpost=" + next).ok().each("/metadata/session_id"))
        .containsExactly(later);
    assertThat(admin.get(named).ok().each("/metadata/session_id")).containsExactly(later);
  }

  @Test
  void countsOfAnOutpostAgreeWithItsEntries() throws Exception {
    String one = session();
    session();
    claim(one, "w").ok();
    var status = admin.get(OUTPOSTS + "/" + outpost).ok();
    assertThat(status.at("/status/queue_depth").longValue()).isEqualTo(1);
    assertThat(status.at("/status/active_claims").longValue()).isEqualTo(1);
    try (var _ = server.given().lockOn(one)) { // so that nobody takes the claim back yet
      server
          .given()
          .update(
              "UPDATE queue_entry SET claim_deadline = now() - interval '1 second' WHERE session_id = ?",
              one);
      assertThat(admin.get(OUTPOSTS + "/" + outpost).ok().at("/status/active_claims").longValue())
          .isZero();
      server
          .given()
          .update(
              "UPDATE queue_entry SET claim_deadline = now() + interval '1 minute' WHERE session_id = ?",
              one);
    }
    release(one, "w").ok();
    assertThat(admin.get(OUTPOSTS + "/" + outpost).ok().at("/status/queue_depth").longValue())
        .isEqualTo(2);
  }

  @Test
  void aMachineMayWorkTheQueueButNotManageOutposts() {
    var orgMember = server.as(server.given().key(org, "org_member"));
    orgMember.post(OUTPOSTS, json("name", "x")).refused(403, "permission_denied");
    orgMember.delete(OUTPOSTS + "/" + outpost).refused(403, "permission_denied");
    server.anonymous().get(AGENTS).refused(401, "credentials_missing");
  }

  @Test
  void theAliasesOfThePathsServeTheSame() {
    String session = session();
    String devins = "/opbeta/outposts/devins";
    assertThat(admin.get(devins + "?outpost=" + outpost).ok().each("/metadata/session_id"))
        .containsExactly(session);
    String one = devins + "/devin-" + session.substring(6);
    assertThat(admin.get(one).ok().text("/metadata/session_id")).isEqualTo(session);
    admin.post(one + "/claim", json("acceptor_id", "w")).ok();
    admin.post(one + "/release", json("acceptor_id", "w")).ok();
    var made =
        admin.post("/opbeta/outposts", json("name", "alias-" + org.value().substring(20))).ok();
    String id = made.text("/metadata/outpost_id");
    assertThat(admin.get("/opbeta/outposts").ok().each("/metadata/outpost_id")).contains(id);
    assertThat(admin.get("/opbeta/outposts/" + id).ok().body()).isEqualTo(made.body());
    assertThat(Set.of(admin.delete("/opbeta/outposts/" + id).ok().text("/metadata/outpost_id")))
        .containsExactly(id);
  }
}
