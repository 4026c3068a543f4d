package io.agentservice.server.base.repositories;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepoNameTest {
  @ParameterizedTest
  @CsvSource({
    "me/shop, , me/shop",
    "me/shop.git, , me/shop",
    "group/sub/shop, , group/sub/shop",
    "some.one/shop, , some.one/shop",
    "github.com/me/shop, github.com, me/shop",
    "GitHub.com/me/Shop, github.com, me/Shop",
    "git.corp:8443/a/b/c, git.corp:8443, a/b/c",
    "localhost/me/shop, localhost, me/shop",
    "https://github.com/me/shop, github.com, me/shop",
    "HTTP://git.corp:8080/me/shop.git/, git.corp:8080, me/shop",
    "https://intranet/group/sub/shop, intranet, group/sub/shop",
  })
  void aTextNamesItsHostAndPath(String text, String host, String path) {
    assertThat(RepoName.parseOrAddress(text)).isEqualTo(new RepoName(host, path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "shop",
        "/shop",
        "me/",
        "me//shop",
        "me/my shop",
        "me/shop\n",
        "https://github.com/me",
        "https://github.com//me/shop",
        "https://user:pass@github.com/me/shop",
        "git@github.com:me/shop",
        "ssh://github.com/me/shop",
        "me/../other/shop",
        "me/./shop",
        "me/..",
        "../shop",
        "me/...git",
        "me/..git",
        "github.com/me/../shop",
        "https://github.com/me/../other/shop",
        "me\\..\\other/shop",
        "me/sh\0op",
        "h.io\0/me/shop",
        "me/shop\uD83D",
      })
  void anotherTextNamesNoneAndStandsForItself(String text) {
    assertThat(RepoName.parse(text)).isNull();
    assertThat(RepoName.parseOrAddress(text)).isNull();
    assertThat(RepoName.of(text)).isEqualTo(new RepoName(null, text));
  }

  @Test
  void escapesStandInAddressesOnlyAndAreNotPlain() {
    assertThat(RepoName.parse("me/%2e%2e/shop")).isNull();
    assertThat(RepoName.parseOrAddress("https://a/me/My%20Shop").isPlain()).isFalse();
    assertThat(RepoName.of("me/../shop").isPlain()).isFalse();
    assertThat(RepoName.of("me/shop..x").isPlain()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://github.com/me/shop", "http://a/b/c"})
  void anAddressIsNoPath(String text) {
    assertThat(RepoName.parse(text)).isNull();
  }
}
