package io.agentservice.server.engine.gitaccess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.GitHost;
import io.agentservice.server.testing.GitHost.Failure;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What git says when a host fails it in the middle of a command, or it is itself at fault. */
class GitBadInputIT extends OnGitAccess {
  private static final String UPLOAD = ".git/git-upload-pack";
  private static final String RECEIVE = ".git/git-receive-pack";

  private String branch() {
    return "HEAD:refs/heads/" + ownBranch();
  }

  /** Of the host, once git has the list of refs: a token that was revoked, a limit, a failure. */
  @ParameterizedTest
  @CsvSource({
    "301, has moved; run the command again",
    "401, refuses the token of the git connection; an administrator has to renew it",
    "403, does not let the git connection do this",
    "404, shows the git connection no repository",
    "413, answered 413",
    "422, answered 422",
    "429, takes no more requests for now; try again later",
    "500, answered 500",
    "503, answered 503"
  })
  void whatTheHostSaysInTheMiddleReachesWhoeverRunsGitAndItWorksAfterwards(
      int status, String said) {
    var failure = new Failure(status, Map.of("Location", "/elsewhere", "Retry-After", "1"));
    host.fails(path + UPLOAD, failure);
    git(directory, "clone", with(password(), address()), "clone").failed("remote error: ", said);
    host.fails(path + UPLOAD, null);
    var clone = cloned();

    host.fails(path + RECEIVE, failure);
    git(clone, "push", "origin", branch()).failed("remote: ", said, "[remote rejected]");
    host.fails(path + RECEIVE, null);
    git(clone, "push", "origin", branch()).ok();
    assertThat(host.strangers()).isZero();
  }

  @Test
  void intoAnEmptyRepositoryASessionPushesItsFirstCommit() {
    host.emptyRepository(group + "/empty");
    var bare = host.bare(group + "/empty");
    GitHost.git(bare, "config", "http.receivepack", "true");
    var address = with(password(group + "/empty"), address(group + "/empty"));
    git(directory, "clone", address, "empty").ok();
    var clone = directory.resolve("empty");
    git(clone, "commit", "--quiet", "--allow-empty", "--message=first").ok();

    git(clone, "push", "origin", branch()).ok();

    assertThat(GitHost.git(bare, "rev-parse", branch().replace("HEAD:", "")))
        .isEqualTo(git(clone, "rev-parse", "HEAD").text());
  }

  @Test
  void aCredentialThatExpiresBeforeTheSecondRequestIsSaidSo() throws Exception {
    String password = TestKeys.expired(server, session, epoch, host.host(), path);
    var answer = post(password, null, "0000".getBytes(UTF_8));
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("has expired; run the command again");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 21, 22, 40})
  void aPushThatIsPackedWronglyIsSaidSo(int length) throws Exception {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write("00a0 is longer than what comes".getBytes(UTF_8));
    }
    var answer = post(password(), "gzip", Arrays.copyOf(packed.toByteArray(), length));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).startsWith("What is to be pushed is not ");
    assertThat(post(password(), "br", packed.toByteArray()).statusCode()).isEqualTo(415);
  }

  private HttpResponse<String> post(String password, String encoding, byte[] body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(address() + "/git-receive-pack"))
            .header("Authorization", basic(password))
            .header("Content-Type", "application/x-git-receive-pack-request")
            .POST(BodyPublishers.ofByteArray(body));
    if (encoding != null) {
      request.header("Content-Encoding", encoding);
    }
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request.build(), BodyHandlers.ofString());
    }
  }
}
