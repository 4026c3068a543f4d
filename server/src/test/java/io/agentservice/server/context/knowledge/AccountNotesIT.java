package io.agentservice.server.context.knowledge;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The notes of a whole account (api-enterprise.md 15). */
class AccountNotesIT extends OnOrganization {
  private static final String ALL = "/v3/enterprise/knowledge/notes";
  private static final String FOLDERS = "/v3/enterprise/knowledge/folders";

  private ApiClient admin;
  private OrgId other;

  @BeforeEach
  void callers() {
    server.given().update("DELETE FROM note");
    server.given().update("DELETE FROM folder");
    admin = server.admin();
    other = server.given().organization();
  }

  private static String body(String name, String more) {
    return "{\"name\":\"%s\",\"body\":\"b\",\"trigger\":\"t\"%s}".formatted(name, more);
  }

  private String note(OrgId of, String name) {
    return admin
        .post("/v3/organizations/" + of + "/knowledge/notes", body(name, ""))
        .ok()
        .text("/note_id");
  }

  @Test
  void aNoteMadeHereBelongsToTheEnterpriseAndIsReadInEveryOrganization() {
    var note = admin.post(ALL, body("ours", "")).ok();
    assertThat(note.text("/access_type")).isEqualTo("enterprise");
    assertThat(note.text("/org_id")).isNull();
    String inOrganization = path("knowledge/notes/" + note.text("/note_id"));
    assertThat(member.get(inOrganization).ok().body()).isEqualTo(note.body());
    member.put(inOrganization, body("theirs", "")).refused(404, "note_not_found");
    member.delete(inOrganization).refused(404, "note_not_found");
  }

  @Test
  void theListShowsAllOrganizationsNotesAndTheEnterprisesUnlessOneKindIsAskedFor() {
    note(org, "a");
    note(other, "b");
    admin.post(ALL, body("c", "")).ok();
    assertThat(admin.get(ALL).ok().each("/name")).containsExactly("c", "b", "a");
    assertThat(admin.get(ALL + "?access_type=org").ok().each("/name")).containsExactly("b", "a");
    assertThat(admin.get(ALL + "?access_type=enterprise").ok().each("/name")).containsExactly("c");
    admin.get(ALL + "?access_type=team").invalid("query.access_type enum");
  }

  @Test
  void itsPagesGoOnWhereTheLastOneEnded() {
    note(org, "a");
    note(other, "b");
    admin.post(ALL, body("c", "")).ok();
    var first = admin.get(ALL + "?first=2").ok();
    assertThat(first.each("/name")).containsExactly("c", "b");
    assertThat(first.at("/total").longValue()).isEqualTo(3);
    var second = admin.get(ALL + "?first=2&after=" + first.text("/end_cursor")).ok();
    assertThat(second.each("/name")).containsExactly("a");
    member
        .get(path("knowledge/notes?after=" + first.text("/end_cursor")))
        .refused(400, "invalid_cursor");
  }

  @Test
  void aNoteOfAnyOrganizationIsWrittenAndDeletedInItsPlace() {
    String id = note(other, "a");
    var written = admin.put(ALL + "/" + id, body("b", ",\"is_enabled\":false")).ok();
    assertThat(written.text("/org_id")).isEqualTo(other.value());
    assertThat(written.text("/name")).isEqualTo("b");
    admin.delete(ALL + "/" + id).ok();
    admin.get(ALL + "/" + id).refused(404, "note_not_found");
    assertThat(server.given().actions()).endsWith("edit_knowledge", "delete_knowledge");
    assertThat(
            server
                .given()
                .text(
                    "SELECT org_id FROM audit_log ORDER BY created_at DESC, audit_log_id DESC LIMIT 1"))
        .isEqualTo(other.value());
  }

  @Test
  void aFolderIsForNotesOfItsOrganizationOnly() {
    String folder =
        admin
            .post("/v3/organizations/" + other + "/knowledge/folders", json("name", "f"))
            .ok()
            .text("/folder_id");
    String inFolder = body("n", ",\"folder_id\":\"" + folder + "\"");
    admin.post(ALL, inFolder).refused(400, "folder_not_allowed");
    String ofEnterprise = admin.post(ALL, body("e", "")).ok().text("/note_id");
    admin.put(ALL + "/" + ofEnterprise, inFolder).refused(400, "folder_not_allowed");
    admin.put(ALL + "/" + note(org, "a"), inFolder).invalid("body.folder_id unknown_reference");
    assertThat(admin.put(ALL + "/" + note(other, "b"), inFolder).ok().text("/folder_path"))
        .isEqualTo("/f");
    assertThat(admin.get(ALL + "?folder_path=/f").ok().each("/name")).containsExactly("n");
  }

  @Test
  void theTreeHoldsTheFoldersOfAllOrganizationsUnderTheirNames() {
    for (OrgId each : List.of(org, other)) {
      server
          .given()
          .update(
              "UPDATE organization SET name = ? WHERE org_id = ?",
              each.equals(org) ? "Zoo" : "Ant",
              each.value());
      admin.post("/v3/organizations/" + each + "/knowledge/folders", json("name", "f")).ok();
    }
    note(org, "a");
    var tree = admin.get(FOLDERS).ok();
    assertThat(tree.each("/folders", "/path")).containsExactly("/Ant/f", "/Zoo/f");
    assertThat(tree.at("/root_note_count").longValue()).isEqualTo(1);
  }

  @Test
  void membersOfAnOrganizationDoNotGetIn() {
    for (String path : List.of(ALL, FOLDERS, ALL + "/note-" + "0".repeat(32))) {
      member.get(path).refused(403, "permission_denied");
    }
    member.post(ALL, body("n", "")).refused(403, "permission_denied");
  }
}
