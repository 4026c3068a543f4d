package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.GitHost.git;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkChanged;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkUnknown;
import io.agentservice.server.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people get of a session's work, by real git. */
@Timeout(200)
class ChangesTest extends LoopScene {
  @TempDir Path elsewhere;
  private Path repository;

  @BeforeEach
  void aRepository() throws IOException {
    session.changesLimit = Duration.ofSeconds(30);
    repository = repository(directory);
  }

  private static Path repository(Path where) throws IOException {
    Files.createDirectories(where);
    git(where, "init", "--quiet", "--initial-branch=main");
    Files.writeString(where.resolve("a.txt"), "one\ntwo\nthree\n");
    Files.writeString(where.resolve("gone.txt"), "gone\n");
    Files.writeString(where.resolve(".gitignore"), "*.log\n");
    git(where, "add", "--all");
    git(where, "commit", "--quiet", "--message=first");
    return where;
  }

  /** The session runs this, and waits for an answer. */
  private void work(String command) throws InterruptedException {
    session.send("go");
    start(new Script().bash(command).say("done"));
    session.await(LoopEvent.Waiting.class);
  }

  private WorkChanged changed() {
    return session.events(WorkChanged.class).getLast();
  }

  private byte[] patch(String directory) {
    return session.files.shared.get("changes:" + directory);
  }

  /** The tree that the patch makes of the commit it is for. */
  private String applied(Path of, WorkChanged changed) throws IOException {
    Path other = Files.createTempDirectory(elsewhere, "applied");
    git(other, "clone", "--quiet", of.toString(), "tree");
    var tree = other.resolve("tree");
    git(tree, "checkout", "--quiet", changed.base());
    Files.write(other.resolve("patch"), patch(changed.directory()));
    git(tree, "apply", "--index", "--binary", "../patch");
    return git(tree, "write-tree").strip();
  }

  private String commit() {
    return git(repository, "rev-parse", "HEAD").strip();
  }

