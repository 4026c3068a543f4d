package io.agentservice.server.context.knowledge;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.testing.Given.AuditRecord;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FoldersIT extends OnOrganization {
  private String folders;

  @BeforeEach
  void paths() {
    folders = path("knowledge/folders");
  }

  private Reply tryCreate(String name, String parent) {
    String id = parent == null ? "null" : "\"" + parent + "\"";
    return member.post(folders, "{\"name\":\"%s\",\"parent_folder_id\":%s}".formatted(name, id));
  }

  private String create(String name, String parent) {
    return tryCreate(name, parent).ok().text("/folder_id");
  }

  private Reply note(String folder) {
    return member
        .post(
            folders.replace("/folders", "/notes"),
            "{\"name\":\"n\",\"body\":\"b\",\"trigger\":\"t\",\"folder_id\":%s}"
                .formatted(folder == null ? "null" : "\"" + folder + "\""))
        .ok();
  }

  @Test
  void theTreeIsOrderedByPathAndCountsNotesWhereTheyLie() {
    String b = create("b", null);
    String a = create("a", null);
    String deep = create("z", a);
    note(deep);
    note(deep);
    note(b);
    note(null);
    var tree = member.get(folders).ok();
    var lines = new ArrayList<String>();
    tree.at("/folders")
        .forEach(
            f -> lines.add(f.get("path").stringValue() + " " + f.get("note_count").intValue()));
    assertThat(lines).containsExactly("/a 0", "/a/z 2", "/b 1");
    assertThat(tree.at("/root_note_count").intValue()).isEqualTo(1);
    assertThat(tree.text("/folders/1/parent_folder_id")).isEqualTo(a);
  }

  @Test
  void siblingsDifferInName() {
    String a = create("a", null);
    tryCreate("a", null).refused(409, "name_taken");
    create("a", a);
    tryCreate("a", a).refused(409, "name_taken");
    String b = create("b", null);
    member.patch(folders + "/" + b, json("name", "a")).refused(409, "name_taken");
    member.patch(folders + "/" + b, json("name", "b")).ok();
  }

  @Test
  void namesAndParentsAreChecked() {
    member.post(folders, "{}").invalid("body.name missing");
    tryCreate("a/b", null).invalid("body.name pattern");
    tryCreate("x".repeat(129), null).invalid("body.name too_long");
    tryCreate("a", "folder-1").invalid("body.parent_folder_id unknown_reference");
    tryCreate("a", Id.create(FolderId.class).value())
        .invalid("body.parent_folder_id unknown_reference");
    String a = create("a", null);
    member.patch(folders + "/" + a, "{\"name\":null}").invalid("body.name missing");
    member.patch(folders + "/" + a, json("name", "")).invalid("body.name too_short");
  }

  @Test
  void theTreeIsTenDeepAtMostAlsoAfterAMove() {
    String parent = null;
    for (int i = 1; i <= 10; i++) {
      parent = create("d" + i, parent);
    }
    tryCreate("d11", parent).invalid("body.parent_folder_id not_allowed");
    String top = create("top", null);
    String below = create("below", top);
    member
        .patch(folders + "/" + top, json("parent_folder_id", ninth(parent)))
        .invalid("body.parent_folder_id not_allowed");
    var moved = member.patch(folders + "/" + below, json("parent_folder_id", ninth(parent))).ok();
    assertThat(moved.text("/path")).isEqualTo("/d1/d2/d3/d4/d5/d6/d7/d8/d9/below");
  }

  private String ninth(String tenth) {
    for (var folder : member.get(folders).ok().at("/folders")) {
      if (folder.get("folder_id").stringValue().equals(tenth)) {
        return folder.get("parent_folder_id").stringValue();
      }
    }
    throw new AssertionError("no such folder");
  }

  @Test
  void aMoveTakesAlongAllThatIsBelow() {
    String a = create("a", null);
    String b = create("b", a);
    String note = note(b).text("/note_id");
    String c = create("c", null);
    member.patch(folders + "/" + a, json("name", "x", "parent_folder_id", c)).ok();
    String one = folders.replace("/folders", "/notes") + "/" + note;
    assertThat(member.get(one).ok().text("/folder_path")).isEqualTo("/c/x/b");
    member.patch(folders + "/" + a, "{}").ok();
    assertThat(member.get(one).ok().text("/folder_path")).isEqualTo("/c/x/b");
    member.patch(folders + "/" + a, "{\"parent_folder_id\":null}").ok();
    assertThat(member.get(one).ok().text("/folder_path")).isEqualTo("/x/b");
  }

  @Test
  void aFolderIsNotMovedIntoItself() {
    String a = create("a", null);
    String b = create("b", a);
    for (String into : List.of(a, b)) {
      member
          .patch(folders + "/" + a, json("parent_folder_id", into))
          .invalid("body.parent_folder_id inconsistent");
    }
  }

  @Test
  void onlyAnEmptyFolderIsDeleted() {
    String a = create("a", null);
    String b = create("b", a);
    member.delete(folders + "/" + a).refused(409, "folder_not_empty");
    String note = note(b).text("/note_id");
    member.delete(folders + "/" + b).refused(409, "folder_not_empty");
    member.delete(folders.replace("/folders", "/notes") + "/" + note).ok();
    assertThat(member.delete(folders + "/" + b).ok().text("/path")).isEqualTo("/a/b");
    member.delete(folders + "/" + a).ok();
    member.delete(folders + "/" + a).refused(404, "folder_not_found");
    member.patch(folders + "/" + a, "{\"name\":5}").refused(404, "folder_not_found");
  }

  @Test
  void aFolderOfAnotherOrganizationLooksLikeOneThatNeverWas() {
    String theirs = create("a", null);
    var other = server.given().organization();
    var stranger = server.as(server.given().key(other, "org_member"));
    String base = "/v3/organizations/" + other + "/knowledge/folders";
    for (String id : List.of(theirs, Id.create(FolderId.class).value(), "x")) {
      stranger.delete(base + "/" + id).refused(404, "folder_not_found");
      stranger.patch(base + "/" + id, json("name", "b")).refused(404, "folder_not_found");
    }
    stranger
        .post(base, json("name", "b", "parent_folder_id", theirs))
        .invalid("body.parent_folder_id unknown_reference");
    assertThat(stranger.get(base).ok().at("/folders")).isEmpty();
  }

  @Test
  void everyWriteLeavesOneAuditRecord() {
    String a = create("a", null);
    member.patch(folders + "/" + a, json("name", "b")).ok();
    member.delete(folders + "/" + a).ok();
    var records = server.given().audit(org);
    assertThat(records)
        .extracting(AuditRecord::action)
        .containsExactly("create_folder", "update_folder", "delete_folder");
    assertThat(records.get(1).data().get("changes").toString())
        .isEqualTo(json("name", fields("new", "b", "old", "a")));
    assertThat(records)
        .allSatisfy(r -> assertThat(r.data().get("folder_id").stringValue()).isEqualTo(a));
  }

  @Test
  void aRepeatedKeyMakesOneFolder() {
    var caller = member.with("Idempotency-Key", "f1");
    var first = caller.post(folders, json("name", "a")).ok();
    assertThat(caller.post(folders, json("name", "a")).ok().body()).isEqualTo(first.body());
    assertThat(member.get(folders).ok().at("/folders")).hasSize(1);
  }
}
