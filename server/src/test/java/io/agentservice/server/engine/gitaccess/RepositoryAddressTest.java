package io.agentservice.server.engine.gitaccess;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepositoryAddressTest {
  @ParameterizedTest
  @CsvSource({
    "github.com,      a/b,          github.com/a/b",
    "GitHub.COM,      a/b.git,      github.com/a/b",
    "github.com,      //a/b.git/,   github.com/a/b",
    "github.com:8443, /a/b/c,       github.com:8443/a/b/c",
    "github.com,      A/b.GIT,      ",
    "github.com,      a/b.git.git,  ",
    "github.com,      a/b.GiT.git,  ",
    "localhost,       a/b,          localhost/a/b",
    "[::1],           a/b,          ",
    "github.com@evil, a/b,          ",
    "evil/github.com, a/b,          ",
    "github.com,      a,            ",
    "github.com,      a/../b,       ",
    "github.com,      a//b,         ",
    "github.com,      a/./b,        ",
    "github.com,      a/b;c,        ",
    "github.com,      a/b%2f..,     ",
    "github.com,      a/b?c,        ",
    "github.com,      a/b#c,        ",
    "github.com,      a\\b/c,       ",
    "github.com,      a b/c,        ",
  })
  void aRepositoryHasOneSpelling(String host, String path, String expected) {
    assertThat(RepositoryAddress.of(host, path).map(RepositoryAddress::toString).orElse(null))
        .isEqualTo(expected);
  }
}
