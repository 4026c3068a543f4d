package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.GitHost.git;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryCheckout;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryReady;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Repository;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the repositories of a session go, and what is kept. */
class CheckoutTest extends OnCheckout {
  @Test
  void isThereOnABranchOfTheSessionBeforeTheModelIsAsked() throws Exception {
    var origin = host.repository("acme/web", Map.of("a.txt", "one\n"));
    String commit = git(origin.work(), "rev-parse", "HEAD").strip();
    wants(session, "acme/web");
    session.title = "Größe: fix the *login* page, which has been broken for weeks";

    var ready = ready();

    assertThat(work.resolve("web/a.txt")).hasContent("one");
    assertThat(ready.directory()).isEqualTo(work + "/web");
    assertThat(ready.branch())
        .isEqualTo("agent/" + shortId() + "-gro-e-fix-the-login-page-which-has-been");
    assertThat(ready.commit()).isEqualTo(commit);
    assertThat(git(work.resolve("web"), "symbolic-ref", "--short", "HEAD").strip())
        .isEqualTo(ready.branch());
    assertThat(git(work.resolve("web"), "config", "--local", "user.email").strip())
        .isEqualTo("a@b");
    assertThat(git(work.resolve("web"), "remote", "get-url", "origin").strip())
        .isEqualTo(host.address("acme/web"));
    assertThat(session.events().stream().map(LoopEvents::type).toList())
        .startsWith(
            "machine_attached",
            "user_message",
            "repository_checkout",
            "repository_ready",
            "model_turn");
    assertThat(machine.forgotten)
        .startsWith(session.events(RepositoryCheckout.class).getFirst().commandId());
    assertNothingIsLeft();
  }

  @Test
  void aBranchATagAndACommitCanBePinned() throws Exception {
    var origin = host.repository("acme/web", Map.of("a.txt", "one\n"));
    String first = git(origin.work(), "rev-parse", "HEAD").strip();
    git(origin.work(), "tag", "v1.0");
    git(origin.work(), "push", "--quiet", "origin", "v1.0");
    String older = origin.on("release/1").commit(Map.of("a.txt", "two\n"));
    origin.on("main").commit(Map.of("a.txt", "three\n"));
    for (var ref : List.of("v1.0", first, first.substring(0, 9), "release/1")) {
      var pins = new MemorySession();
      pins.repositories = List.of(new Repository("acme/web@" + ref, place("acme/web")));
      pins.send("go");
      machine = machine("on " + ref.replace('/', ' '));
      start(pins);
      pins.await(LoopEvent.Waiting.class);
      var ready = newest(pins, RepositoryReady.class);
      assertThat(ready.commit()).as(ref).isEqualTo(ref.startsWith("release") ? older : first);
      assertThat(ready.branch()).startsWith("agent/");
      machine.close();
    }
  }

  @Test
  void aRefThatIsNotThereIsAskedAbout() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    session.repositories = List.of(new Repository("acme/web@gone", place("acme/web")));
    session.send("go");
    start(session);
    session.await(LoopEvent.Waiting.class);

    var failed = newest(session, LoopEvent.RepositoryUnavailable.class);
    assertThat(failed.code()).isEqualTo("ref_not_found");
    assertThat(failed.reason())
        .isEqualTo(
            "acme/web@gone could not be checked out: it has no branch, tag or commit of that name.");
    assertThat(work.resolve("web")).doesNotExist();
    assertNothingIsLeft();
  }

  @Test
  void aWorkTreeThatIsThereIsKeptWithItsChanges() throws Exception {
    var origin = host.repository("acme/web", Map.of("a.txt", "one\n"));
    git(work, "clone", "--quiet", host.address("acme/web"), "web");
    git(work.resolve("web"), "checkout", "--quiet", "-b", "mine");
    Files.writeString(work.resolve("web/a.txt"), "changed\n");
    String newer = origin.commit(Map.of("a.txt", "two\n"));
    wants(session, "acme/web");

    var ready = ready();

    assertThat(ready.cloned()).isFalse();
    assertThat(ready.branch()).isEqualTo("mine");
    assertThat(work.resolve("web/a.txt")).hasContent("changed");
    assertThat(git(work.resolve("web"), "rev-parse", "origin/main").strip()).isEqualTo(newer);
  }

  @Test
  void theWorkingDirectoryItselfMayBeIt() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    git(work, "clone", "--quiet", host.address("acme/web"), ".");
    wants(session, "acme/web");

    var ready = ready();

    assertThat(ready.directory()).isEqualTo(work.toString());
    assertThat(ready.branch()).isEqualTo("main");
    assertThat(work.resolve("web")).doesNotExist();
  }

  @Test
  void aCleanCloneOfAnEarlierSessionGoesToTheBranchOfTheNext() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    var first = ready();
    Files.writeString(work.resolve("web/a.txt"), "of the first\n");
    git(work.resolve("web"), "commit", "--quiet", "--all", "--message=first");
    var second = another();

    var ready = newest(second, RepositoryReady.class);
    assertThat(ready.branch()).contains(second.id().hex().substring(20));
    assertThat(ready.commit()).isEqualTo(first.commit());
    assertThat(work.resolve("web/a.txt")).hasContent("one");
    assertThat(git(work.resolve("web"), "show", first.branch() + ":a.txt"))
        .isEqualTo("of the first\n");
  }

  @Test
  void whatAnEarlierSessionHasNotCommittedStays() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    var first = ready();
    Files.writeString(work.resolve("web/a.txt"), "of the first\n");
    var second = another();

    assertThat(newest(second, RepositoryReady.class).branch()).isEqualTo(first.branch());
    assertThat(work.resolve("web/a.txt")).hasContent("of the first");
  }

  @Test
  void anEmptyRepositoryIsThereWithoutACommit() throws Exception {
    host.emptyRepository("acme/web");
    wants(session, "acme/web");

    var ready = ready();

    assertThat(ready.commit()).isNull();
    assertThat(ready.branch()).startsWith("agent/" + shortId());
    assertThat(work.resolve("web/.git")).isDirectory();
  }

  @Test
  void twoOfTheSameLastNameGetTheirOwnersNames() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "acme\n"));
    host.repository("other/web", Map.of("a.txt", "other\n"));
    wants(session, "acme/web", "other/web");
    ready();

    assertThat(work.resolve("acme-web/a.txt")).hasContent("acme");
    assertThat(work.resolve("other-web/a.txt")).hasContent("other");
  }

  @Test
  void submodulesComeWithItAndOneThatFailsIsTold() throws Exception {
    var lib = host.repository("acme/lib", Map.of("lib.txt", "lib\n"));
    var origin = host.repository("acme/web", Map.of("a.txt", "one\n"));
    for (var name : List.of("lib", "gone")) {
      git(
          origin.work(),
          "-c",
          "protocol.file.allow=always",
          "submodule",
          "--quiet",
          "add",
          lib.work().toString(),
          name);
      git(
          origin.work(),
          "config",
          "--file",
          ".gitmodules",
          "submodule." + name + ".url",
          "../" + name + ".git");
    }
    origin.commit(Map.of());
    wants(session, "acme/web");

    var ready = ready();

    assertThat(ready.notes()).hasSize(1);
    assertThat(work.resolve("web/lib/lib.txt")).hasContent("lib");
    assertThat(ready.notes()).singleElement().asString().contains("submodule gone");
  }
}
