package io.agentservice.worker.git;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitSettingsTest {
  @ParameterizedTest
  @CsvSource({
    "user.name, A, true",
    "pull.rebase, true, true",
    "alias.st, status, true",
    "alias.st, '!rm', false",
    "filter.lfs.process, git-lfs filter-process, true",
    "filter.lfs.process, evil, false",
    "filter.other.clean, git-lfs x, false",
    "diff.external, x, false",
    "diff.word.textconv, x, false",
    "init.templatedir, x, false",
    "core.pager, less, false",
    "credential.helper, store, false",
    "remote.x.url, https://u:p@h/, false"
  })
  void settingsThatAreRunOrHoldSecretsAreNotCarried(String key, String value, boolean carried) {
    assertThat(GitSettings.isCarried(key, value)).isEqualTo(carried);
  }
}
