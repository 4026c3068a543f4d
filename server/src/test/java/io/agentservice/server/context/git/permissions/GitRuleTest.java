package io.agentservice.server.context.git.permissions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.context.git.permissions.GitRule.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What git permissions cover, and which of them say the same twice (api-enterprise.md 14). */
class GitRuleTest {
  private static final GitConnectionId CONNECTION = new GitConnectionId("git-connection-1");

  private static GitRule rule(String text) {
    int blank = text.indexOf(' ');
    var kind = Kind.valueOf(text.substring(0, blank));
    return new GitRule(CONNECTION, "git.test", kind, text.substring(blank + 1), false);
  }

  @ParameterizedTest
  @CsvSource({
    "REPO_PATH a/b, a/b, true",
    "REPO_PATH a/b, a/bc, false",
    "GROUP_PREFIX a/, a/b, true",
    "GROUP_PREFIX a/, a/b/c, true",
    "GROUP_PREFIX a/, ab/c, false",
    "GROUP_PREFIX a/, a/../b/c, false",
    "GROUP_PREFIX a/, a/%2e%2e/b/c, false",
    "PREFIX_PATH a, ab/c, true",
    "PREFIX_PATH a/b, a/bc, true",
    "PREFIX_PATH a/b, a/c, false",
    "PREFIX_PATH git.test/a, a/b, true",
    "PREFIX_PATH git., a/b, true",
    "PREFIX_PATH other.test/a, a/b, false",
  })
  void aRuleCoversWhatItsKindSays(String rule, String path, boolean covered) {
    assertThat(rule(rule).covers(path)).isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource({
    "REPO_PATH a/b, GROUP_PREFIX a/, true",
    "REPO_PATH a/b, REPO_PATH a/c, false",
    "REPO_PATH a/b, PREFIX_PATH a/b, true",
    "REPO_PATH a/b, PREFIX_PATH git.test/a, true",
    "REPO_PATH a/b, PREFIX_PATH a/bc, false",
    "GROUP_PREFIX a/, GROUP_PREFIX a/b/, true",
    "GROUP_PREFIX a/, GROUP_PREFIX ab/, false",
    "GROUP_PREFIX a/, PREFIX_PATH a/b, true",
    "GROUP_PREFIX a/b/, PREFIX_PATH git.test/a, true",
    "PREFIX_PATH a, PREFIX_PATH git.test/ab, true",
    "PREFIX_PATH git., PREFIX_PATH x, true",
    "PREFIX_PATH a, PREFIX_PATH b, false",
  })
  void itemsInEachOtherOverlapWhicheverComesFirst(String one, String other, boolean overlap) {
    assertThat(rule(one).overlaps(rule(other))).isEqualTo(overlap);
    assertThat(rule(other).overlaps(rule(one))).isEqualTo(overlap);
    assertThat(rule(one).overlaps(rule(other).with(true))).isFalse();
  }
}
