package io.agentservice.server.base.forges;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.testing.LocalForge;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked of each kind of host and how its answers are read. */
class ForgesIT {
  private final LocalForge forge = new LocalForge();
  private final Forges forges = new Forges();

  @AfterEach
  void close() {
    forges.close();
    forge.close();
  }

  private Forge open(Provider provider) {
    return forges.open(provider, forge.host(), LocalForge.TOKEN);
  }

  @ParameterizedTest
  @CsvSource({
    "github.com, https://github.com",
    "git.local:8443, https://git.local:8443",
    "localhost, http://localhost",
    "git.localhost:3000, http://git.localhost:3000",
    "127.0.0.1:3000, http://127.0.0.1:3000",
    "127.0.0.1.example.com, https://127.0.0.1.example.com",
    "10.0.0.1, https://10.0.0.1",
  })
  void onlyHostsOnLoopbackAreAskedInPlainText(String host, String address) {
    assertThat(Forges.address(host)).isEqualTo(address);
  }

  @ParameterizedTest
  @CsvSource({
    "GITHUB_TOKEN, github.com, https://github.com/ops/tool.git",
    "GITLAB_TOKEN, git.local:8443, https://git.local:8443/ops/tool.git",
    "BITBUCKET_TOKEN, Bitbucket.org, https://Bitbucket.org/ops/tool.git",
    "BITBUCKET_TOKEN, bb.local, https://bb.local/scm/ops/tool.git",
  })
  void gitFindsARepositoryWhereItsKindOfHostHasIt(Provider provider, String host, String address) {
    assertThat(Forges.cloneAddress(provider, host, "ops/tool")).isEqualTo(address);
  }

  @Test
  void whatNoAddressMayHoldIsEscaped() {
    assertThat(Forges.cloneAddress(Provider.GITLAB_TOKEN, "git.local", "ops/a|b\"{ü}"))
        .isEqualTo("https://git.local/ops/a%7Cb%22%7Bü%7D.git");
  }

  @ParameterizedTest
  @CsvSource({"301, false", "403, false", "409, false", "401, true", "429, true", "503, true"})
  void onlySomeAnswersMeanThatTheHostIsDown(int status, boolean down) {
    forge.says("/api/v3/repos/o/r/pulls/7", status, "{}");
    assertThatThrownBy(() -> open(Provider.GITHUB_TOKEN).pullRequest("o/r", 7))
        .isInstanceOf(ProblemException.class)
        .satisfies(e -> assertThat(e instanceof HostDownException).isEqualTo(down));
  }

  @Test
  void aPullRequestWithoutACommitHasAState() {
    forge.says("/api/v4/projects/o%2Fr/merge_requests/7", json("state", "merged", "sha", null));
    assertThat(open(Provider.GITLAB_TOKEN).pullRequest("o/r", 7))
        .contains(new ForgePullRequest(ForgePullRequest.State.MERGED, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "open; true; false; DRAFT",
        "open; false; false; OPEN",
        "closed; false; false; CLOSED",
        "closed; false; true; MERGED",
      })
  void pullRequestsOfGitHub(String state, boolean draft, boolean merged, String expected) {
    forge.says(
        "/api/v3/repos/owner/repo/pulls/7",
        """
        {"state": "%s", "draft": %s, "merged": %s, "head": {"sha": "abc"}}\
        """
            .formatted(state, draft, merged));
    var found = open(Provider.GITHUB_TOKEN).pullRequest("owner/repo", 7).orElseThrow();
    assertThat(found.state()).hasToString(expected);
    assertThat(found.headCommit()).isEqualTo("abc");
    assertThat(open(Provider.GITHUB_TOKEN).pullRequest("owner/repo", 8)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "opened, true, DRAFT",
    "opened, false, OPEN",
    "closed, false, CLOSED",
    "merged, false, MERGED"
  })
  void mergeRequestsOfGitLab(String state, boolean draft, String expected) {
    forge.says(
        "/api/v4/projects/group%2Fsub%2Frepo/merge_requests/7",
        """
        {"state": "%s", "draft": %s, "sha": "abc"}\
        """
            .formatted(state, draft));
    var found = open(Provider.GITLAB_TOKEN).pullRequest("group/sub/repo", 7).orElseThrow();
    assertThat(found.state()).hasToString(expected);
    assertThat(found.headCommit()).isEqualTo("abc");
  }

  @Test
  void pullRequestsOfBitbucketOfOnesOwn() {
    forge.says(
        "/rest/api/1.0/projects/ops/repos/tool/pull-requests/7",
        """
        {"state": "MERGED", "fromRef": {"latestCommit": "abc"}}\
        """);
    var found = open(Provider.BITBUCKET_TOKEN).pullRequest("ops/tool", 7).orElseThrow();
    assertThat(found).isEqualTo(new ForgePullRequest(ForgePullRequest.State.MERGED, "abc"));
  }

  @Test
  void theCloudOfBitbucketListsTheRepositoriesOfEachWorkspace() {
    var cloud =
        new BitbucketCloud(
            forges.calls(
                "bitbucket.org",
                "http://" + forge.host() + "/2.0",
                Map.of("Authorization", "Bearer " + LocalForge.TOKEN)));
    forge.says(
        "/2.0/user/workspaces?pagelen=100&page=1",
        """
        {"values": [{"workspace": {"slug": "one"}}, {"workspace": {"slug": "two"}}]}\
        """);
    String repository =
        """
        {"values": [{"uuid": "{1}", "name": "R", "full_name": "%s/r", "description": "", "language": "java",
          "updated_on": "2026-01-02T03:04:05.678901+00:00"}]}\
        """;
    forge.says("/2.0/repositories/one?pagelen=100&page=1", repository.formatted("one"));
    forge.says("/2.0/repositories/two?pagelen=100&page=1", repository.formatted("two"));
    forge.says(
        "/2.0/repositories/one/r/pullrequests/7",
        """
        {"state": "OPEN", "draft": true, "source": {"commit": {"hash": "abc"}}}\
        """);

    assertThat(cloud.repositories()).map(ForgeRepository::path).containsExactly("one/r", "two/r");
    assertThat(cloud.pullRequest("one/r", 7))
        .contains(new ForgePullRequest(ForgePullRequest.State.DRAFT, "abc"));
  }

  @Test
  void aHostThatNeverAnswersIsGivenUp() throws IOException {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var http = HttpClient.newHttpClient()) {
      var calls =
          new ForgeCalls(
              http,
              "silent",
              "http://127.0.0.1:" + silent.getLocalPort(),
              Map.of(),
              Duration.ofMillis(100));
      assertThatThrownBy(() -> calls.get("/"))
          .isInstanceOf(HostDownException.class)
          .hasMessageContaining("took too long");
      http.shutdownNow();
    }
  }
}
