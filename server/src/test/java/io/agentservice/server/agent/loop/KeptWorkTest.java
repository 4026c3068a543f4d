package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.GitHost.git;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Llm;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkRestored;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.testing.Await;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A machine that is lost takes the turn under way with it, and nothing else. */
class KeptWorkTest extends OnCheckout {
  private static final String AS = "git -c user.name=x -c user.email=x@x ";

  @BeforeEach
  void looks() {
    session.changesLimit = Duration.ofSeconds(30);
    host.repository("acme/web", Map.of("a.txt", "one\n", ".gitignore", "*.log\n"));
    wants(session, "acme/web");
  }

  /** The session works on a machine, which is lost in the next turn, and goes on on another. */
  private void loseAndGoOn(String work, String check) throws Exception {
    var script =
        new Script().bash(work).bash("touch begun; sleep 50").bash(check).say("ok").say("ok");
    session.send("go");
    var first = machine.connect();
    loops.start(session.current(), first, script.model());
    Await.until(() -> Files.exists(directory.resolve("work/begun")));
    first.cut();
    machine.close();
    loops.stop(session.id());

    machine = machine("other");
    loops.start(session.claim(), machine.connect(), script.model());
    session.await(LoopEvent.Waiting.class);
  }

  @Test
  void commitsAndFilesAreOnTheNextMachine() throws Exception {
    loseAndGoOn(
        "cd web && echo two >> a.txt && "
            + AS
            + "commit --quiet --all --message=mine && echo three >> a.txt"
            + " && head -c 2000 /dev/urandom > b.bin && echo x > noise.log",
        "cd web && git status --short && git log --format=%s -2 && cat a.txt");

    var web = work.resolve("web");
    assertThat(session.events(WorkRestored.class)).containsExactly(new WorkRestored("web", null));
    assertThat(web.resolve("a.txt")).hasContent("one\ntwo\nthree");
    assertThat(web.resolve("b.bin")).hasSameBinaryContentAs(directory.resolve("work/web/b.bin"));
    assertThat(git(web, "log", "--format=%s")).isEqualTo("mine\nchange\n");
    assertThat(git(web, "status", "--porcelain")).isEqualTo(" M a.txt\n?? b.bin\n");
    assertThat(git(web, "symbolic-ref", "--short", "HEAD").strip())
        .isEqualTo(git(directory.resolve("work/web"), "symbolic-ref", "--short", "HEAD").strip());
    assertThat(session.events(WorkSaved.class)).hasSize(1);
  }

  @Test
  void aForkHasTheWorkOnABranchOfItsOwn() throws Exception {
    session.title = null; // its branch is the prefix and the short id, as where a run makes it
    var script =
        new Script()
            .bash("cd web && echo two >> a.txt && " + AS + "commit -aqm mine && echo x > new")
            .say("done")
            .bash("cat web/a.txt")
            .say("ok");
    session.send("go");
    loops.start(session.claim(), machine.connect(), script.model());
    session.await(LoopEvent.Waiting.class);
    var origin = git(work.resolve("web"), "symbolic-ref", "--short", "HEAD").strip();
    var fork = session.forked(session.events().size());
    machine.close();
    machine = machine("other");
    fork.send("go on");
    loops.start(fork.claim(), machine.connect(), script.model());
    Await.until(() -> fork.events(LoopEvent.Waiting.class).size() == 2);

    var web = work.resolve("web");
    assertThat(fork.events(WorkRestored.class)).containsExactly(new WorkRestored("web", null));
    assertThat(git(web, "log", "--format=%s")).isEqualTo("mine\nchange\n");
    assertThat(git(web, "status", "--porcelain")).isEqualTo("?? new\n");
    assertThat(git(web, "symbolic-ref", "--short", "HEAD").strip())
        .isNotEqualTo(origin)
        .isEqualTo("agent/" + fork.id().hex().substring(20));
    assertThat(git(web, "symbolic-ref", "HEAD").strip())
        .isEqualTo("refs/heads/agent/" + fork.id().hex().substring(20));
  }

  @Test
  void aForkAtAnEarlierEventHasTheWorkOfThen() throws Exception {
    var script =
        new Script()
            .bash("echo two >> web/a.txt")
            .say("first")
            .bash("echo three >> web/a.txt")
            .say("second");
    session.send("go");
    loops.start(session.claim(), machine.connect(), script.model());
    session.await(LoopEvent.Waiting.class);
    int then = session.events().size();
    session.send("and on");
    Await.until(() -> session.events(LoopEvent.Waiting.class).size() == 2);
    assertThat(session.events(WorkSaved.class)).hasSize(2);
    var fork = session.forked(then);
    machine.close();
    machine = machine("other");
    fork.send("go on");
    loops.start(fork.claim(), machine.connect(), script.model());
    Await.until(() -> fork.events(LoopEvent.Waiting.class).size() == 2);

    assertThat(fork.events(WorkRestored.class)).containsExactly(new WorkRestored("web", null));
    // Its model goes on where the conversation ends, so it does the same again.
    assertThat(work.resolve("web/a.txt")).hasContent("one\ntwo\nthree");
  }

