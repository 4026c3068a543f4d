package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import io.agentservice.wire.frames.ToRemote;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guardrails of a whole server, and the lists of what broke them (api-enterprise.md 16). */
class GuardrailsIT extends OnOutpost {
  private static final String ALL = "/v3beta1/enterprise/guardrail-violations";
  private static final String RULES =
      """
      guardrails:
        - {id: no-force, name: No force pushes, type: command, pattern: 'push .*--force', action: blocked,
           reason: history is shared}
        - {id: seen, name: Listings, type: command, pattern: '^ls', action: logged}
        - {id: quiet, name: No production, type: prompt, pattern: '(?i)production', action: suspended}
      """;

  @TempDir private static Path directory;

  private final OpenAiWireServer model = new OpenAiWireServer();
  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  protected Map<String, String> settings() {
    try {
      Files.writeString(directory.resolve("rules.yaml"), RULES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var settings = new HashMap<>(model.settings("gpt-5"));
    settings.put("AGENT_GUARDRAILS_FILE", directory.resolve("rules.yaml").toString());
    return settings;
  }

  @AfterAll
  void close() {
    model.close();
    http.shutdownNow();
  }

  private Peer connected(String id) throws Exception {
    var address = server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id;
    return Peer.greeted(http, URI.create(address), token(claim(id, "w")));
  }

  private void awaitDetail(String id, String detail) {
    await(() -> detail.equals(admin.get(path("sessions/" + id)).ok().text("/status_detail")));
  }

  private Reply violations(String query) {
    return admin
        .get("/v3beta1/enterprise/organizations/" + org + "/guardrail-violations" + query)
        .ok();
  }

  /** A session that lists, tries to push and gives up. */
  private String broken() throws Exception {
    model
        .call("call-1", "bash", json("command", "ls"))
        .call("call-2", "bash", json("command", "git push origin main --force"))
        .ask("I can't push.");
    String id = session();
    var remote = connected(id);
    var listing = remote.hear(ToRemote.Exec.class);
    remote.exited(listing.id(), 0, 0);
    awaitDetail(id, "waiting_for_user");
    assertThat(remote.heard).noneMatch(frame -> frame.contains("--force"));
    return id;
  }

  @Test
  void whatBreaksThemIsRecordedOnceWithItsAuditRecord() throws Exception {
    String id = broken();
    var list = violations("");
    assertThat(list.each("/guardrail_id")).containsExactly("no-force", "seen");
    assertThat(list.each("/action_taken")).containsExactly("blocked", "logged");
    assertThat(list.text("/items/0/session_id")).isEqualTo(id);
    assertThat(list.text("/items/0/org_id")).isEqualTo(org.value());
    assertThat(list.text("/items/0/guardrail_name")).isEqualTo("No force pushes");
    assertThat(list.text("/items/0/guardrail_type")).isEqualTo("command");
    assertThat(list.text("/items/0/user_message")).isEqualTo("git push origin main --force");
    assertThat(list.text("/items/0/reasoning")).isEqualTo("history is shared");
    assertThat(list.at("/items/0/confidence_score").doubleValue()).isEqualTo(1);
    long newest = list.at("/items/0/violation_id").longValue();
    assertThat(newest).isGreaterThan(list.at("/items/1/violation_id").longValue());

    var audit =
        server.given().audit(org).stream()
            .filter(record -> record.action().equals("ai_guardrail_violation"))
            .toList();
    assertThat(audit).hasSize(2);
    assertThat(audit.getLast().data().path("violation_id").longValue()).isEqualTo(newest);
    assertThat(audit.getLast().data().path("action_taken").asString()).isEqualTo("blocked");

    String events = admin.get(path("sessions/" + id + "/events")).ok().body();
    assertThat(events).contains("\"type\":\"guardrail\"", "history is shared");
    assertThat(events).doesNotContain("\"guardrail_id\":\"seen\"");
  }

  @Test
  void aMessageCanPutTheSessionToSleepBeforeAnyModelIsAsked() throws Exception {
    int before = model.requests().size();
    String id =
        member
            .post(path("sessions"), json("prompt", "Delete the PRODUCTION data"))
            .ok()
            .text("/session_id");
    var _ = connected(id);
    await(() -> "suspended".equals(admin.get(path("sessions/" + id)).ok().text("/status")));
    assertThat(model.requests()).hasSize(before);
    assertThat(violations("").each("/user_message")).containsExactly("Delete the PRODUCTION data");
    assertThat(
            server
                .given()
                .text("SELECT error_code || error_message FROM session WHERE session_id = ?", id))
        .contains("guardrail", "No production");
  }

  @Test
  void aCharacterThatTheDatabaseHasNoPlaceForIsReplaced() throws Exception {
    model
        .call("call-1", "bash", "{\"command\":\"git push \\u0000 --force\"}")
        .call("call-2", "bash", json("command", "git push --force"))
        .ask("No\u0000thing");
    String id = session();
    var _ = connected(id);
    awaitDetail(id, "waiting_for_user");
    assertThat(violations("").each("/user_message"))
        .containsExactly("git push --force", "git push \uFFFD --force");
    assertThat(admin.get(path("sessions/" + id + "/messages")).ok().body())
        .contains("No\uFFFDthing");
  }

  @Test
  void theListsAreFilteredPagedAndTurnedAround() throws Exception {
    String first = broken();
    String second = broken();
    assertThat(violations("").at("/total").intValue()).isEqualTo(4);
    assertThat(violations("?session_id=" + first).each("/session_id")).containsOnly(first);
    assertThat(violations("?session_id=" + second.replace("agent-", "devin-")).at("/items"))
        .hasSize(2);
    assertThat(violations("?guardrail_id=seen&session_id=" + first).each("/guardrail_id"))
        .containsExactly("seen");
    assertThat(violations("?guardrail_id=none").at("/items")).isEmpty();
    var newest = violations("").each("/violation_id");
    assertThat(violations("?order=asc").each("/violation_id")).isEqualTo(newest.reversed());
    for (String order : List.of("asc", "desc")) {
      var walked = new ArrayList<String>();
      String after = "";
      while (after != null) {
        var page = violations("?first=1&order=%s&after=%s".formatted(order, after));
        walked.addAll(page.each("/violation_id"));
        after = page.text("/end_cursor");
      }
      assertThat(walked).isEqualTo(violations("?order=" + order).each("/violation_id"));
    }
    long time = violations("").at("/items/0/created_at").longValue();
    assertThat(violations("?time_before=" + (time - 600)).at("/items")).isEmpty();
    assertThat(violations("?time_after=" + (time - 600)).at("/total").intValue()).isEqualTo(4);
    assertThat(violations("?time_after=" + (time + 600)).at("/items")).isEmpty();
    assertThat(admin.get(path("guardrail-violations")).ok().each("/violation_id"))
        .isEqualTo(newest);
    assertThat(admin.get(ALL + "?session_id=" + first).ok().at("/total").intValue()).isEqualTo(2);
    admin.get(ALL + "?order=up&time_after=x").invalid("query.order enum", "query.time_after type");
    admin.get(ALL + "?time_after=9&time_before=8").invalid("query.time_before inconsistent");
    member.get(path("guardrail-violations")).refused(403, "permission_denied");
  }

  @Test
  void aFileThatCantBeUsedIsToldAtTheStartAndTheListsCanBeLeftOut() throws Exception {
    var wrong = Files.writeString(directory.resolve("wrong.yaml"), "guardrails:\n  - id: a\n");
    assertThatThrownBy(() -> TestServer.start(Map.of("AGENT_GUARDRAILS_FILE", wrong.toString())))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("wrong.yaml line 2: type is missing");
    try (var without = TestServer.start(Map.of("AGENT_FEATURES", "indexing"))) {
      without.admin().get(ALL).refused(404, "feature_disabled");
    }
  }
}
