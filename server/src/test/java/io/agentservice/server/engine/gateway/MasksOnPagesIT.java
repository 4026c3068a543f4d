package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.TestServer;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A secret that people, a browser, a file and the model all say is on no page, not even live. */
class MasksOnPagesIT extends OnOutpost {
  private static final String SECRET = "swordfish/42+swordfish";
  private static final ToServer.Hello HELLO =
      new ToServer.Hello(
          "4f0c1d2a9b33", "linux", "/srv", List.of("exec", "files", "browser"), List.of());

  private final OpenAiWireServer model = new OpenAiWireServer();
  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  protected Map<String, String> settings() {
    return model.settings("gpt-5");
  }

  @AfterAll
  void close() {
    model.close();
    http.shutdownNow(); // close() would wait for connections of remotes
  }

  private String signIn() throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(server.address() + "/login"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("key=" + TestServer.ADMIN_KEY))
            .build();
    return http.send(request, BodyHandlers.discarding())
        .headers()
        .firstValue("Set-Cookie")
        .orElseThrow()
        .split(";", 2)[0];
  }

  private HttpRequest page(String path, String cookie) {
    return HttpRequest.newBuilder(URI.create(server.address() + path))
        .header("Cookie", cookie)
        .timeout(Duration.ofSeconds(60))
        .build();
  }

  /** The work: the model asks for a page and an edit, and says what it has seen. */
  private void work(Peer remote) throws Exception {
    var browse = remote.hear(ToRemote.Browse.class);
    remote.say(
        new ToServer.Browsed(
            browse.id(), "http://x/?" + SECRET, SECRET, "Key: " + SECRET, List.of(), null));
    var read = remote.hear(ToRemote.ReadFile.class);
    remote.say(new ToServer.Failed(read.id(), "failed", "the file of " + SECRET + " is locked"));
  }

  @Test
  void whateverSaysTheSecretThePageAndItsStreamShowTheMask() throws Exception {
    model
        .call("call-1", "browser", json("action", "read"))
        .call("call-2", "edit", json("path", "a.txt", "old_text", "a", "new_text", "b"))
        .ask("It is " + SECRET + ", I think.");
    String id =
        admin
            .post(
                path("sessions"),
                """
                {"prompt":"Use %s","session_secrets":[{"key":"TOKEN","value":"%s"}]}
                """
                    .formatted(SECRET, SECRET))
            .ok()
            .text("/session_id");
    String page = "/plain/sessions/" + new SessionId(id).hex();
    String cookie = signIn();
    var live = http.send(page(page + "/live?after=0", cookie), BodyHandlers.ofInputStream());
    var gateway =
        URI.create(server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id);
    var remote = Peer.connect(http, gateway, token(claim(id, "w")));
    remote.say(HELLO);
    remote.hear(ToRemote.Welcome.class);
    work(remote);
    await(() ->
        "waiting_for_user".equals(admin.get(path("sessions/" + id)).ok().text("/status_detail")));
    admin.post(path("sessions/" + id + "/messages"), json("message", SECRET + "!")).ok();

    assertThat(untilText(live.body(), "[secret:TOKEN]!")).doesNotContain("swordfish");
    String shown = http.send(page(page, cookie), BodyHandlers.ofString()).body();
    assertThat(shown)
        .doesNotContain("swordfish")
        .contains("Use [secret:TOKEN]", "Key: [secret:TOKEN]", "the file of [secret:TOKEN]")
        .contains("It is [secret:TOKEN], I think.", "[secret:TOKEN]!");
    assertThat(model.requests().toString()).doesNotContain("swordfish");
    for (String table : List.of("session", "event", "message", "session_secret")) {
      assertThat(server.given().dump(table)).as(table).doesNotContain("swordfish");
    }
  }

  private static String untilText(InputStream stream, String text) throws Exception {
    var read = new StringBuilder();
    try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      while (read.indexOf(text) < 0) {
        read.append(lines.readLine()).append('\n');
      }
    }
    return read.toString();
  }
}
