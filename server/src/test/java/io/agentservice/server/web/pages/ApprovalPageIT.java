package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person answers at a session's page what its agent asks. */
class ApprovalPageIT {
  @TempDir private Path home;
  private PageServer server;
  private SessionId session;
  private String asked;
  private String cookie;

  @BeforeEach
  void anAgentAsks() throws Exception {
    server = new PageServer(home, Map.of());
    session = server.create("Push it");
    asked = Id.create(EventId.class).value();
    server.sql(
        """
        UPDATE session SET status = 'RUNNING', status_detail = 'WAITING_FOR_APPROVAL'
         WHERE session_id = '%s'
        """
            .formatted(session));
    ask("git push <origin>");
    cookie = server.signIn(PageServer.KEY);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void ask(String command) throws Exception {
    server.sql(
        """
        INSERT INTO approval (event_id, session_id, call_id, tool, input, rules)
        VALUES ('%s', '%s', 'c', 'bash', jsonb_build_object('command', $x$%s$x$::text), '{git push}')
        ON CONFLICT (event_id) DO UPDATE SET input = excluded.input
        """
            .formatted(asked, session, command));
  }

  private String page() throws Exception {
    return server.send("GET", PageServer.page(session), null, "Cookie", cookie).body();
  }

  private int answer(Map<String, String> form) throws Exception {
    return server
        .post(PageServer.page(session) + "/approvals/" + asked, form, "Cookie", cookie)
        .statusCode();
  }

  private Map<String, String> form(String answer) throws Exception {
    var page = server.send("GET", PageServer.page(session), null, "Cookie", cookie);
    return Map.of("csrf_token", PageServer.csrf(page), "answer", answer, "reason", "not now");
  }

  @Test
  void theWholeCommandStandsThereWithItsButtons() throws Exception {
    String command = "echo start; " + "x".repeat(1 << 20) + "; git push";
    ask(command);
    assertThat(page())
        .contains("The agent waits for your approval", command)
        .contains(">Approve</button>", ">Approve for this session</button>", ">Refuse</button>")
        .contains("running: waiting for approval");
  }

  @Test
  void whatHidesOrReordersTextIsMarked() throws Exception {
    ask("echo \u202ehsup\u200b git push # \u00fc");
    assertThat(page())
        .contains("echo [U+202E]hsup[U+200B] git push # \u00fc")
        .doesNotContain("\u202e", "\u200b");
  }

  @Test
  void itIsRefusedWithAReason() throws Exception {
    assertThat(answer(form("refuse"))).isEqualTo(303);
    var item = server.api("GET", server.sessionsPath() + "/" + session + "/approvals", null);
    assertThat(item.at("/items/0/answer").asString()).isEqualTo("refused");
    assertThat(item.at("/items/0/message").asString()).isEqualTo("not now");
    assertThat(page()).doesNotContain("The agent waits for your approval");
  }

  @Test
  void itIsApprovedOnce() throws Exception {
    var form = form("approve");
    assertThat(answer(form)).isEqualTo(303);
    assertThat(answer(form)).isEqualTo(303);
    assertThat(answer(form("session"))).isEqualTo(409);
  }

  @Test
  void nothingIsAnsweredWithoutTheTokenOfThePage() throws Exception {
    assertThat(answer(Map.of("answer", "approve"))).isEqualTo(403);
    assertThat(answer(form("perhaps"))).isEqualTo(422);
    assertThat(page()).contains("The agent waits for your approval");
  }
}
