package io.agentservice.server.agent.loop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryReady;
import io.agentservice.server.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a machine keeps for the next session of a repository. */
class CheckoutMirrorTest extends OnCheckout {
  @Test
  void aSecondSessionTakesItFromTheMirror() throws Exception {
    var noise = new byte[300_000];
    new Random(1).nextBytes(noise);
    host.repository("acme/web", Map.of("noise.txt", HexFormat.of().formatHex(noise)));
    wants(session, "acme/web");
    ready();
    long first = host.contentBytes();
    machine.close();
    machine = machine("second");
    var second = another();

    assertThat(first).isGreaterThan(250_000);
    assertThat(host.contentBytes() - first).isLessThan(2000);
    assertThat(work.resolve("web/noise.txt")).exists();
    assertThat(newest(second, RepositoryReady.class).branch())
        .contains(second.id().hex().substring(20));
  }

  @Test
  void whatIsNewComesIntoTheMirrorAndTheClone() throws Exception {
    var origin = host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    ready();
    String newer = origin.commit(Map.of("a.txt", "two\n"));
    machine.close();
    machine = machine("second");
    var second = another();

    assertThat(newest(second, RepositoryReady.class).commit()).isEqualTo(newer);
    assertThat(work.resolve("web/a.txt")).hasContent("two");
  }

  @Test
  void aBrokenMirrorIsMadeAnew() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    ready();
    try (var files = Files.walk(directory.resolve("mirrors"))) {
      for (var file :
          files
              .filter(f -> f.toString().contains("/objects/") && Files.isRegularFile(f))
              .toList()) {
        Files.delete(file);
      }
    }
    machine.close();
    machine = machine("second");
    var second = another();

