package io.agentservice.worker.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  @Test
  void whatARepositorySaysIsNeitherRunNorCarried(@TempDir Path place) throws Exception {
    var proof = place.resolve("ran");
    var run = "touch " + proof;
    var work = repository(place);
    Files.writeString(
        work.resolve(".git/config"),
        """
        [core]
          pager = %1$s
          editor = %1$s
          fsmonitor = %1$s
          sshCommand = %1$s
        [pager]
          config = %1$s
        [alias]
          config = !%1$s
          st = !%1$s
        [user]
          name = Somebody else
        """
            .formatted(run));

    var text = GitSettings.of(git(place, Duration.ofSeconds(60)), work);

    assertThat(text).contains("name = \"Ada\"").doesNotContain("Somebody else", "touch");
    assertThat(proof).doesNotExist();
  }

  @Test
  void aRepositoryWhoseSettingsNeverEndHoldsNobodyUp(@TempDir Path place) throws Exception {
    var work = repository(place);
    Files.delete(work.resolve(".git/config"));
    var pipe = work.resolve(".git/config").toString();
    assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();

    assertThat(GitSettings.of(git(place, Duration.ofSeconds(1)), work)).doesNotContain("Ada");
  }

  private static Path repository(Path place) throws IOException {
    Files.writeString(place.resolve(".gitconfig"), "[user]\n\tname = Ada\n");
    var work = place.resolve("work");
    git(place, Duration.ofSeconds(60)).run("init", "-q", work.toString());
    return work;
  }

  private static Git git(Path home, Duration patience) {
    var variables = Map.of("HOME", home.toString(), "GIT_CONFIG_NOSYSTEM", "1");
    return new Git(List.of(), variables, patience);
  }
}
