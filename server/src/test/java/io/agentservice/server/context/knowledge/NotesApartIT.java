package io.agentservice.server.context.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notes of organizations beside each other. */
class NotesApartIT extends OnStatements<NoteSql> {
  private static final OrgId ONE = new OrgId("org-1");
  private static final OrgId OTHER = new OrgId("org-2");
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), ONE);

  NotesApartIT() {
    super(NoteSql.class);
  }

  private void note(String id, OrgId org, Object... more) {
    row(
        "note",
        "note_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        org,
        "is_enabled",
        true,
        "pinned_repo",
        more.length == 0 ? null : "x",
        "pinned_host",
        more.length == 0 ? null : more[0],
        "pinned_path",
        more.length == 0 ? null : more[1]);
  }

  private static List<String> ids(List<Note> notes) {
    return notes.stream().map(note -> note.noteId().value()).sorted().toList();
  }

  @Test
  void anOrganizationReadsItsOwnAndThoseOfTheEnterprise() {
    note("note-1", ONE);
    note("note-2", OTHER);
    note("note-3", null);
    var any = new NoteFilter(null, null, null, null);

    assertThat(ids(ask(sql -> sql.list(SCOPE, any, Window.first(10)))))
        .containsExactly("note-1", "note-3");
    assertThat(askCount(sql -> sql.count(SCOPE, any, 10))).isEqualTo(2);
    assertThat(askOne(sql -> sql.find(SCOPE, new NoteId("note-2")))).isEmpty();
    assertThat(askAll(sql -> sql.known(SCOPE, List.of("note-1", "note-2", "note-3"))))
        .containsExactlyInAnyOrder("note-1", "note-3");
  }

  @Test
  void thoseOfARepositoryAreThoseOfItsHostWhereBothSayOne() {
    note("note-1", ONE, "one.example", "o/r");
    note("note-2", ONE, "two.example", "o/r");
    note("note-3", ONE, null, "o/r");
    note("note-4", ONE, "one.example", "o/other");
    note("note-5", ONE);

    assertThat(pinned(null)).containsExactly("note-1", "note-2", "note-3");
    assertThat(pinned("one.example")).containsExactly("note-1", "note-3");
    assertThat(fitting("one.example")).containsExactly("note-1", "note-3", "note-5");
    assertThat(fitting("")).containsExactly("note-1", "note-2", "note-3", "note-5");
  }

  private List<String> pinned(String host) {
    var filter = new NoteFilter(null, null, new RepoName(host, "o/r"), null);
    var found = ids(ask(sql -> sql.list(SCOPE, filter, Window.first(10))));
    assertThat(askCount(sql -> sql.count(SCOPE, filter, 10))).isEqualTo(found.size());
    assertThat(askAll(sql -> sql.sizes(SCOPE, filter, Window.first(10)))).hasSize(found.size());
    return found;
  }

  private List<String> fitting(String host) {
    return ids(ask(sql -> sql.fitting(SCOPE, null, List.of(host), List.of("o/r"), 9, 10)));
  }

  @Test
  void thoseOfOneOrganizationAreErasedByParts() {
    for (int i = 1; i <= 3; i++) {
      note("note-" + i, ONE);
      note("note-1" + i, OTHER);
    }

    assertThat(askCount(sql -> sql.erase(ONE, 2))).isEqualTo(2);
    assertThat(askCount(sql -> sql.erase(ONE, 2))).isEqualTo(1);
    assertThat(values("note", "org_id")).containsExactly("org-2", "org-2", "org-2");
  }

  @Test
  void aNoteLiesInAFolderOfItsOrganization() {
    row("folder", "folder_id", "folder-1", "org_id", OTHER);

    assertThat(askOne(sql -> sql.holdFolder(OTHER, new FolderId("folder-1")))).isPresent();
    assertThat(askOne(sql -> sql.holdFolder(ONE, new FolderId("folder-1")))).isEmpty();
  }
}
