package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.process.SessionDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a session can do to the repository that somebody else works in, too. */
class RepositoryWallsTest extends WalledIn {
  @Test
  void aWorkTreeBesideItsRepositoryWorksAndItsRepositoryStaysSafe() throws Exception {
    var main = Files.createDirectories(temporary.resolve("main"));
    git(main, "init", "-q");
    commit(main, "x");
    Files.delete(work);
    git(main, "worktree", "add", "-q", work.toString());
    start(
        """
        echo new > new; git add new; git -c user.name=A -c user.email=a@b.c commit -q -m new || exit 9
        echo x > "%1$s/.git/hooks/post-commit" && exit 1
        git config core.fsmonitor x || exit 2
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
    assertThat(git(main, "config", "--list", "--local")).doesNotContain("fsmonitor");
  }

  @Test
  void aSessionCanNotHaveGitLookForItsConfigurationElsewhere() throws Exception {
    git("init", "-q");
    start(
        "git init -q evil; (cd evil; git config core.fsmonitor 'touch ../../ran'); echo ../evil/.git > .git/commondir; rm -f .git/commondir; mv .git/commondir x; exit 0",
        sandbox());
    assertThat(exit().code()).isZero();
    git("status"); // its worker has not looked yet
    assertThat(temporary.resolve("ran")).doesNotExist();
    left();
    git("status");
    assertThat(temporary.resolve("ran")).doesNotExist();
    assertThat(work.resolve(".git/commondir")).doesNotExist();
  }

  @Test
  void aFileThatNamesARepositoryElsewhereShowsNothingToTheNextSession() throws Exception {
    var victim = temporary.resolve("home/.ssh");
    var beside = Files.createDirectories(temporary.resolve("beside/repo"));
    git(beside, "init", "-q");
    for (var named :
        List.of(
            "echo 'gitdir: %s' > .git".formatted(victim),
            "echo 'gitdir: %s/.git' > .git".formatted(beside),
            "rm -f .git; mkdir -p own; echo 'gitdir: own' > .git; echo '%s' > own/commondir; echo \"$PWD/.git\" > own/gitdir"
                .formatted(victim))) {
      directory = SessionDirectory.of(data, SESSION);
      start(named, sandbox());
      assertThat(exit().code()).as(text(directory.logPath())).isZero();
      directory = SessionDirectory.of(data, "agent-0200");
      start(
          "cat '%s/id_ed25519' && exit 3; ls '%s' && exit 4; exit 0".formatted(victim, beside),
          sandbox());
      assertThat(exit().code()).as(named).isZero();
      Files.delete(work.resolve(".git"));
    }
  }

  @Test
  void aSubmoduleThatWasThereIsWorkedIn() throws Exception {
    var library = Files.createDirectories(temporary.resolve("library"));
    git(library, "init", "-q");
    commit(library, "library");
    var main = Files.createDirectories(temporary.resolve("main"));
    git(main, "init", "-q");
    git(
        main,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.toString());
    work = main.resolve("library");
    start(
        "git -c user.name=A -c user.email=a@b.c commit -q --allow-empty -m new || exit 9",
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(git("log", "--oneline")).contains("new");
  }

  @Test
  void whatASessionConfiguresWorksForItAndOnlyWhatIsHarmlessStays() throws Exception {
    var origin = Files.createDirectories(temporary.resolve("origin"));
    git(origin, "init", "-q", "--bare");
    git("init", "-q", "-b", "main");
    commit(work, "first");
    git("remote", "add", "origin", "https://example.com/acme/web.git");
    var before = Files.readString(work.resolve(".git/config"));
    start(
        """
        set -e
        git remote add fork https://example.com/fork.git
        git remote add bad 'ext::sh -c touch% ran'
        git remote add local ../origin
        git config --local user.name Agent; git config core.fsmonitor 'touch ran'
        git config core.hooksPath /tmp; git config alias.st '!touch ran'
        git config remote.origin.url https://evil.example.com/x; git config remote.origin.uploadpack evil
        git checkout -q -b topic; git config branch.topic.remote origin; git config branch.topic.merge refs/heads/topic
        git branch -q --set-upstream-to=topic main; git checkout -q -b tracking --track main
        git branch lost; git config branch.lost.remote 'ext::sh -c evil'; git config branch.lost.merge refs/heads/lost
        git branch -m topic renamed; git remote rename local elsewhere
        test "$(git config user.name)" = Agent; test "$(git config remote.fork.url)" = https://example.com/fork.git
        rm .git/config && exit 2
        mv .git/config .git/other && exit 3
        ln -sf /tmp/x .git/config && exit 4
        exit 0\
        """,
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve(".git/config")).isRegularFile().hasContent(before);

    left();
    assertThat(Files.readString(work.resolve(".git/config"))).startsWith(before);
    assertThat(git("config", "--local", "--list").lines())
        .filteredOn(line -> !line.startsWith("core.") && !line.startsWith("remote.origin"))
        .containsExactlyInAnyOrder(
            "branch.main.remote=.",
            "branch.main.merge=refs/heads/topic",
            "branch.renamed.remote=origin",
            "branch.renamed.merge=refs/heads/topic",
            "branch.tracking.remote=.",
            "branch.tracking.merge=refs/heads/main",
            "remote.fork.url=https://example.com/fork.git",
            "remote.fork.fetch=+refs/heads/*:refs/remotes/fork/*");
    assertThat(git("remote", "get-url", "origin"))
        .isEqualToIgnoringWhitespace("https://example.com/acme/web.git");
    assertThat(git("config", "--local", "--list")).doesNotContain("fsmonitor", "hooksPath");
  }

  @Test
  void whatHoldsAConfigurationCanNotBeMovedAway() throws Exception {
    var library = Files.createDirectories(temporary.resolve("library"));
    git(library, "init", "-q");
    commit(library, "library");
    git("init", "-q");
    commit(work, "x");
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.toString());
    git("worktree", "add", "-q", temporary.resolve("beside-work").toString());
    start(
        """
        git remote add fork https://example.com/f; git submodule --quiet init; git -C library config user.name A || exit 9
        for each in modules modules/library modules/library/config modules/library/hooks worktrees worktrees/beside-work; do
          perl -e 'exit !rename $ARGV[0], ".git/moved"' ".git/$each" && exit 3
        done
        exit 0\
        """,
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(git(work.resolve("library"), "config", "--list", "--local"))
        .doesNotContain("user.name");
  }

  private static void commit(Path repository, String message) throws Exception {
    git(
        repository,
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@b.c",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        message);
  }
}