    assertThat(newest(second, RepositoryReady.class).cloned()).isTrue();
    assertThat(work.resolve("web/a.txt")).hasContent("one");
  }

  @Test
  void aLockOfAProcessThatIsGoneHoldsNobodyUp() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    var mirrors =
        directory.resolve("mirrors/org-1").resolve(host.host().replace(':', '_')).resolve("acme");
    // As where there is no flock.
    var bin = Files.createDirectories(directory.resolve("bin"));
    for (String program :
        List.of(
            "git",
            "bash",
            "sh",
            "tee",
            "tr",
            "grep",
            "tail",
            "cat",
            "mkdir",
            "rm",
            "mv",
            "cp",
            "find",
            "awk",
            "du",
            "touch",
            "sleep",
            "dirname",
            "rmdir",
            "ls",
            "sed",
            "uname",
            "basename",
            "env")) {
      Files.createSymbolicLink(bin.resolve(program), Path.of(which(program)));
    }
    machine.close();
    machine = machine("work", Map.of("PATH", bin.toString()));
    ready();
    String name;
    try (var files = Files.list(mirrors)) {
      name = files.findFirst().orElseThrow().getFileName().toString();
    }
    var gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Files.createDirectories(mirrors.resolve(name + ".locked"));
    Files.writeString(mirrors.resolve(name + ".locked/pid"), gone.pid() + "\n");
    long before = host.contentBytes();
    machine.close();
    machine = machine("second", Map.of("PATH", bin.toString()));
    var second = another();

    assertThat(newest(second, RepositoryReady.class).notes()).isEmpty();
    assertThat(host.contentBytes() - before).isLessThan(2000);
    assertThat(mirrors.resolve(name + ".locked")).doesNotExist();
  }

  /** As a worker has it for a session behind walls. */
  private Map<String, String> behindWalls(String name) {
    return Map.of(
        "AGENT_GIT_MIRRORS", directory.resolve(name + "-state/mirrors").toString(),
        "AGENT_GIT_SHARED_MIRRORS", directory.resolve("shared").toString(),
        "AGENT_GIT_OFFERS", directory.resolve(name + "-state/offers").toString());
  }

  /** As a worker takes what a session has left; the mirror. */
  private Path takeOffer(String name) throws Exception {
    try (var files = Files.walk(directory.resolve(name + "-state/offers"))) {
      var offer =
          files.filter(file -> file.toString().endsWith(".bundle")).findFirst().orElseThrow();
      var path = directory.resolve(name + "-state/offers").relativize(offer).toString();
      var mirror = directory.resolve("shared").resolve(path.replaceFirst("[.]bundle$", ""));
      Files.createDirectories(mirror);
      git(mirror, "init", "-q", "--bare");
      git(mirror, "fetch", "-q", offer.toString(), "+refs/heads/*:refs/heads/*");
      return mirror;
    }
  }

  private static String git(Path directory, String... words) throws Exception {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    var process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }

  @Test
  void behindWallsASecondSessionTakesItFromWhatTheFirstHasLeft() throws Exception {
    var noise = new byte[300_000];
    new Random(1).nextBytes(noise);
    var origin = host.repository("acme/web", Map.of("noise.txt", HexFormat.of().formatHex(noise)));
    machine.close();
    machine = machine("work", behindWalls("first"));
    wants(session, "acme/web");
    ready();
    long first = host.contentBytes();
    takeOffer("first");
    String newer = origin.commit(Map.of("a.txt", "two\n"));
    machine.close();
    machine = machine("second", behindWalls("second"));
    var second = another();

    assertThat(first).isGreaterThan(250_000);
    assertThat(host.contentBytes() - first).isLessThan(4000);
    assertThat(newest(second, RepositoryReady.class).commit()).isEqualTo(newer);
    assertThat(work.resolve("web/noise.txt")).exists();
    try (var own = Files.walk(directory.resolve("first-state/mirrors"))) {
      assertThat(own).noneMatch(path -> path.toString().endsWith(".git"));
    }
  }

  @Test
  void behindWallsNoBranchOfAnotherSessionIsBelieved() throws Exception {
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    machine.close();
    machine = machine("work", behindWalls("first"));
    wants(session, "acme/web");
    var right = ready().commit();
    var mirror = takeOffer("first");
    var evil =
        git(
            mirror,
            "-c",
            "user.name=E",
            "-c",
            "user.email=e@e",
            "commit-tree",
            "-m",
            "evil",
            right + "^{tree}");
    for (var ref :
        List.of("refs/heads/main", "refs/heads/master", "refs/heads/other", "refs/tags/v1")) {
      git(mirror, "update-ref", ref, evil);
    }
    machine.close();
    machine = machine("second", behindWalls("second"));
    var second = another();

    assertThat(newest(second, RepositoryReady.class).commit()).isEqualTo(right);
    assertThat(git(work.resolve("web"), "for-each-ref")).doesNotContain(evil);
  }

  @Test
  void withoutAPlaceForMirrorsOnlyWhatIsNeededIsFetched() throws Exception {
    machine.close();
    machine = machine("work", Map.of("AGENT_GIT_MIRRORS", ""));
    host.repository("acme/web", Map.of("a.txt", "one\n"));
    wants(session, "acme/web");
    ready();

    assertThat(work.resolve("web/a.txt")).hasContent("one");
    assertThat(directory.resolve("mirrors")).doesNotExist();
  }

  /** Mirrors of three repositories, of which the first was used longest ago. */
  private void mirrorsOfThree(Map<String, String> environment) throws Exception {
    var noise = new byte[300_000];
    for (var name : List.of("one", "two", "three")) {
      new Random(name.hashCode()).nextBytes(noise);
      host.repository("acme/" + name, Map.of("noise.txt", HexFormat.of().formatHex(noise)));
    }
    machine.close();
    machine = machine("work", environment);
    wants(session, "acme/one", "acme/two", "acme/three");
    ready();
    Await.until(() -> session.events(RepositoryReady.class).size() == 3);
  }

  private List<String> mirrors() throws IOException {
    try (var files = Files.walk(directory.resolve("mirrors"), 4)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".git"))
          .map(name -> name.replaceFirst("[-.].*", ""))
          .sorted()
          .toList();
    }
  }

  @Test
  void whenMirrorsHoldTooMuchThoseUsedLongestAgoGo() throws Exception {
    mirrorsOfThree(Map.of("AGENT_GIT_MIRRORS_MAX_GB", "0.001")); // two of them hold less
    assertThat(mirrors()).containsExactly("three", "two");
    assertThat(work.resolve("one/noise.txt")).hasSize(600_000);
    machine.close();
    machine = machine("second", Map.of("AGENT_GIT_MIRRORS_MAX_GB", "0"));
    wants(session, "acme/two");
    another();
    assertThat(mirrors()).containsExactly("two");
  }

  @Test
  void theUsualBoundIsFarAway() throws Exception {
    mirrorsOfThree(Map.of("AGENT_GIT_MIRRORS_MAX_GB", "much"));
    assertThat(mirrors()).hasSize(3);
  }

  @Test
  void aMirrorThatASessionUsesStays() throws Exception {
    mirrorsOfThree(Map.of());
    var script =
        "for m in $(find %s -name '*one*.git'); do exec 9> $m.lock; flock 9; done; echo locked; sleep 60"
            .formatted(directory.resolve("mirrors"));
    var holder = new ProcessBuilder("bash", "-c", script).start();
    try {
      assertThat(holder.getInputStream().read()).isEqualTo('l');
      machine.close();
      machine = machine("second", Map.of("AGENT_GIT_MIRRORS_MAX_GB", "0"));
      wants(session, "acme/three");
      another();
      assertThat(mirrors()).containsExactly("one", "three");
    } finally {
      holder.descendants().forEach(ProcessHandle::destroyForcibly);
      holder.destroyForcibly().waitFor();
    }
  }

  private static String which(String program) throws Exception {
    var process = new ProcessBuilder("bash", "-c", "type -P " + program).start();
    return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
  }
}
