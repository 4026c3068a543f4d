package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.process.SessionDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What git has behind walls of its user's settings, and of what other sessions fetched. */
class GitWallsTest extends WalledIn {
  @Test
  void commitsNameTheUserAndHisSecretsStayOutside() throws Exception {
    var home = temporary.resolve("home");
    Files.writeString(
        home.resolve(".gitconfig"),
        """
        [user]
          name = "Ann \\"A\\" Other"
          email = ann@example.com
          signingKey = SECRET
        [alias]
          last = log -1
          run = !echo SECRET
        [credential]
          helper = store --file SECRET
        [url "https://x:SECRET@example.com/"]
          insteadOf = https://example.com/
        [http]
          extraHeader = SECRET
        [core]
          hooksPath = /SECRET
          sshCommand = SECRET
          autocrlf = input
        [filter "lfs"]
          clean = git-lfs clean -- %f
          smudge = SECRET
        [include]
          path = more
        """);
    Files.writeString(home.resolve("more"), "[init]\n  defaultBranch = trunk\n");
    start(
        """
        git init -q; git commit -q --allow-empty -m x || exit 3
        git log --format='%an <%ae>' > author; git branch --show-current > branch
        git config --list > all; git last > last || exit 4
        git config --global user.name Own || exit 5
        git commit -q --allow-empty -m y; git log -1 --format=%an > own; exit 0\
        """,
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("author")).hasContent("Ann \"A\" Other <ann@example.com>");
    assertThat(work.resolve("branch")).hasContent("trunk");
    assertThat(work.resolve("own")).hasContent("Own");
    assertThat(text(work.resolve("all")))
        .contains("core.autocrlf=input", "filter.lfs.clean=git-lfs clean -- %f")
        .doesNotContain("SECRET");
    assertThat(text(home.resolve(".gitconfig"))).doesNotContain("Own");
  }

  private static final String OFFER =
      """
      mkdir -p "$AGENT_GIT_OFFERS/org-1/host/acme"; git init -q web; cd web; echo x > a; git add a
      git -c user.name=A -c user.email=a@b.c commit -q -m first
      git bundle create -q "$AGENT_GIT_OFFERS/org-1/host/acme/web.git.bundle" --branches; exit 0
      """;

  private void first(String script) throws Exception {
    directory = SessionDirectory.of(data, SESSION);
    start(script, sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    left();
  }

  @Test
  void whatASessionFetchedTheNextOneReadsAndNeitherWritesNorLists() throws Exception {
    first(OFFER);
    directory = SessionDirectory.of(data, "agent-0200");
    start(
        """
        mirror=$AGENT_GIT_SHARED_MIRRORS/org-1/host/acme/web.git
        git clone -q --bare "$mirror" copy || exit 3
        git -C "$mirror" config core.fsmonitor x && exit 4
        touch "$mirror/x" && exit 5
        chmod u+r "$AGENT_GIT_SHARED_MIRRORS" && exit 6
        ls "$AGENT_GIT_SHARED_MIRRORS" && exit 7
        git -C copy log --all --format=%s > log; exit 0
        """,
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("log")).hasContent("first");
  }

  @Test
  void aMirrorIsMadeOfObjectsAlone() throws Exception {
    var outside = temporary.resolve("beside");
    first(OFFER);
    for (var hostile :
        List.of(
            "cp -r web/.git \"$AGENT_GIT_OFFERS/org-1/host/acme/copy.git\"; echo x > \"$AGENT_GIT_OFFERS/org-1/host/acme/web.git.bundle\"",
            "mkdir -p $AGENT_GIT_OFFERS/org-1/host/acme/web.git/hooks; touch $AGENT_GIT_OFFERS/org-1/host/acme/web.git/hooks/x.git.bundle",
            "ln -sfn '%s' \"$AGENT_GIT_OFFERS/org-1/host/link\"; touch $AGENT_GIT_OFFERS/org-1/host/link/x.git.bundle"
                .formatted(outside),
            "rm -r \"$AGENT_GIT_OFFERS\"; ln -s '%s' \"$AGENT_GIT_OFFERS\"".formatted(outside))) {
      first(hostile + "; exit 0");
    }
    var mirrors = SessionDirectory.walledMirrors(data, null).shown().resolve("org-1/host/acme");
    try (var made = Files.list(mirrors)) {
      assertThat(made.map(Path::getFileName).map(Path::toString)).containsExactly("web.git");
    }
    assertThat(mirrors.resolve("web.git/hooks")).doesNotExist();
    assertThat(git(mirrors.resolve("web.git"), "log", "--all", "--format=%s")).contains("first");
    assertThat(outside.resolve("secret")).exists();
  }

  @Test
  void theMirrorThatWasWrittenToLongestAgoGoes() throws Exception {
    first(OFFER);
    start(
        OFFER.replace("web.git", "api.git").replace("init -q web; cd web", "init -q api; cd api"),
        sandbox());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    enclosure(sandbox()).left("0");
    var mirrors = SessionDirectory.walledMirrors(data, null).shown().resolve("org-1/host/acme");
    assertThat(mirrors.resolve("web.git")).doesNotExist();
    assertThat(mirrors.resolve("api.git")).isDirectory();
  }
}
