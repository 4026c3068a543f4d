package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.http.requests.Idempotency;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sections 8.2 and 10 of completions.md: keys of requests that create or send. */
class IdempotencyConformanceIT extends OnOrganization {
  private static final String PROMPT = json("prompt", "p");

  private String sessions;
  private String folders;

  @BeforeEach
  void paths() {
    sessions = path("sessions");
    folders = path("knowledge/folders");
  }

  private static void replayed(Reply reply, Reply first) {
    assertThat(reply.ok().header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(reply.body()).isEqualTo(first.body());
  }

  @Test
  void oneKeyAndBodyInTwoPlacesAreTwoRequests() {
    var caller = server.admin().with("Idempotency-Key", "in-two-places");
    String other = "/v3/organizations/" + server.given().organization() + "/sessions";
    var here = caller.post(sessions, PROMPT).ok();
    var there = caller.post(other, PROMPT).ok();
    assertThat(there.text("/session_id")).isNotEqualTo(here.text("/session_id"));
    replayed(caller.post(sessions, PROMPT), here);
    replayed(caller.post(other, PROMPT), there);

    String sibling = server.admin().post(sessions, PROMPT).ok().text("/session_id");
    String message = json("message", "m");
    for (String id : List.of(here.text("/session_id"), sibling)) {
      String messages = sessions + "/" + id + "/messages";
      assertThat(caller.post(messages, message).ok().header("Idempotency-Replayed")).isNull();
      assertThat(server.admin().get(messages).ok().each("/message")).contains("m");
    }
  }

  @Test
  void aRequestThatIsRefusedForWhatItSaysLeavesItsKeyFree() {
    var caller = member.with("Idempotency-Key", "refused");
    caller.post(sessions, "{}").invalid("body.prompt missing");
    caller
        .post(sessions, json("prompt", "p", "platform", "amiga"))
        .refused(400, "unknown_platform");
    caller
        .post(sessions, json("prompt", "p", "create_as_user_id", "user-x"))
        .refused(403, "permission_denied");
    var session = caller.post(sessions, PROMPT).ok();
    replayed(caller.post(sessions, PROMPT), session);

    String notes = path("knowledge/notes");
    String unknown = "folder-" + "0".repeat(32);
    caller
        .post(notes, json("name", "n", "body", "b", "trigger", "t", "folder_id", unknown))
        .invalid("body.folder_id unknown_reference");
    caller.post(notes, json("name", "n", "body", "b", "trigger", "t")).ok();
  }

  @Test
  void whatIsWrongWithARequestIsToldBeforeThatItsKeyWasUsed() {
    var caller = member.with("Idempotency-Key", "used");
    caller.post(sessions, PROMPT).ok();
    caller.post(sessions, "{\"prompt\":7}").invalid("body.prompt type");
    caller.post(sessions, json("prompt", "q")).refused(422, "idempotency_mismatch");
  }

  @Test
  void aKeyBelongsToThePathInWhicheverSpelling() {
    var caller = member.with("Idempotency-Key", "spelled");
    var session = caller.post(sessions, PROMPT).ok();
    replayed(caller.post(sessions + "/", PROMPT), session);
    replayed(caller.post(sessions.replace("/v3/", "/v3beta1/"), PROMPT), session);

    String hex = session.text("/session_id").substring("agent-".length());
    String message = json("message", "m");
    var sent = caller.post(sessions + "/" + hex + "/messages", message).ok();
    replayed(caller.post(sessions + "/devin-" + hex + "/messages", message), sent);
    assertThat(member.get(sessions + "/" + hex + "/messages").ok().each("/message"))
        .containsExactly("p", "m");

    var admin = server.admin().with("Idempotency-Key", org.value());
    String outpost = json("name", org.value().substring(4));
    var made = admin.post("/opbeta/outposts", outpost).ok();
    replayed(admin.post("/opbeta/outposts/outposts", outpost), made);
  }

  @Test
  void anotherCallersKeyIsAnotherKey() {
    var first = member.with("Idempotency-Key", "shared").post(sessions, PROMPT).ok();
    var other = server.as(server.given().key(org, "org_member"));
    var second = other.with("Idempotency-Key", "shared").post(sessions, PROMPT).ok();
    assertThat(second.header("Idempotency-Replayed")).isNull();
    assertThat(second.text("/session_id")).isNotEqualTo(first.text("/session_id"));
    other
        .with("Idempotency-Key", "shared")
        .post(sessions, json("prompt", "q"))
        .refused(422, "idempotency_mismatch");
    replayed(member.with("Idempotency-Key", "shared").post(sessions, PROMPT), first);
  }

  @Test
  void theQueryIsAPartOfWhatMustBeTheSame() {
    String parent = member.post(sessions, PROMPT).ok().text("/session_id");
    var caller = member.with("Idempotency-Key", "query");
    var child = caller.post(sessions + "?agent_id=" + parent, PROMPT).ok();
    caller.post(sessions, PROMPT).refused(422, "idempotency_mismatch");
    replayed(caller.post(sessions + "?agent_id=" + parent, PROMPT), child);
  }

  @Test
  void aRefusalThatLiesInTheStateIsRepeatedAsTheAnswerOfItsRequest() {
    member.post(folders, json("name", "a")).ok();
    var caller = member.with("Idempotency-Key", "state");
    caller.post(folders, json("name", "a")).refused(409, "name_taken");
    var folder = member.get(folders).ok().text("/folders/0/folder_id");
    member.delete(folders + "/" + folder).ok();
    var again =
        caller
            .with("X-Request-Id", "second")
            .post(folders + "/", json("name", "a"))
            .refused(409, "name_taken");
    assertThat(again.text("/request_id")).isEqualTo("second");
    assertThat(again.text("/instance")).isEqualTo(folders + "/");
    assertThat(again.header("X-Should-Retry")).isEqualTo("false");
  }

  @Test
  void aKeyIsNewAgainAfterADay() {
    var caller = member.with("Idempotency-Key", "aged");
    var first = caller.post(sessions, PROMPT).ok();
    String age =
        "UPDATE idempotency SET created_at = now() - interval '25 hours' WHERE key = 'aged'";
    server.given().update(age);
    var second = caller.post(sessions, json("prompt", "q")).ok();
    assertThat(second.header("Idempotency-Replayed")).isNull();
    assertThat(second.text("/session_id")).isNotEqualTo(first.text("/session_id"));
    replayed(caller.post(sessions, json("prompt", "q")), second);

    member.with("Idempotency-Key", "young").post(sessions, PROMPT).ok();
    server.given().update(age);
    try (var database = server.openDatabase()) {
      new Idempotency(database, new Vault(MasterKey.fresh())).dropExpired();
    }
    assertThat(
            List.of(
                server.given().number("SELECT count(*) FROM idempotency WHERE key = 'aged'"),
                server.given().number("SELECT count(*) FROM idempotency WHERE key = 'young'")))
        .containsExactly(0L, 1L);
  }

  @Test
  void everyConflictButAnUnfinishedFirstRequestSaysNotToTryAgain() throws Exception {
    member.post(folders, json("name", "b")).ok();
    assertThat(
            member
                .post(folders, json("name", "b"))
                .refused(409, "name_taken")
                .header("X-Should-Retry"))
        .isEqualTo("false");

    String session = member.post(sessions, PROMPT).ok().text("/session_id");
    String messages = sessions + "/" + session + "/messages";
    var caller = member.with("Idempotency-Key", "held");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var lock = server.given().lockOn(session);
      var first = threads.submit(() -> caller.post(messages, json("message", "m")));
      String held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'";
      await(() -> server.given().number(held) > 0);
      var unfinished =
          caller.post(messages, json("message", "m")).refused(409, "idempotency_in_progress");
      assertThat(unfinished.header("X-Should-Retry")).isNull();
      assertThat(unfinished.header("Retry-After")).isEqualTo("1");
      lock.close();
      first.get().ok();
    }
    member.delete(sessions + "/" + session).ok();
    assertThat(
            member
                .post(messages, json("message", "m"))
                .refused(409, "session_ended")
                .header("X-Should-Retry"))
        .isEqualTo("false");
  }
}
