package io.agentservice.server.legacy.v1;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notes and folders by version 1 (api-legacy.md 1, 3). */
class KnowledgeOfVersion1IT extends OnOrganization {
  private static final String ALL = "/v1/knowledge";
  private static final String BODY =
      json("name", "n", "body", "b", "trigger_description", "when building");

  private ApiClient old;

  @BeforeEach
  void key() {
    old = server.as(server.given().legacyKey(server.given().human(org, "org_member"), org));
  }

  @Test
  void aNoteHasTheShapeOfItsTime() {
    var note = old.post(ALL, BODY).ok();
    assertThat(note.text("/id")).isEqualTo(note.text("/note_id")).startsWith("note-");
    assertThat(note.text("/name")).isEqualTo("n");
    assertThat(note.text("/trigger_description")).isEqualTo("when building");
    assertThat(note.text("/parent_folder_id")).isNull();
    assertThat(note.text("/pinned_repo")).isNull();
    assertThat(note.text("/macro")).isNull();
    assertThat(note.text("/created_at"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00");
    assertThat(note.header("Deprecation")).isEqualTo("@1767225600");
  }

  @Test
  void itIsTheSameNoteInVersion3() {
    String id = old.post(ALL, BODY.replace("}", ",\"macro\":\"!go\"}")).ok().text("/id");
    var note = member.get(path("knowledge/notes/" + id)).ok();
    assertThat(note.text("/trigger")).isEqualTo("when building");
    assertThat(note.text("/macro")).isEqualTo("!go");
    assertThat(note.header("Deprecation")).isNull();
    String newer =
        member
            .post(path("knowledge/notes"), json("name", "m", "body", "b", "trigger", "t"))
            .ok()
            .text("/note_id");
    assertThat(old.get(ALL + "/" + newer).ok().text("/trigger_description")).isEqualTo("t");
  }

  @Test
  void theListHasAllOfTheOrganizationHoweverManyAndItsFolders() {
    member.post(path("knowledge/folders"), json("name", "f")).ok();
    server
        .given()
        .update(
            """
            INSERT INTO note (note_id, account_id, org_id, name, body, trigger, is_enabled)
            SELECT 'note-' || md5(?::text || n), account_id, ?, 'n' || n, 'b', 't', true
              FROM account, generate_series(1, 450) n
            """,
            org.value(),
            org.value());
    server.given().enterpriseNote("not the organization's");
    var all = old.get(ALL).ok();
    assertThat(all.each("/knowledge", "/name")).hasSize(450).doesNotHaveDuplicates();
    assertThat(all.each("/folders", "/name")).containsExactly("f");
    assertThat(all.text("/folders/0/description")).isNull();
  }

  @Test
  void item117AChangeLeavesWhatItDoesNotNameAndNullClears() {
    String folder =
        member.post(path("knowledge/folders"), json("name", "f")).ok().text("/folder_id");
    String one =
        ALL
            + "/"
            + old.post(
                    ALL,
                    BODY.replace(
                        "}",
                        ",\"parent_folder_id\":\"%s\",\"pinned_repo\":\"a/b\",\"macro\":\"!m\"}"
                            .formatted(folder)))
                .ok()
                .text("/id");
    var before = old.get(one).ok();
    assertThat(old.put(one, "{}").ok().body()).isEqualTo(before.body());
    assertThat(old.put(one, json("name", "other")).ok().text("/body")).isEqualTo("b");
    var cleared =
        old.put(one, json("parent_folder_id", null, "pinned_repo", null, "macro", null)).ok();
    assertThat(cleared.text("/parent_folder_id")).isNull();
    assertThat(cleared.text("/pinned_repo")).isNull();
    assertThat(cleared.text("/macro")).isNull();
    assertThat(cleared.text("/name")).isEqualTo("other");
    old.put(one, "{\"name\":null}").invalid("body.name missing");
  }

  @Test
  void whatIsMissingOrUnknownIsSaid() {
    old.post(ALL, json("body", "b"))
        .invalid("body.name missing", "body.trigger_description missing");
    old.post(ALL, BODY.replace("}", ",\"parent_folder_id\":\"x\"}"))
        .invalid("body.parent_folder_id unknown_reference");
    String unknown = ALL + "/note-" + "0".repeat(32);
    old.get(unknown).refused(404, "note_not_found");
    old.put(unknown, "{\"name\":1}").refused(404, "note_not_found");
    old.delete(unknown).refused(404, "note_not_found");
  }

  @Test
  void aDeletedNoteIsGoneAndNothingIsAnswered() {
    String one = ALL + "/" + old.post(ALL, BODY).ok().text("/id");
    assertThat(old.delete(one).status()).isEqualTo(204);
    old.get(one).refused(404, "note_not_found");
  }

  @Test
  void everyKindOfKeyWithAnOrganizationIsGoodHereAndNoOther() {
    var service = server.as(server.given().legacyKey(null, org));
    service.post(ALL, BODY).ok();
    assertThat(
            server
                .as(server.given().key(org, "org_member"))
                .get(ALL)
                .ok()
                .each("/knowledge", "/name"))
        .containsExactly("n");
    var human = server.given().human(org, "org_member");
    server.as(server.given().personalToken(human)).get(ALL).ok();
    server
        .as(server.given().accountKey("account_admin"))
        .get(ALL)
        .refused(401, "credentials_invalid");
    for (ApiClient legacy : List.of(old, service)) {
      legacy.get(path("knowledge/notes")).refused(401, "credentials_invalid");
    }
  }

  @Test
  void aKeySeesItsOwnOrganizationOnly() {
    String one = ALL + "/" + old.post(ALL, BODY).ok().text("/id");
    var other = server.given().organization();
    var stranger = server.as(server.given().legacyKey(null, other));
    stranger.get(one).refused(404, "note_not_found");
    stranger.put(one, "{}").refused(404, "note_not_found");
    stranger.delete(one).refused(404, "note_not_found");
  }
}