  @Test
  void thePatchMakesTheSameTreeOfTheCommitWhereTheSessionBegan() throws Exception {
    String base = commit();
    String before = git(repository, "for-each-ref");
    work(
        """
        sed -i s/two/TWO/ a.txt && git -c user.name=x -c user.email=x@x commit --quiet --all --message=mine
        rm gone.txt
        printf 'new file' > 'with space.txt'; mkdir -p sub; printf 'caf\\351\\n' > sub/latin
        head -c 3000 /dev/urandom > picture.bin
        chmod +x a.txt; ln -s a.txt link
        echo noise > noise.log
        echo staged > staged.txt; git add staged.txt\
        """);

    var changed = changed();
    assertThat(changed.base()).isEqualTo(base);
    assertThat(changed.directory()).isEqualTo(".");
    assertThat(changed.files()).isEqualTo(7);
    assertThat(applied(repository, changed)).isEqualTo(changed.tree());
    assertThat(session.files.names).containsExactly(Map.entry("changes:.", "changes.patch"));
    assertThat(new String(patch("."), ISO_8859_1)).doesNotContain("noise").contains("caf\u00e9");
    assertThat(git(repository, "status", "--porcelain"))
        .contains(" M a.txt", " D gone.txt", "A  staged.txt", "?? picture.bin", "?? sub/");
    assertThat(git(repository, "for-each-ref").lines().count()).isEqualTo(before.lines().count());
    assertThat(git(repository, "count-objects").strip()).startsWith("9 objects");
    assertThat(session.events())
        .filteredOn(event -> !(event instanceof LoopEvent.ToolResult))
        .last()
        .isInstanceOf(LoopEvent.Waiting.class);
    assertThat(session.events(WorkUnknown.class)).isEmpty();
    try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("agent-changes-" + session.id().hex().substring(20)));
    }
  }

  @Test
  void whatTheLookNeedsLiesInTheSessionsDirectoryWhichGoesWithIt() throws Exception {
    var state = Files.createDirectories(elsewhere.resolve("state"));
    machine =
        new LocalMachine(
            directory,
            Map.of("AGENT_REMOTE_STATE_DIR", state.toString(), "TMPDIR", "/nonexistent"));
    work("echo new > new.txt; touch \"$AGENT_REMOTE_STATE_DIR/was-here\"");

    assertThat(changed().files()).isEqualTo(1);
    assertThat(state).isDirectoryNotContaining("glob:**/agent-changes-*");
  }

  @Test
  void nothingIsGivenWhenNothingHasChanged() throws Exception {
    Files.writeString(repository.resolve("a.txt"), "what a person is writing");
    work("cat a.txt; echo noise > noise.log");

    assertThat(session.events(WorkBegun.class)).hasSize(1);
    assertThat(session.events(WorkChanged.class)).isEmpty();
    assertThat(session.files.shared).isEmpty();
  }

  @Test
  void aRepositoryThatTakesTooLongIsLookedAtOnceAndAtTheEnd() throws Exception {
    var looks = elsewhere.resolve("looks");
    git(
        repository,
        "config",
        "filter.slow.clean",
        "sleep 600 & echo look >> '" + looks + "'; wait; cat");
    Files.writeString(repository.resolve(".gitattributes"), "big filter=slow\n");
    git(repository, "add", "--all");
    git(repository, "commit", "--quiet", "--message=slow");
    session.send("go");
    start(new Script().bash("echo x > big").bash("true").bash("true").say("done"));
    for (int look = 1; look <= 2; look++) {
      int looked = look;
      Await.until(() -> lines(looks) == looked);
      machine.timeOut();
    }
    session.await(LoopEvent.Waiting.class);

    assertThat(Files.readAllLines(looks)).containsExactly("look", "look");
    assertThat(session.events(WorkUnknown.class)).hasSize(1);
  }

  private static int lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void withoutARepositoryNothingIsGiven() throws Exception {
    git(repository, "status");
    deleted(repository.resolve(".git"));
    work("echo x > y");

    assertThat(session.events(WorkBegun.class).getFirst().trees()).isEmpty();
    assertThat(session.events(WorkChanged.class)).isEmpty();
    assertThat(session.events(WorkUnknown.class)).isEmpty();
  }

  private static void deleted(Path tree) throws IOException {
    try (var files = Files.walk(tree)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @Test
  void aLaterPatchTakesThePlaceOfTheEarlierAndUndoneWorkTakesItAway() throws Exception {
    session.send("go");
    start(
        new Script()
            .bash("echo 1 > new")
            .say("first")
            .bash("echo 2 > new")
            .say("second")
            .bash("true")
            .say("third")
            .bash("rm new")
            .say("fourth"));
    for (int turn = 1; turn <= 4; turn++) {
      int ends = turn;
      Await.until(() -> session.events(LoopEvent.Waiting.class).size() == ends);
      session.send("go on");
    }

    var all = session.events(WorkChanged.class);
    assertThat(all).extracting(WorkChanged::attachmentId).hasSize(3).doesNotHaveDuplicates();
    assertThat(all).extracting(WorkChanged::files).containsExactly(1L, 1L, 0L);
    assertThat(all.getLast().attachmentId()).isNull();
    assertThat(session.files.shared).isEmpty();
  }

  @Test
  void severalRepositoriesHaveAPatchEach() throws Exception {
    deleted(repository.resolve(".git"));
    var web = repository(directory.resolve("web"));
    var lib = repository(directory.resolve("the lib"));
    work("echo x >> web/a.txt; echo y >> 'the lib/a.txt'");

    assertThat(session.files.names)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("changes:web", "changes-web.patch", "changes:the lib", "changes-the lib.patch"));
    for (var changed : session.events(WorkChanged.class)) {
      var of = changed.directory().equals("web") ? web : lib;
      assertThat(applied(of, changed)).isEqualTo(changed.tree());
    }
  }

  @Test
  void aRepositoryThatTheAgentMakesIsItsOwnAndCountsFromNothing() throws Exception {
    work(
        """
        git init --quiet made && cd made && echo x > y && git add y && \
        git -c user.name=x -c user.email=x@x commit --quiet --message=made && echo z > z; \
        git init --quiet ../empty; echo q > ../empty/q\
        """);

    assertThat(session.events(WorkChanged.class))
        .extracting(WorkChanged::directory, WorkChanged::base, WorkChanged::files)
        .containsExactlyInAnyOrder(tuple("made", null, 2L), tuple("empty", null, 1L));
    assertThat(session.events(WorkUnknown.class)).isEmpty();
  }

  @Test
  void aCloneThatTheAgentMakesCountsFromWhatItsRemoteHas() throws Exception {
    var origin = repository(elsewhere.resolve("origin"));
    String base = git(origin, "rev-parse", "HEAD").strip();
    work(
        """
        git clone --quiet '%s' cloned && git clone --quiet '%1$s' untouched && cd cloned && echo x >> a.txt && \
        git -c user.name=x -c user.email=x@x commit --quiet --all --message=mine && echo y >> a.txt\
        """
            .formatted(origin));

    assertThat(session.events(WorkChanged.class)).hasSize(1);
    assertThat(changed().base()).isEqualTo(base);
    assertThat(applied(origin, changed())).isEqualTo(changed().tree());
  }

  @Test
  void whatPeopleAttachedIsNoWorkOfTheSession() throws Exception {
    session.files.given.put("attachment-1", "given".getBytes(UTF_8));
    session.attached.add(new AttachedFile("attachment-1", "attachments/x.txt", 5));
    work("echo x >> a.txt; cat attachments/x.txt");

    assertThat(changed().files()).isEqualTo(1);
    assertThat(new String(patch("."), UTF_8)).doesNotContain("given");
  }

  @Test
  void secretsAreMasked() throws Exception {
    session.redactor = Redactor.of(Map.of("KEY", "hunter2-hunter2-ü"));
    Files.writeString(repository.resolve("env.log"), "password=hunter2-hunter2-ü\n");
    work("cp env.log config; printf 'bytes=\\351\\n' >> config");

    assertThat(new String(patch("."), ISO_8859_1))
        .contains("+password=[secret:KEY]", "+bytes=\u00e9")
        .doesNotContain("hunter2");
    assertThat(changed().notes()).singleElement().asString().contains("masked");
  }

  @Test
  void aPatchThatIsTooLargeIsNamedWithItsSize() throws Exception {
    session.files.mostBytes = 100;
    work("seq 1 1000 > numbers");

    assertThat(changed().attachmentId()).isNull();
    assertThat(changed().notes())
        .singleElement()
        .asString()
        .contains("an attachment may have 100", "git diff " + changed().base());
    assertThat(session.files.shared).isEmpty();
  }

  @Test
  void aSubmoduleIsNamed() throws Exception {
    var lib = repository(elsewhere.resolve("lib"));
    work("git -c protocol.file.allow=always submodule --quiet add '%s' lib".formatted(lib));

    assertThat(changed().notes())
        .containsExactly("lib is a repository of its own: the patch has its commit alone");
    assertThat(changed().files()).isEqualTo(2);
  }

  @Test
  void aMachineThatIsTooSlowIsToldOf() throws Exception {
    session.changesLimit = Duration.ofMillis(1);
    work("echo x > y");

    assertThat(session.events(WorkUnknown.class)).isNotEmpty();
    assertThat(session.events(WorkChanged.class)).isEmpty();
  }

  @Test
  void aLaterLoopCountsFromTheSameCommit() throws Exception {
    String base = commit();
    work(
        "git -c user.name=x -c user.email=x@x commit --quiet --allow-empty --message=mine; echo x > y");
    loops.stop(session.id());
    session.send("more");
    start(new Script().bash("true").say("done").bash("echo z > z").say("done again"));
    session.await(LoopEvent.Waiting.class);

    assertThat(session.events(WorkBegun.class)).hasSize(1);
    assertThat(session.events(WorkChanged.class)).extracting(WorkChanged::base).containsOnly(base);
  }
}
