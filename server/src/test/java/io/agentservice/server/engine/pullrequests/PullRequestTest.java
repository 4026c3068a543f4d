package io.agentservice.server.engine.pullrequests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PullRequestTest {
  @ParameterizedTest
  @CsvSource({
    "https://github.com/o/r/pull/7, https://github.com/o/r/pull/7",
    "https://GitHub.com/O/R/pull/7?a=b#c, https://github.com/O/R/pull/7",
    "https://github.com/o/r/pull/7/files, https://github.com/o/r/pull/7",
    "https://git.corp:8443/a/b/c/-/merge_requests/12., https://git.corp:8443/a/b/c/-/merge_requests/12",
    "https://b.org/o/r/pull-requests/3), https://b.org/o/r/pull-requests/3",
    "https://dev.azure.com/o/p/_git/r/pullrequest/9, https://dev.azure.com/o/p/_git/r/pullrequest/9"
  })
  void anAddressIsFoundWithoutWhatStandsBehindItsNumber(String text, String address) {
    assertThat(PullRequest.addressesIn("remote: View it at (" + text + " now"))
        .containsExactly(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://github.com/o/r/pull/7",
        "https://github.com/o/r/pull/new/branch",
        "https://github.com/o/r/pulls/7",
        "https://github.com/o/r/issues/7",
        "https://github.com/o/r/pull/7abc",
        "https://token@github.com/o/r/pull/7",
        "https://github.com/pull/7",
        "https:///o/r/pull/7"
      })
  void anotherAddressIsNone(String text) {
    assertThat(PullRequest.addressesIn(text)).isEmpty();
  }

  @Test
  void eachIsFoundOnceInTheOrderOfTheText() {
    String text =
        "https://h.x/o/r/pull/2 https://h.x/o/r/pull/1\nhttps://h.x/o/r/pull/2#top https://H.X/o/r/pull/1";
    assertThat(PullRequest.addressesIn(text))
        .containsExactly("https://h.x/o/r/pull/2", "https://h.x/o/r/pull/1");
  }
}
