package io.agentservice.e2e.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.http.Query;
import io.agentservice.e2e.Installation;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A session that names a private repository works in a clone of it and ends with a pull request:
 * real server, worker, remote and git; the token of the connection never reaches the machine.
 */
@Timeout(300) // several programs start, one after the other
class PullRequestE2ET {
  private static final String MENDS_THE_SHOP =
      """
      {"name": "mends the shop", "model": "recorded", "turns": [
        {"text": "I look and mend.", "tool_calls": [{"name": "bash", "input": {"command": "cd shop && sed -i 's/Teh/The/' sign.txt && git commit -qam 'Mend the sign' && git remote -v && env && cat .git/config"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "cd shop && git push origin HEAD:main"}}]},
        {"tool_calls": [{"name": "git_push", "input": {"directory": "shop"}}]},
        {"tool_calls": [{"name": "create_pull_request", "input": {"title": "Mend the sign", "body": "It said Teh."}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "The sign is mended"}}]}]}
      """;

  @TempDir private Path directory;
  private CodeHost host;
  private Installation installation;

  @BeforeEach
  void start() throws Exception {
    host = new CodeHost(directory.resolve("host"));
    host.repository("acme/shop", "sign.txt", "Teh shop\n");
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "3600"));
    var client = installation.client();
    var connection =
        client.post(
            "/v3/enterprise/git-providers/connections",
            JsonObject.of(
                "git_provider_type", "github_token", "host", host.host(), "token", CodeHost.TOKEN));
    var permitted =
        client.request(
            "PUT",
            "/v3/enterprise/organizations/%s/git-providers/permissions"
                .formatted(installation.org()),
            Query.NONE,
            """
            {"permissions": [{"git_connection_id": "%s", "group_prefix": "acme"}]}
            """
                .formatted(connection.required("git_connection_id")));
    assertThat(permitted.status()).isEqualTo(200);
    installation.startWorker("worker-1", directory.resolve("worker-1"));
  }

  @AfterEach
  void stop() {
    installation.close();
    host.close();
  }

  private String session() throws Exception {
    var file = Files.writeString(directory.resolve("transcript.json"), MENDS_THE_SHOP);
    return installation
        .client()
        .sessions(installation.org())
        .create(
            JsonObject.of(
                "prompt",
                "Mend the sign",
                "title",
                "Mend the sign",
                "repos",
                List.of("acme/shop"),
                "model",
                "replay:" + file),
            null)
        .id();
  }

  @Test
  void aPrivateRepositoryIsClonedChangedPushedAndProposed() throws Exception {
    var id = session();
    installation.awaitStatus(id, "running", "finished");

    var opened = host.pullRequests();
    assertThat(opened).hasSize(1);
    var head = opened.getFirst().required("head");
    assertThat(head).startsWith("agent/" + id.substring(id.length() - 12));
    assertThat(opened.getFirst().text("base")).isEqualTo("main");
    assertThat(host.git("acme/shop", "show", head + ":sign.txt")).isEqualTo("The shop\n");
    assertThat(host.git("acme/shop", "show", "main:sign.txt"))
        .as("the agent's push to main is refused")
        .isEqualTo("Teh shop\n");
    assertThat(installation.session(id).objects("pull_requests"))
        .singleElement()
        .satisfies(found ->
            assertThat(found.text("pr_url"))
                .isEqualTo("https://%s/acme/shop/pull/1".formatted(host.host())));
    assertThat(installation.events(id).toString())
        .contains("refs/heads/main") // why not
        .doesNotContain(CodeHost.TOKEN);
    assertThat(holds(installation.work(), CodeHost.TOKEN)).isEmpty();
    assertThat(holds(directory.resolve("worker-1"), CodeHost.TOKEN)).isEmpty();
  }

  private static List<Path> holds(Path place, String text) throws Exception {
    try (var files = Files.walk(place)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> {
            try {
              var bytes = Files.readAllBytes(file);
              return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).contains(text);
            } catch (java.io.IOException _) {
              return false; // it has gone
            }
          })
          .toList();
    }
  }
}
