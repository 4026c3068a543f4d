package io.agentservice.server.agent.driver;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.driver.stalls.Doings;
import io.agentservice.server.agent.driver.traces.Traces;
import io.agentservice.server.agent.loop.SystemPrompt;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.session.StoreAwayException;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.context.git.GitFeature;
import io.agentservice.server.context.indexing.IndexingFeature;
import io.agentservice.server.context.knowledge.Notes;
import io.agentservice.server.context.searches.SearchesFeature;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.outposts.NetworkPolicies;
import io.agentservice.server.testing.LargestRows;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.wire.frames.ToServer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session as its loop sees it, on a real database. */
class DrivenSessionIT extends OnOutpost {
  @TempDir private Path home;
  private Database database;

  @BeforeEach
  void open() {
    database = server.openDatabase();
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** The session, running under a claim of its own. */
  private LoopSession driven(String id) {
    claim(id, "w").ok();
    server
        .given()
        .update(
            """
            WITH entry AS (UPDATE queue_entry SET session_status = 'RUNNING' WHERE session_id = ?)
            UPDATE session SET status = 'RUNNING', connection = 4 WHERE session_id = ?
            """,
            id,
            id);
    var signals = new EventSignals();
    var log = new EventLog(database, signals);
    var feature = DrivenParts.feature(database, home);
    return new DrivenSession(
        feature.sessions().find(new SessionId(id)).orElseThrow(),
        new Tenure(1, 4),
        feature,
        List.of(),
        sources(),
        DrivenParts.model(new OrgId("org-x")),
        log,
        signals,
        new StepMeters(new Metrics()),
        new Doings(LiveOutput.NONE, InstantSource.system()),
        Traces.NONE);
  }

  private Sources sources() {
    var lists = new Lists(new Cursors(new byte[32]));
    var settings = Settings.read(Map.of("AGENT_HOME", home.toString()));
    var git = GitFeature.wire(database, new Vault(MasterKey.fresh()), lists);
    var index = IndexingFeature.wire(database, git, lists, settings).search();
    var searches = SearchesFeature.wire(database, index, lists).searches();
    return new Sources(
        new Notes(database),
        searches,
        git.repositories(),
        server.gitAccess(),
        new CheckoutPlans(git, settings.content().checkouts(), (_, _) -> null),
        null,
        null,
        null,
        new NetworkPolicies(database, "{\"enabled\":false,\"allow\":[]}"),
        null);
  }

  @Test
  void whileTheDatabaseIsAwayEveryCallSaysSo() {
    var session = driven(session());
    database.close();

    assertThatThrownBy(session::brief).isInstanceOf(StoreAwayException.class);
    assertThatThrownBy(() -> session.history(_ -> {})).isInstanceOf(StoreAwayException.class);
    assertThatThrownBy(() -> session.append(List.of(new LoopEvent.Nudge("go on"))))
        .isInstanceOf(StoreAwayException.class);
    assertThatThrownBy(session::deliver).isInstanceOf(StoreAwayException.class);
    assertThatThrownBy(() -> session.awaitMessage(Duration.ofMinutes(1), _ -> true))
        .isInstanceOf(StoreAwayException.class);
    assertThatThrownBy(() -> session.reserve(BigDecimal.ONE))
        .isInstanceOf(StoreAwayException.class);
    assertThatThrownBy(session::unreserve).isInstanceOf(StoreAwayException.class);
  }

  @Test
  void aSessionThatTheServiceCanNotServeSleepsWithTheReasonUntilAMessage() {
    String id = session();
    driven(id).append(List.of(new LoopEvent.Suspended("internal", "The service failed")));

    var asleep = admin.get(path("sessions/" + id)).ok();
    assertThat(asleep.text("/status")).isEqualTo("suspended");
    assertThat(asleep.text("/status_detail")).isEqualTo("error");
    assertThat(asleep.text("/error/code")).isEqualTo("internal");
    assertThat(asleep.text("/error/message")).isEqualTo("The service failed");

    var woken = admin.post(path("sessions/" + id + "/messages"), json("message", "try again")).ok();
    assertThat(woken.text("/status")).isEqualTo("resuming");
    assertThat(woken.text("/error")).isNull();
  }

  @Test
  void theAgentIsToldOfTheMannerOfItsWorkAndMayReadTheLinkedSessions() {
    String before = session();
    driven(before).append(List.of(new LoopEvent.AgentMessage("call-1", "The cause is a race")));
    var wanted =
        """
        {"prompt": "p", "advanced_mode": "improve", "structured_output_required": false,
         "session_links": ["%s", "%s"]}
        """
            .formatted(before, before.substring("agent-".length()));
    var brief = driven(admin.post(path("sessions"), wanted).ok().text("/session_id")).brief();

    assertThat(brief.mode()).isEqualTo("improve");
    assertThat(brief.outputRequired()).isFalse();
    assertThat(brief.linked())
        .singleElement()
        .satisfies(linked -> {
          assertThat(linked.id()).isEqualTo(before);
          assertThat(linked.course().get().text(100)).isEqualTo("Agent: The cause is a race");
        });
    var hello = new ToServer.Hello("1", "linux-x64", "/work", List.of(), List.of());
    assertThat(SystemPrompt.of(brief, hello, new History()))
        .contains("# Manner of work\n\nImprove: ", "with read_session\n\n- " + before + ": ");

    var plain = driven(session()).brief();
    assertThat(plain.mode()).isNull();
    assertThat(plain.outputRequired()).isTrue();
    assertThat(plain.linked()).isEmpty();
    assertThat(SystemPrompt.of(plain, hello, new History()))
        .doesNotContain("Manner of work", "Linked sessions");
  }

  @Test
  void aNoteThatIsTooLongIsNamedAndReadByItsId() {
    String large = note("a", "x".repeat(40_000));
    String shown = note("c", "short");
    var brief = driven(session()).brief();
    var hello = new ToServer.Hello("1", "linux-x64", "/work", List.of(), List.of());
    assertThat(SystemPrompt.of(brief, hello, new History()))
        .contains("Trigger: when a\n\n(long: read it by read_note, " + large + ")")
        .contains("Trigger: when c\n\nshort\n");
    var notes = brief.lookups().notes();
    assertThat(notes.body(large)).hasValue("x".repeat(40_000));
    assertThat(notes.body(shown)).isEmpty();
    admin.delete(path("knowledge/notes/" + large)).ok();
    assertThat(notes.body(large)).isEmpty();
    assertThat(driven(session()).brief().lookups().notes()).isNull();
  }

  private String note(String name, String body) {
    var note = json("name", name, "body", body, "trigger", "when " + name);
    return admin.post(path("knowledge/notes"), note).ok().text("/note_id");
  }

  @Test
  void item123AnObjectThatTheAgentNotesIsShownAtOnceByVersion1() {
    var old = server.as(server.given().legacyKey(server.given().human(org, "org_member"), org));
    String id = old.post("/v1/sessions", json("prompt", "p")).ok().text("/session_id");
    var session = driven(id);
    var brief = session.brief();
    assertThat(brief.structuredOutputSchema().get("type").asString()).isEqualTo("object");
    assertThat(brief.outputRequired()).isFalse();

    session.deliver();
    var noted = Json.MAPPER.readTree("{\"found\":[1,\"a\\u0000b\"]}");
    session.append(List.of(new LoopEvent.OutputNoted("call-1", noted)));
    var working = old.get("/v1/session/" + id).ok();
    assertThat(working.text("/status_enum")).isEqualTo("working");
    assertThat(working.at("/structured_output/found/0").intValue()).isEqualTo(1);
    assertThat(working.text("/structured_output/found/1")).isEqualTo("a\uFFFDb");
    assertThat(old.get("/v1/sessions").ok().text("/sessions/0/structured_output"))
        .isEqualTo("{\"found\": [1, \"a\uFFFDb\"]}");

    var last = Json.MAPPER.readTree("{\"done\":\"a\\u0000\"}");
    session.append(List.of(new LoopEvent.Finished("s", last)));
    var finished = old.get("/v1/session/" + id).ok();
    assertThat(finished.text("/status_enum")).isEqualTo("finished");
    assertThat(finished.at("/structured_output").toString()).isEqualTo("{\"done\":\"a\uFFFD\"}");
    assertThat(admin.get(path("sessions/" + id)).ok().text("/structured_output/done"))
        .isEqualTo("a\uFFFD");
  }

  @Test
  void onlySessionsOfVersion1TakeAnyObjectAndOnlyWithoutASchema() {
    assertThat(driven(session()).brief().structuredOutputSchema()).isNull();
    var old = server.as(server.given().legacyKey(server.given().human(org, "org_member"), org));
    String own =
        old.post(
                "/v1/sessions",
                json("prompt", "p", "structured_output_schema", fields("required", List.of("n"))))
            .ok()
            .text("/session_id");
    var brief = driven(own).brief();
    assertThat(brief.structuredOutputSchema().toString()).isEqualTo(json("required", List.of("n")));
    assertThat(brief.outputRequired()).isTrue();
  }

  private static LoopEvent.ModelTurn turn(String dollars) {
    return new LoopEvent.ModelTurn(
        List.of(new Part.Text("Hm")),
        Stop.END_TURN,
        Usage.NONE,
        "model-1",
        new BigDecimal(dollars),
        1,
        null,
        null);
  }

  @Test
  void turnsAndSummariesAreBookedWithTheirEvents() {
    String id = session();
    var session = driven(id);
    session.append(List.of(turn("0.5")));
    session.append(
        List.of(
            new LoopEvent.Summarized(
                8, "Found it", Usage.NONE, "model-1", new BigDecimal("0.25"))));

    var shown = admin.get(path("sessions/" + id)).ok();
    assertThat(shown.at("/model_dollars").toString()).isEqualTo("0.75");
    assertThat(shown.at("/acus_consumed").toString()).isEqualTo("0.375");
  }

  @Test
  void aPullRequestIsInTheRecordAndInTheLogOnce() {
    String id = session();
    var found = new LoopEvent.PullRequestFound("https://git.corp/o/r/pull/7", false);
    var session = driven(id);
    session.append(List.of(found));
    session.append(List.of(new LoopEvent.Nudge("go on"), found));

    var shown = admin.get(path("sessions/" + id)).ok();
    assertThat(shown.each("/pull_requests", "/pr_url")).containsExactly(found.url());
    assertThat(admin.get(path("sessions/" + id + "/events")).ok().each("/type"))
        .containsOnlyOnce("pull_request")
        .endsWith("nudge");
  }

  @Test
  void aCallThatCouldPassTheLimitIsNotMadeAndTheSessionSleepsWithThatDetail() {
    String id = session();
    server.given().update("UPDATE session SET max_acu_limit = 1 WHERE session_id = ?", id);
    var session = driven(id);
    assertThat(session.reserve(new BigDecimal("1.5"))).isEmpty();
    session.append(List.of(turn("1.5")));

    var limit = session.reserve(new BigDecimal("1.5")).orElseThrow();
    session.append(List.of(limit));

    assertThat(limit.reason()).contains("limit of 1 ACU");
    var asleep = admin.get(path("sessions/" + id)).ok();
    assertThat(asleep.text("/status")).isEqualTo("suspended");
    assertThat(asleep.text("/status_detail")).isEqualTo("usage_limit_exceeded");
    assertThat(asleep.at("/acus_consumed").toString()).isEqualTo("0.75");
    admin
        .post(path("sessions/" + id + "/messages"), json("message", "go on"))
        .refused(409, "usage_limit_exceeded");
  }

  @Test
  void whatAnEarlierLoopReservedIsFreeForTheNextOne() {
    String id = session();
    server.given().update("UPDATE session SET max_acu_limit = 1 WHERE session_id = ?", id);
    var session = driven(id);
    assertThat(session.reserve(new BigDecimal("1.5"))).isEmpty();

    session.append(List.of(new LoopEvent.MachineAttached("linux", "/srv", false, null)));

    assertThat(session.reserve(new BigDecimal("1.5"))).isEmpty();
    session.unreserve();
    assertThat(session.reserve(new BigDecimal("1.5"))).isEmpty();
  }

  @Test
  void theHistoryIsTheWholeLogInOrderWithoutTheOutputs() {
    String id = new LargestRows(server, org).events(50);
    var read = new ArrayList<Event>();
    driven(id).history(read::add);

    assertThat(read).hasSizeGreaterThan(50);
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i).seq()).isEqualTo(i + 1);
      assertThat(read.get(i).data()).hasSizeLessThan(1000);
    }
    assertThat(read.stream().map(Event::data)).anyMatch(data -> data.contains("call-50"));
  }

  @Test
  void aMessageIsDeliveredWithThePlacesOfItsFiles() {
    var file = admin.upload(path("attachments"), "a.txt", "text".getBytes(UTF_8)).ok();
    String id =
        admin
            .post(
                path("sessions"),
                json(
                    "prompt",
                    "p",
                    "attachment_urls",
                    List.of(file.text("/url"), "https://other.example/x")))
            .ok()
            .text("/session_id");

    var message = driven(id).deliver().getFirst();
    assertThat(message.files())
        .containsExactly(
            new LoopEvent.AttachedFile(file.text("/attachment_id"), "attachments/a.txt", 4));
    assertThat(message.links()).containsExactly("https://other.example/x");
  }
}
