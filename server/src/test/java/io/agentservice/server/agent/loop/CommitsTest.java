package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.GitHost.git;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Author;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom the commits in a session's clone name. */
class CommitsTest extends OnCheckout {
  private static final String ADA = "Co-authored-by: Ada Lovelace <ada@example.com>";

  private Path web;

  @BeforeEach
  void origin() {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    session.coAuthor = Author.of("Ada Lovelace", "ada@example.com");
    web = work.resolve("web");
  }

  /** Has the agent do it in the clone; the message of the newest commit. */
  private String afterwards(String command) throws Exception {
    session.send("go");
    var script = new Script().bash("cd web && " + command).say("done").say("done");
    loops.start(session.current(), machine.connect(), script.model());
    session.await(LoopEvent.Waiting.class);
    return git(web, "log", "-1", "--format=%B").strip();
  }

  @Test
  void nameWhoAskedForTheSession() throws Exception {
    assertThat(afterwards("echo two > a.txt && git commit --quiet --all --no-verify -m 'Two'"))
        .isEqualTo("Two\n\n" + ADA);
    assertThat(git(web, "log", "-1", "--format=%an")).isEqualTo("A\n");
  }

  @Test
  void nameHimOnceAlsoWhenTheyAreAmendedMergedOrMovedToAnotherBase() throws Exception {
    String last =
        afterwards(
            """
            git checkout --quiet -b side && echo side > b.txt && git add . && git commit --quiet -m 'Side

            A body.
            ---
            Signed-off-by: A <a@b>' &&
            git commit --quiet --amend --no-edit && git checkout --quiet - &&
            echo two > a.txt && git commit --quiet --all -m two && git rebase --quiet side &&
            git checkout --quiet -b third HEAD~1 && echo 3 > c.txt && git add . && git commit --quiet -m third &&
            git merge --quiet --no-ff --no-edit @{-1}\
            """);

    assertThat(last).endsWith("\n\n" + ADA);
    assertThat(git(web, "log", "--format=%s: %(trailers:key=Co-authored-by,valueonly,separator=|)"))
        .contains("two: Ada Lovelace <ada@example.com>\n")
        .contains("Side: Ada Lovelace <ada@example.com>\n")
        .contains("third: Ada Lovelace <ada@example.com>\n")
        .doesNotContain("|");
  }

  @Test
  void ofOthersStayAsTheyAreWhenTheyAreTakenOver() throws Exception {
    String last =
        afterwards(
            """
            git checkout --quiet -b theirs && echo x > b.txt && git add . &&
            git -c core.hooksPath=/dev/null commit --quiet -m theirs && git checkout --quiet - &&
            echo y > c.txt && git add . && git commit --quiet -m mine && git cherry-pick theirs\
            """);

    assertThat(last).isEqualTo("theirs");
  }

  @Test
  void areNotMadeOfAnEmptyMessage() throws Exception {
    String last = afterwards("echo two > a.txt; GIT_EDITOR=true git commit --all; true");

    assertThat(last).isEqualTo("change");
  }

  @Test
  void nameNobodyWhereTheSettingOrAMissingPersonSaysSo() throws Exception {
    session.coAuthor = null;

    assertThat(afterwards("echo two > a.txt && git commit --quiet --all -m Two")).isEqualTo("Two");
    assertThat(web.resolve(".git/hooks/prepare-commit-msg")).doesNotExist();
  }

  @Test
  void nameThePersonOfTheSessionThatHasTheCloneNow() throws Exception {
    ready();
    var other = new MemorySession();
    other.repositories = session.repositories;
    other.coAuthor = Author.of("Grace <Hopper>", "grace@example.com");
    other.send("go");
    var script = new Script().bash("cd web && echo 2 > a.txt && git commit --quiet --all -m Two");
    loops.start(other.current(), machine.connect(), script.say("done").say("done").model());
    other.await(LoopEvent.Waiting.class);

    assertThat(git(web, "log", "-1", "--format=%B").strip())
        .isEqualTo("Two\n\nCo-authored-by: Grace  Hopper <grace@example.com>");
  }

  @Test
  void leaveTheMachinesOwnHooksAlone() throws Exception {
    var hooks = Files.createDirectories(directory.resolve("template/hooks"));
    var own =
        Files.writeString(hooks.resolve("prepare-commit-msg"), "#!/bin/sh\necho own > \"$1\"\n");
    assertThat(own.toFile().setExecutable(true)).isTrue();
    machine.close();
    machine = machine("work", Map.of("GIT_TEMPLATE_DIR", directory.resolve("template").toString()));

    assertThat(afterwards("echo two > a.txt && git commit --quiet --all -m Two")).isEqualTo("own");
  }
}
