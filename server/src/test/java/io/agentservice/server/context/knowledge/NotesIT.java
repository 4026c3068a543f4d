package io.agentservice.server.context.knowledge;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.testing.Given.AuditRecord;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NotesIT extends OnOrganization {
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
  void aNewNoteHasWhatWasWrittenAndDefaultsForTheRest() {
    var note =
        member
            .post(notes, json("name", "Build", "body", "Use make.", "trigger", "when building"))
            .ok();
    assertThat(note.text("/name")).isEqualTo("Build");
    assertThat(note.text("/body")).isEqualTo("Use make.");
    assertThat(note.text("/folder_id")).isNull();
    assertThat(note.text("/folder_path")).isEqualTo("/");
    assertThat(note.at("/is_enabled").booleanValue()).isTrue();
    assertThat(note.text("/pinned_repo")).isNull();
    assertThat(note.text("/macro")).isNull();
    assertThat(note.text("/access_type")).isEqualTo("org");
    assertThat(note.text("/org_id")).isEqualTo(org.value());
    assertThat(note.at("/updated_at").longValue()).isEqualTo(note.at("/created_at").longValue());
    assertThat(member.get(notes + "/" + id(note)).ok().body()).isEqualTo(note.body());
  }

  /** Item 48. */
  @Test
  void theTriggerIsTakenByEitherNameAndShownByBoth() {
    for (String name : List.of("trigger", "trigger_description")) {
      var note =
          member
              .post(notes, "{\"name\":\"n\",\"body\":\"b\",\"%s\":\"in tests\"}".formatted(name))
              .ok();
      assertThat(note.text("/trigger")).isEqualTo("in tests");
      assertThat(note.text("/trigger_description")).isEqualTo("in tests");
    }
  }

  /** Item 20. */
  @Test
  void bothNamesOfTheTriggerPassWithOneTextAndClashWithTwoOnTheSecond() {
    String both = json("name", "n", "body", "b", "trigger_description", "x", "trigger", "%s");
    member.post(notes, both.formatted("x")).ok();
    member.post(notes, both.formatted("y")).invalid("body.trigger alias_conflict");
  }

  @Test
  void everythingThatIsWrongWithANoteIsTold() {
    member
        .post(notes, "{}")
        .invalid("body.name missing", "body.body missing", "body.trigger missing");
    member
        .post(
            notes,
            """
            {"name": "%s", "body": 5, "trigger_description": 7, "is_enabled": "yes",
             "pinned_repo": "nothing", "folder_id": "folder-1", "unknown": 1}
            """
                .formatted("x".repeat(257)))
        .invalid(
            "body.name too_long",
            "body.body type",
            "body.trigger_description type",
            "body.is_enabled type",
            "body.pinned_repo pattern",
            "body.folder_id unknown_reference");
    String long_ = "x".repeat((1 << 20) + 1);
    member
        .post(notes, json("name", "n", "trigger", "t", "body", long_))
        .invalid("body.body too_long");
    member.post(notes, "[1]").invalid("body type");
  }

  @Test
  void lengthsCountCharactersAndNotTheirEncoding() {
    var note = member.post(notes, json("name", "😀".repeat(256), "body", "b", "trigger", "t")).ok();
    assertThat(note.text("/name")).isEqualTo("😀".repeat(256));
  }

  @Test
  void aTextWithTheCharacterZeroIsRefused() {
    member
        .post(notes, "{\"name\":\"a\\u0000b\",\"body\":\"b\",\"trigger\":\"t\"}")
        .invalid("body.name pattern");
    member.get(notes + "?search=%00").invalid("query.search pattern");
    member.get(notes + "?qs=%7B%22search%22:%22%5Cu0000%22%7D").invalid("query.search pattern");
  }

  /** Item 48. */
  @Test
  void aPutKeepsWhatIsAbsentAndClearsWhatIsNull() {
    String folder = folder("A");
    String full =
        """
        {"name":"n","body":"b","trigger":"t","folder_id":"%s","is_enabled":false,"pinned_repo":"me/repo"}
        """
            .formatted(folder);
    String one = notes + "/" + id(member.post(notes, full).ok());

    var kept = member.put(one, json("name", "n2", "body", "b2", "trigger", "t2")).ok();
    assertThat(kept.text("/name")).isEqualTo("n2");
    assertThat(kept.text("/folder_id")).isEqualTo(folder);
    assertThat(kept.text("/folder_path")).isEqualTo("/A");
    assertThat(kept.at("/is_enabled").booleanValue()).isFalse();
    assertThat(kept.text("/pinned_repo")).isEqualTo("me/repo");

    var cleared =
        member
            .put(
                one,
                """
                {"name":"n2","body":"b2","trigger":"t2","folder_id":null,"is_enabled":null,"pinned_repo":null}
                """)
            .ok();
    assertThat(cleared.text("/folder_id")).isNull();
    assertThat(cleared.text("/folder_path")).isEqualTo("/");
    assertThat(cleared.at("/is_enabled").booleanValue()).isTrue();
    assertThat(cleared.text("/pinned_repo")).isNull();
    assertThat(member.get(one).ok().body()).isEqualTo(cleared.body());
  }

  @Test
  void aPutNeedsItsRequiredFields() {
    String one = notes + "/" + id(create("n"));
    member
        .put(one, json("name", null, "body", "b"))
        .invalid("body.name missing", "body.trigger missing");
  }

  @Test
  void aDeletedNoteIsAnsweredOnceMoreAndThenGone() {
    var note = create("n");
    String one = notes + "/" + id(note);
    assertThat(member.delete(one).ok().body()).isEqualTo(note.body());
    member.delete(one).refused(404, "note_not_found");
    member.get(one).refused(404, "note_not_found");
    member.put(one, "{}").refused(404, "note_not_found");
    assertThat(member.get(notes).ok().at("/items")).isEmpty();
  }

  @Test
  void aNoteOfAnotherOrganizationLooksLikeOneThatNeverWas() {
    String theirs = id(create("theirs"));
    var other = server.given().organization();
    var stranger = server.as(server.given().key(other, "org_member"));
    String base = "/v3/organizations/" + other + "/knowledge/notes/";
    String body = json("name", "n", "body", "b", "trigger", "t");
    for (String id : List.of(theirs, Id.create(NoteId.class).value(), "note-1", "x")) {
      var answers =
          List.of(
              stranger.get(base + id), stranger.put(base + id, body), stranger.delete(base + id));
      for (Reply answer : answers) {
        answer.refused(404, "note_not_found");
        assertThat(answer.text("/detail")).isEqualTo("No such note");
      }
    }
    assertThat(member.get(notes + "/" + theirs).ok().text("/name")).isEqualTo("theirs");
    assertThat(stranger.get(base.replaceFirst("/$", "")).ok().at("/items")).isEmpty();
    stranger.get(notes).refused(404, "organization_not_found");
  }

  @Test
  void withoutThePermissionNothingIsLearnt() {
    var guest = server.as(server.given().accountKey("account_member"));
    guest.get(notes).refused(404, "organization_not_found");
    String one = notes + "/" + id(create("n"));
    server.anonymous().get(one).refused(401, "credentials_missing");
    server.anonymous().post(notes, "{}").refused(401, "credentials_missing");
  }

  @Test
  void theFolderOfANoteMustBeOfItsOrganization() {
    var other = server.given().organization();
    String theirs =
        server
            .admin()
            .post("/v3/organizations/" + other + "/knowledge/folders", json("name", "A"))
            .ok()
            .text("/folder_id");
    String body = json("name", "n", "body", "b", "trigger", "t", "folder_id", theirs);
    member.post(notes, body).invalid("body.folder_id unknown_reference");
    member.put(notes + "/" + id(create("n")), body).invalid("body.folder_id unknown_reference");
    assertThat(member.get(notes).ok().each("/name")).containsExactly("n");
  }

  @Test
  void everyWriteLeavesOneAuditRecordAndAFailedOneNone() {
    var note = create("n");
    String one = notes + "/" + id(note);
    var caller = member.with("X-Request-Id", "the-edit");
    caller.put(one, json("name", "m", "body", "secret words", "trigger", "always")).ok();
    member.post(notes, "{}");
    member.put(one, "{}");
    member.delete(one).ok();
    member.delete(one);
    member.get(notes);

    var records = server.given().audit(org);
    assertThat(records)
        .extracting(AuditRecord::action)
        .containsExactly("create_knowledge", "edit_knowledge", "delete_knowledge");
    assertThat(records)
        .allSatisfy(record -> {
          assertThat(record.data().get("note_id").stringValue()).isEqualTo(id(note));
          assertThat(record.data().get("access_type").stringValue()).isEqualTo("org");
          assertThat(record.serviceUserId()).startsWith("service-user-");
          assertThat(record.ip()).isEqualTo("127.0.0.1");
        });
    var edit = records.get(1);
    assertThat(edit.requestId()).isEqualTo("the-edit");
    assertThat(edit.data().get("changes").toString())
        .isEqualTo(
            json("body", fields("new", 12, "old", 4), "name", fields("new", "m", "old", "n")));
    assertThat(server.given().dump("audit_log")).doesNotContain("secret words");
  }

  @Test
  void aRepeatedKeyGivesTheFirstAnswerAndOneNote() {
    var caller = member.with("Idempotency-Key", "k1");
    String body = json("name", "n", "body", "b", "trigger", "t");
    var first = caller.post(notes, body).ok();
    var again = caller.post(notes, "{\"trigger\":\"t\", \"body\":\"b\", \"name\":\"n\"}").ok();
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(first.header("Idempotency-Replayed")).isNull();
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    var mismatch = caller.post(notes, body.replace("\"b\"", "\"c\""));
    assertThat(mismatch.text("/code")).isEqualTo("idempotency_mismatch");
    mismatch.invalid("header.Idempotency-Key inconsistent");
    assertThat(member.get(notes).ok().each("/name")).hasSize(1);
    assertThat(server.given().audit(org)).hasSize(1);
    assertThat(server.given().dump("idempotency")).contains("k1").doesNotContain(id(first));
  }

  @Test
  void parallelRequestsWithOneKeyMakeOneNote() throws Exception {
    var caller = member.with("Idempotency-Key", "k2");
    String body = json("name", "n", "body", "b", "trigger", "t");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Reply> work = () -> caller.post(notes, body);
      var answers = new ArrayList<Reply>();
      for (Future<Reply> answer : threads.invokeAll(List.of(work, work, work, work, work, work))) {
        answers.add(answer.get());
      }
      assertThat(answers).extracting(Reply::status).contains(200).isSubsetOf(200, 409);
      assertThat(answers)
          .filteredOn(answer -> answer.status() == 409)
          .allSatisfy(
              answer -> assertThat(answer.text("/code")).isEqualTo("idempotency_in_progress"));
    }
    assertThat(member.get(notes).ok().each("/name")).hasSize(1);
  }
}
