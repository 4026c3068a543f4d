package io.agentservice.server.context.knowledge;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which notes a session is told of. */
class NotesOfSessionsIT {
  private static TestServer server;

  private OrgId org;
  private ApiClient admin;

  @BeforeAll
  static void start() {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void freshOrganization() {
    org = server.given().organization();
    admin = server.admin();
  }

  private String note(String name, String more) {
    return admin
        .post(
            "/v3/organizations/" + org + "/knowledge/notes",
            "{\"name\":\"%s\",\"body\":\"b\",\"trigger\":\"t\"%s}".formatted(name, more))
        .ok()
        .text("/note_id");
  }

  private List<String> told(List<String> ids, List<String> repos) {
    var account = new AccountId(server.given().text("SELECT account_id FROM account"));
    try (var database = server.openDatabase()) {
      return new Notes(database)
          .fitting(new Scope(account, org), ids, repos, 100).stream().map(Note::name).toList();
    }
  }

  @Test
  void pinnedNotesComeFirstAndThoseOfOtherRepositoriesNotAtAll() {
    note("free", "");
    note("here", ",\"pinned_repo\":\"acme/shop\"");
    note("there", ",\"pinned_repo\":\"acme/bank\"");
    note("everywhere", ",\"pinned_repo\":\"all\"");
    note("switched off", ",\"is_enabled\":false");
    assertThat(told(null, List.of("acme/shop"))).containsExactly("everywhere", "here", "free");
  }

  @Test
  void ofALongBodyOnlyTheBeginningIsRead() {
    var account = new AccountId(server.given().text("SELECT account_id FROM account"));
    server
        .given()
        .update("UPDATE note SET body = repeat('x', 1048576) WHERE note_id = ?", note("long", ""));
    try (var database = server.openDatabase()) {
      assertThat(new Notes(database).fitting(new Scope(account, org), null, List.of(), 100))
          .singleElement()
          .satisfies(read -> assertThat(read.body()).hasSize(100));
    }
  }

  @Test
  void aNotePinnedOnAHostIsToldOnThatHostOnlyAndOneWithoutEverywhere() {
    note("on github", ",\"pinned_repo\":\"github.com/acme/shop\"");
    note("in house", ",\"pinned_repo\":\"git.corp/acme/shop\"");
    note("anywhere", ",\"pinned_repo\":\"acme/shop\"");
    assertThat(told(null, List.of("https://GitHub.com/acme/shop.git")))
        .containsExactly("anywhere", "on github");
    assertThat(told(null, List.of("git.corp/acme/shop", "acme/other")))
        .containsExactly("anywhere", "in house");
    assertThat(told(null, List.of("acme/shop")))
        .containsExactly("anywhere", "in house", "on github");
  }

  @Test
  void aSessionMayNameItsNotesOrNone() {
    String wanted = note("wanted", "");
    note("other", "");
    assertThat(told(List.of(wanted), List.of())).containsExactly("wanted");
    assertThat(told(List.of(), List.of())).isEmpty();
  }

  @Test
  void notesOfAnotherOrganizationAreNotTold() {
    note("mine", "");
    org = server.given().organization();
    assertThat(told(null, List.of())).isEmpty();
  }

  @Test
  void aSessionThatNamesAnUnknownNoteIsRefused() {
    String mine = note("mine", "");
    String path = "/v3/organizations/" + org + "/sessions";
    admin
        .post(path, json("prompt", "p", "knowledge_ids", List.of(mine, "note-none")))
        .invalid("body.knowledge_ids.1 unknown_reference");
    admin.post(path, json("prompt", "p", "knowledge_ids", List.of(mine))).ok();
  }
}
