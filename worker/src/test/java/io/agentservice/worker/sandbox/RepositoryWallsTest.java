package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What a session can do to the repository that somebody else works in, too. */
class RepositoryWallsTest extends WalledIn {
  @Test
  void aWorkTreeBesideItsRepositoryWorksAndItsRepositoryStaysSafe() throws Exception {
    var main = Files.createDirectories(temporary.resolve("main"));
    git(main, "init", "-q");
    git(
        main,
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@b.c",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "x");
    Files.delete(work);
    git(main, "worktree", "add", "-q", work.toString());
    start(
        """
        echo new > new; git add new; git -c user.name=A -c user.email=a@b.c commit -q -m new || exit 9
        echo x > "%1$s/.git/hooks/post-commit" && exit 1
        echo x >> "%1$s/.git/config" && exit 2
        echo gitdir: /evil > .git && exit 3
        mv .git other && exit 4
        ls "%1$s"/../home/.ssh && exit 5
        for own in "%1$s"/.git/worktrees/*; do echo x > "$own/commondir" && exit 6; done
        exit 0\
        """
            .formatted(main),
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(git(main, "log", "--oneline", "work")).contains("new");
  }

  @Test
  void aSessionCanNotHaveGitLookForItsConfigurationElsewhere() throws Exception {
    git("init", "-q");
    start(
        "git init -q evil; (cd evil; git config core.fsmonitor 'touch ../../ran'); echo ../evil/.git > .git/commondir",
        sandbox());
    exit();
    new Isolation(sandbox(), "").left(work);
    git("status");
    assertThat(temporary.resolve("ran")).doesNotExist();
  }
}
