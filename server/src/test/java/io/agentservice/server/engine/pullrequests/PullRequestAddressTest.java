package io.agentservice.server.engine.pullrequests;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.repositories.RepoName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PullRequestAddressTest {
  @ParameterizedTest
  @CsvSource({
    "https://GitHub.com/o/r/pull/12, github.com, o/r, https://github.com/o/r/pull/12",
    "https://github.com/o/r/pull/12/files?w=1#x, github.com, o/r, https://github.com/o/r/pull/12",
    "https://g.test/a/b/c/-/merge_requests/12, g.test, a/b/c, https://g.test/a/b/c/-/merge_requests/12",
    "https://bitbucket.org/o/r/pull-requests/12, bitbucket.org, o/r, https://bitbucket.org/o/r/pull-requests/12",
    "https://b.test:8443/projects/OPS/repos/r/pull-requests/12/overview, b.test:8443, ops/r, https://b.test:8443/projects/OPS/repos/r/pull-requests/12",
  })
  void anAddressNamesHostRepositoryAndNumber(String text, String host, String repo, String url) {
    assertThat(PullRequestAddress.parse(text))
        .isEqualTo(new PullRequestAddress(url, new RepoName(host, repo), 12));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "see https://github.com/o/r/pull/12",
        "http://github.com/o/r/pull/12",
        "https://github.com/o/r/pull/12.",
        "https://github.com/o/r/pull/12-x",
        "https://github.com/o/r/issues/12",
        "https://github.com/o/../secret/r/pull/12",
        "https://github.com/o/%2e%2e/secret/r/pull/12",
        "https://github.com/projects/../repos/r/pull/12",
        "https://github.com/o/r/pull/1234567890123456789"
      })
  void otherTextsAreNone(String text) {
    assertThat(PullRequestAddress.parse(text)).isNull();
  }
}
