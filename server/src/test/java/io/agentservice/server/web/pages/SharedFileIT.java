package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that the agent gives to people, on the page of its session. */
@Timeout(200)
class SharedFileIT {
  private static final String BOUNDARY = "a-boundary";

  @TempDir static Path home;
  private static PageServer server;
  private static String cookie;

  @BeforeAll
  static void start() throws Exception {
    server = new PageServer(home, Map.of());
    cookie = server.signIn(PageServer.KEY);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aSharedFileIsALinkThatLeadsToItsBytes() throws Exception {
    String url = upload("report of today.txt", "All is well.\n");
    var session = server.create("Write a report");
    shares(session, "out/report of today.txt", "The user can download it at " + url);
    String page = server.get(PageServer.page(session), cookie).body();
    String path = url.substring(url.indexOf("/v3/"));
    assertThat(page)
        .contains("<a href=\"" + path + "\">Download out/report of today.txt</a>")
        .doesNotContain("The user can download");
    var redirect = server.get(path, cookie);
    assertThat(redirect.statusCode()).isEqualTo(307);
    String bytes = redirect.headers().firstValue("Location").orElseThrow();
    assertThat(server.get(bytes.substring(bytes.indexOf("/downloads/")), cookie).body())
        .isEqualTo("All is well.\n");
  }

  @Test
  void whatIsNoAddressOfAFileHereStaysText() throws Exception {
    var session = server.create("Write a report");
    shares(session, "x", "The user can download x at javascript:alert(1)");
    assertThat(server.get(PageServer.page(session), cookie).body())
        .contains("The user can download x at javascript:alert(1)")
        .doesNotContain("href=\"javascript");
  }

  private static void shares(SessionId session, String path, String said) {
    var story = new Story(server, session);
    var call =
        new Part.ToolUse("f1", "share_file", Json.MAPPER.createObjectNode().put("path", path));
    story.says("Here it is.", call);
    story.starts(call);
    server.append(
        session,
        new LoopEvent.ToolResult("f1", List.of(new Part.Text(said)), false, null, 12, 0, null));
  }

  private static String upload(String name, String content) throws Exception {
    String body =
        """
        --%s\r
        Content-Disposition: form-data; name="file"; filename="%s"\r
        Content-Type: text/plain\r
        \r
        %s\r
        --%s--\r
        """
            .formatted(BOUNDARY, name, content, BOUNDARY);
    var answer =
        server.send(
            "POST",
            "/v3/organizations/" + server.org() + "/attachments",
            body,
            "Authorization",
            "Bearer " + PageServer.KEY,
            "Content-Type",
            "multipart/form-data; boundary=" + BOUNDARY);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.MAPPER.readTree(answer.body()).path("url").asString();
  }
}
