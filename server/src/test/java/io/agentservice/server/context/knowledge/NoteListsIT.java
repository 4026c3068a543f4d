package io.agentservice.server.context.knowledge;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoteListsIT extends OnOrganization {
  private String notes;

  @BeforeEach
  void paths() {
    notes = path("knowledge/notes");
  }

  private Reply create(String name) {
    return member.post(notes, json("name", name, "body", "text", "trigger", "always")).ok();
  }

  private String id(Reply note) {
    return note.text("/note_id");
  }

  private String folder(String name) {
    return member
        .post(notes.replace("/notes", "/folders"), json("name", name))
        .ok()
        .text("/folder_id");
  }

  @Test
  void pagesAreNewestFirstAndHoldEachNoteOnceWhileOthersAreAdded() {
    var names = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      create("n" + i);
      names.addFirst("n" + i);
    }
    var seen = new ArrayList<String>();
    String after = "";
    for (int i = 0; i < 5; i++) {
      var page = member.get(notes + "?first=1" + after).ok();
      seen.addAll(page.each("/name"));
      boolean last = i == 4;
      assertThat(page.at("/has_next_page").booleanValue()).isEqualTo(!last);
      assertThat(page.text("/end_cursor") == null).isEqualTo(last);
      after = "&after=" + page.text("/end_cursor");
      create("added");
    }
    assertThat(seen).isEqualTo(names);
    assertThat(member.get(notes + "?first=2").ok().at("/total").longValue()).isEqualTo(10);
  }

  @Test
  void pagingGoesOnAfterTheLastNoteSeenWasDeleted() {
    create("old");
    var newest = create("new");
    var page = member.get(notes + "?first=1").ok();
    member.delete(notes + "/" + id(newest)).ok();
    var next = member.get(notes + "?first=1&after=" + page.text("/end_cursor")).ok();
    assertThat(next.each("/name")).containsExactly("old");
  }

  @Test
  void aCursorIsGoodForItsListOnly() {
    create("a");
    create("b");
    String cursor = member.get(notes + "?first=1").ok().text("/end_cursor");
    member.get(notes + "?first=2&after=" + cursor).ok();
    String changed = (cursor.charAt(0) == 'A' ? 'B' : 'A') + cursor.substring(1);
    member.get(notes + "?after=" + changed).refused(400, "invalid_cursor");
    member.get(notes + "?search=a&after=" + cursor).refused(400, "invalid_cursor");
    var other = server.given().organization();
    server
        .admin()
        .get(notes.replace(org.value(), other.value()) + "?after=" + cursor)
        .refused(400, "invalid_cursor");
  }

  @Test
  void badPageSizesAreRefused() {
    member.get(notes + "?first=0").invalid("query.first too_small");
    member.get(notes + "?first=201").invalid("query.first too_large");
    member
        .get(notes + "?first=x&include_enterprise=maybe")
        .invalid("query.first type", "query.include_enterprise type");
  }

  @Test
  void searchFindsPartsOfNameTriggerAndBodyInAnyCase() {
    String text = json("name", "%s", "body", "%s", "trigger", "%s");
    member.post(notes, text.formatted("Käse 100%", "b", "t")).ok();
    member.post(notes, text.formatted("n1", "find the kÄSE here", "t")).ok();
    member.post(notes, text.formatted("n2", "b", "on KÄSE")).ok();
    member.post(notes, text.formatted("n3", "b", "t")).ok();
    assertThat(search("käse")).containsExactly("n2", "n1", "Käse 100%");
    assertThat(search("0%")).containsExactly("Käse 100%");
    assertThat(search("_")).isEmpty();
    assertThat(search("")).hasSize(4);
  }

  private List<String> search(String text) {
    return member
        .get(notes + "?search=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
        .ok()
        .each("/name");
  }

  @Test
  void aFolderPathFindsTheNotesOfTheFolderAndBelow() {
    String a = folder("A");
    String below =
        member
            .post(notes.replace("/notes", "/folders"), json("name", "B", "parent_folder_id", a))
            .ok()
            .text("/folder_id");
    String neighbour = folder("AB");
    for (String folder : List.of(a, below, neighbour)) {
      member
          .post(
              notes, json("name", "in " + folder, "body", "b", "trigger", "t", "folder_id", folder))
          .ok();
    }
    create("at the root");
    assertThat(member.get(notes + "?folder_path=/A").ok().each("/folder_path"))
        .containsExactly("/A/B", "/A");
    assertThat(member.get(notes + "?folder_path=/A/").ok().each("/folder_path")).hasSize(2);
    assertThat(member.get(notes + "?folder_path=/A/B").ok().each("/folder_path"))
        .containsExactly("/A/B");
    assertThat(member.get(notes + "?folder_path=/").ok().each("/name")).hasSize(4);
    assertThat(member.get(notes + "?folder_path=/nowhere").ok().at("/items")).isEmpty();
  }

  @Test
  void filtersHoldTogether() {
    String text = json("name", "%s", "body", "b", "trigger", "t", "pinned_repo", "%s");
    member.post(notes, text.formatted("one", "me/x")).ok();
    member.post(notes, text.formatted("two", "me/x")).ok();
    member.post(notes, text.formatted("one", "all")).ok();
    var found = member.get(notes + "?pinned_repo=me/x&search=one").ok();
    assertThat(found.each("/pinned_repo")).containsExactly("me/x");
    assertThat(found.at("/total").longValue()).isEqualTo(1);
    assertThat(member.get(notes + "?pinned_repo=me/y").ok().at("/total").longValue()).isZero();
  }

  @Test
  void notesOfTheEnterpriseAreListedOnlyWhenAskedFor() {
    create("ours");
    String enterprise = server.given().enterpriseNote("of all");
    assertThat(member.get(notes).ok().each("/name")).containsExactly("ours");
    var both = member.get(notes + "?include_enterprise=1").ok();
    assertThat(both.each("/note_id")).contains(enterprise).hasSize(both.at("/total").intValue());
    assertThat(both.each("/access_type")).contains("enterprise", "org");
    member.delete(notes + "/" + enterprise).refused(404, "note_not_found");
    member.put(notes + "/" + enterprise, "{}").refused(404, "note_not_found");
    var read = member.get(notes + "/" + enterprise).ok();
    assertThat(read.text("/access_type")).isEqualTo("enterprise");
    assertThat(read.text("/org_id")).isNull();
  }
}