  @Test
  void aRepositoryThatTheAgentMadeIsThereAgain() throws Exception {
    loseAndGoOn(
        "git init --quiet --initial-branch=trunk made && echo x > made/x && cd made && git add x && "
            + AS
            + "commit --quiet --message=first && echo y > y; git init --quiet ../bare; echo z > ../bare/z",
        "cat made/x made/y bare/z");

    assertThat(session.events(WorkRestored.class))
        .containsExactlyInAnyOrder(new WorkRestored("made", null), new WorkRestored("bare", null));
    assertThat(git(work.resolve("made"), "status", "--porcelain", "--branch"))
        .isEqualTo("## trunk\n?? y\n");
    assertThat(work.resolve("bare/z")).hasContent("z");
  }

  @Test
  void whatIsThereIsNotOverwritten() throws Exception {
    machine.close();
    machine = machine("other");
    git(work, "clone", "--quiet", host.address("acme/web"), "web");
    Files.writeString(work.resolve("web/a.txt"), "of somebody else\n");
    machine.close();
    machine = machine("work");
    loseAndGoOn("echo two >> web/a.txt", "true");

    assertThat(work.resolve("web/a.txt")).hasContent("of somebody else");
    assertThat(session.events(WorkRestored.class)).isEmpty();
  }

  @Test
  void theSameMachineKeepsWhatItHas() throws Exception {
    session.send("go");
    var script =
        new Script()
            .bash("echo two >> web/a.txt")
            .bash("echo 3 >> web/a.txt; touch third; sleep 50")
            .say("ok");
    var first = machine.connect();
    loops.start(session.current(), first, script.say("ok").model());
    Await.until(() -> Files.exists(work.resolve("third")));
    machine.crash();
    machine.dropJournal();
    first.cut();
    loops.stop(session.id());
    loops.start(session.claim(), machine.connect(), script.model());
    session.await(LoopEvent.Waiting.class);

    assertThat(work.resolve("web/a.txt")).hasContent("one\ntwo\n3");
    assertThat(session.events(WorkRestored.class)).isEmpty();
  }

  /** The script's model, which does that before it answers the call of this number. */
  private static Models before(int call, Callable<?> work, Script script) {
    var calls = new AtomicInteger();
    var model = script.model().get();
    var llm =
        new Llm() {
          @Override
          public Reply complete(Prompt prompt, TextListener live) {
            if (calls.incrementAndGet() == call) {
              try {
                work.call();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            }
            return model.llm().complete(prompt, live);
          }

          @Override
          public String name() {
            return model.llm().name();
          }

          @Override
          public String model() {
            return model.llm().model();
          }
        };
    return () -> new Model(llm, model.price(), model.limits());
  }

  @Test
  void theModelIsAskedWhileTheWorkIsKept() throws Exception {
    session.changesLimit = Duration.ofSeconds(5);
    var asked = directory.resolve("asked");
    var waits = "sh -c 'until [ -e %s ]; do sleep 0.05; done; cat'".formatted(asked);
    var script =
        new Script()
            .bash(
                "cd web && git config filter.waits.clean \"%s\" && ".formatted(waits)
                    + "echo '*.txt filter=waits' > .git/info/attributes && echo two >> a.txt")
            .bash("true")
            .say("ok")
            .say("ok");
    session.send("go");
    loops.start(
        session.current(),
        machine.connect(),
        before(2, () -> Files.writeString(asked, ""), script));
    session.await(LoopEvent.Finished.class);

    assertThat(session.events(WorkSaved.class)).hasSize(1);
  }

  @Test
  void whatTheLogNamesIsKeptUntilItNamesTheNext() throws Exception {
    var never = new CountDownLatch(1);
    var script =
        new Script()
            .bash("echo two >> web/a.txt")
            .bash("echo three >> web/a.txt")
            .bash("cat web/a.txt")
            .say("ok")
            .say("ok");
    session.send("go");
    var first = machine.connect();
    loops.start(
        session.current(), first, before(3, () -> never.await(1, TimeUnit.MINUTES), script));
    Await.until(() -> session.files.kept.size() == 2);
    first.cut();
    machine.close();
    loops.stop(session.id());

    machine = machine("other");
    loops.start(session.claim(), machine.connect(), script.model());
    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(WorkRestored.class)).containsExactly(new WorkRestored("web", null));
    assertThat(work.resolve("web/a.txt")).hasContent("one\ntwo");
  }

  @Test
  void quickTurnsShareALook() throws Exception {
    int turns = 30;
    var script = new Script();
    for (int i = 0; i < turns; i++) {
      script.bash("echo %d >> web/a.txt".formatted(i));
    }
    long began = System.nanoTime();
    session.send("go");
    loops.start(session.current(), machine.connect(), script.say("ok").model());
    session.await(LoopEvent.Waiting.class);
    long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();

    var saved = session.events(WorkSaved.class);
    assertThat(saved).hasSizeBetween(1, (int) (2 + seconds)); // one a second
    git(work.resolve("web"), "add", "--all");
    assertThat(saved.getLast().tree()).isEqualTo(git(work.resolve("web"), "write-tree").strip());
  }
}
