package io.agentservice.server.engine.gitaccess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.GitHost;
import io.agentservice.server.testing.GitHost.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a machine's git may push through the service. */
class GitPushingIT extends OnGitAccess {
  private static final String OTHERS = "it holds commits that this session did not push there";

  private Path clone;
  private String own;

  @BeforeEach
  void aClone() {
    clone = cloned();
    own = ownBranch();
  }

  private String commit(String content) {
    try {
      Files.writeString(clone.resolve("a.txt"), content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    git(clone, "commit", "--quiet", "--all", "--message=" + content).ok();
    return git(clone, "rev-parse", "HEAD").ok().text().strip();
  }

  private Ran push(String... arguments) {
    git(clone, "remote", "set-url", "origin", with(password(), address())).ok();
    var all = new String[arguments.length + 2];
    all[0] = "push";
    all[1] = "origin";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return git(clone, all);
  }

  /** Where a branch of the host is; empty when there is none. */
  private String at(String branch) {
    return git(repository.work(), "ls-remote", "origin", "refs/heads/" + branch)
        .ok()
        .text()
        .replaceFirst("(?s)\\s.*", "");
  }

  private long lines() {
    return server
        .given()
        .number("SELECT count(*) FROM session_branch WHERE session_id = ?", session.value());
  }

  @Test
  void aSessionMakesMovesForcesAndDeletesItsOwnBranches() {
    String first = commit("first");
    push("HEAD:refs/heads/" + own).ok();
    assertThat(at(own)).isEqualTo(first);
    String second = commit("second");
    push("HEAD:refs/heads/" + own, "HEAD:refs/heads/" + own + "-more").ok();
    assertThat(at(own)).isEqualTo(second);
    git(clone, "reset", "--quiet", "--hard", "HEAD~2").ok();
    String other = commit("other");
    push("HEAD:refs/heads/" + own).failed("non-fast-forward");
    push("--force", "HEAD:refs/heads/" + own).ok();
    assertThat(at(own)).isEqualTo(other);
    push("--atomic", ":refs/heads/" + own, ":refs/heads/" + own + "-more").ok();
    assertThat(at(own)).isEmpty();
    push("HEAD:refs/heads/" + own).ok();
    assertThat(
            server
                .given()
                .text(
                    "SELECT string_agg(data->>'branch' || coalesce(' ' || (data->>'commit'), ' -'), ',' ORDER BY seq)"
                        + " FROM event WHERE session_id = ? AND type = 'git_push'",
                    session.value()))
        .contains(own + " " + first, own + "-more " + second, own + " " + other, own + " -");
  }

  @Test
  void everythingElseIsRefusedWithTheReasonAndNothingOfItIsPushed() {
    commit("mine");
    String main = at("main");
    String said = "the session pushes to branches " + own + "-... only";
    push("HEAD:main").failed("remote rejected", said);
    push("--force", "HEAD:main").failed(said);
    push(":main").failed(said);
    push("HEAD:refs/tags/v1").failed(said);
    push("HEAD:refs/notes/x").failed(said);
    push("HEAD:refs/heads/agent/000000000000-x").failed(said);
    push("HEAD:refs/heads/" + own + "x").failed(said);
    push("HEAD:refs/heads/" + own + "-ok", "HEAD:main")
        .failed(said, "nothing was pushed, since another ref is refused");
    assertThat(at("main")).isEqualTo(main);
    assertThat(git(repository.work(), "ls-remote", "origin").text())
        .doesNotContain(own, "refs/tags");
    assertThat(lines()).isZero();
  }

  @Test
  void whatSomebodyElseHasMadeOrMovedIsNeitherOverwrittenNorDeleted() {
    push("HEAD:refs/heads/" + own + "-a").ok();
    repository.on(own + "-a");
    String theirs = repository.commit(Map.of("their.txt", "theirs\n"));
    git(repository.work(), "push", "--quiet", "origin", "HEAD:refs/heads/" + own + "-b");
    commit("mine");
    for (String branch : new String[] {own + "-a", own + "-b"}) {
      push("--force", "HEAD:refs/heads/" + branch).failed("remote: ", OTHERS);
      push(":refs/heads/" + branch).failed(OTHERS);
      assertThat(at(branch)).isEqualTo(theirs);
    }
    push("HEAD:refs/heads/" + own + "-c").ok();
  }

  @Test
  void onlyWhatTheHostTookFromTheSessionInThatRepositoryIsItsOwn() {
    String other = served().value();
    git(repository.work(), "push", "--quiet", "origin", "HEAD:refs/heads/" + own + "-b");
    String of = session.value();
    took(other, host.host(), path, true);
    took(of, "other.test", path, true);
    took(of, host.host(), group + "/other", true);
    took(of, host.host(), path, false);

    push(":refs/heads/" + own + "-b").failed(OTHERS);
    assertThat(server.gitAccess().pushedBranches(session, host.host(), path)).isEmpty();
    server.given().update("UPDATE session_branch SET accepted = true WHERE session_id = ?", of);
    assertThat(server.gitAccess().pushedBranches(session, host.host(), path))
        .containsExactly(own + "-b");
    push(":refs/heads/" + own + "-b").ok();
  }

  private void took(String by, String at, String repository, boolean accepted) {
    server
        .given()
        .update(
            "INSERT INTO session_branch (session_id, host, path, ref, commit_id, accepted) VALUES (?, ?, ?, ?, ?, ?)",
            by,
            at,
            repository,
            "refs/heads/" + own + "-b",
            at(own + "-b"),
            accepted);
  }

  @Test
  void aSessionGoesOnFromWhatAPersonHasAddedToItsBranch() throws IOException {
    push("HEAD:refs/heads/" + own).ok();
    repository.on(own);
    String theirs = repository.commit(Map.of("their.txt", "theirs\n"));
    Files.writeString(clone.resolve("new.txt"), "new\n");
    git(clone, "add", "new.txt").ok();
    commit("mine");

    push("HEAD:refs/heads/" + own).failed("fetch first");
    git(clone, "fetch", "--quiet", with(password(), address()), own).ok();
    git(clone, "merge", "--quiet", "--no-edit", "FETCH_HEAD").ok();
    push("HEAD:refs/heads/" + own).ok();
    commit("more");
    push("HEAD:refs/heads/" + own).ok();

    assertThat(git(repository.work(), "fetch", "--quiet", "origin", own).ok().code()).isZero();
    assertThat(git(repository.work(), "merge-base", "FETCH_HEAD", theirs).ok().text().strip())
        .isEqualTo(theirs);
    String last = at(own);
    git(clone, "reset", "--quiet", "--hard", "HEAD~3").ok();
    commit("without theirs");
    push("--force", "HEAD:refs/heads/" + own).failed(OTHERS);
    assertThat(at(own)).isEqualTo(last);
  }

  @Test
  void aCommitThatThePushOnlyNamesDoesNotBecomeTheSessions() throws Exception {
    push("HEAD:refs/heads/" + own).ok();
    repository.on(own);
    String theirs = repository.commit(Map.of("their.txt", "theirs\n"));
    String ref = " refs/heads/" + own;
    var nothing = pack("");
    // Without a report, nobody hears that the host refuses it.
    post(command("0".repeat(40) + " " + theirs + ref), nothing);
    post(command(theirs + " " + theirs + ref + "\0report-status"), nothing);
    post(command(theirs + " " + theirs + ref), nothing);
    commit("mine");

    push("--force", "HEAD:refs/heads/" + own).failed(OTHERS);

    assertThat(at(own)).isEqualTo(theirs);
  }

  @Test
  void theHostIsNotGivenTheEndOfAPackThatLosesCommits() throws Exception {
    push("HEAD:refs/heads/" + own).ok();
    repository.on(own);
    String theirs = repository.commit(Map.of("their.txt", "theirs\n"));
    String mine = commit("mine");
    byte[] pack = pack(mine);
    byte[] more = Arrays.copyOf(pack, pack.length + 5000); // what comes after it is of no use
    byte[] command = command(theirs + " " + mine + " refs/heads/" + own + "\0report-status");

    for (byte[] sent : List.of(pack, more)) {
      assertThat(post(command, sent)).contains("unpack", OTHERS);
      assertThat(at(own)).isEqualTo(theirs);
    }
  }

  private static byte[] command(String line) {
    var out = new ByteArrayOutputStream();
    Packets.put(out, line);
    Packets.end(out);
    return out.toByteArray();
  }

  /** All that a commit needs; of nothing: an empty pack. */
  private byte[] pack(String commit) throws Exception {
    var process =
        new ProcessBuilder("git", "pack-objects", "--revs", "--stdout", "--quiet")
            .directory(clone.toFile())
            .start();
    try (var in = process.getOutputStream()) {
      in.write((commit + "\n").getBytes(UTF_8));
    }
    return process.getInputStream().readAllBytes();
  }

  /** Sends what git would not. */
  private String post(byte[] command, byte[] pack) throws Exception {
    var body = Arrays.copyOf(command, command.length + pack.length);
    System.arraycopy(pack, 0, body, command.length, pack.length);
    var request =
        HttpRequest.newBuilder(URI.create(address() + "/git-receive-pack"))
            .header("Authorization", basic(password()))
            .header("Content-Type", "application/x-git-receive-pack-request")
            .POST(BodyPublishers.ofByteArray(body));
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request.build(), BodyHandlers.ofString()).body();
    }
  }

  @Test
  void anotherSessionsBranchesAreNotItsOwn() {
    push("HEAD:refs/heads/" + own).ok();
    String theirs = at(own);
    session = served();
    epoch = epoch(session);
    commit("mine");
    push("--force", "HEAD:refs/heads/" + own).failed("pushes to branches");
    assertThat(at(own)).isEqualTo(theirs);
  }

  @Test
  void aPermissionToReadIsNoneToPush() {
    permit("\"repo_path\":\"%s\",\"read_only\":true".formatted(path));
    commit("mine");
    push("HEAD:refs/heads/" + own).failed("remote: The organization's git permission", "read-only");
    String spelled = path.toUpperCase(Locale.ROOT).replace("TEAM", "team");
    assertThat(refs(address(spelled), password(spelled), "git-receive-pack").statusCode())
        .isEqualTo(403);
    assertThat(at(own)).isEmpty();
  }

  @Test
  void aTokenOfAnEarlierClaimPushesNothing() {
    commit("mine");
    String password = password();
    release(session.value(), "w").ok();
    claim(session.value(), "w2").ok();
    git(clone, "push", with(password, address()), "HEAD:refs/heads/" + own)
        .failed("not served under this claim any more");
    epoch = epoch(session);
    push("HEAD:refs/heads/" + own).ok();
  }

  @Test
  void ofTwoPushesAtOnceTheHostTakesOneAndTheSessionGoesOn() {
    var first = commit("first");
    git(clone, "branch", "first", first).ok();
    git(clone, "reset", "--quiet", "--hard", "HEAD~1").ok();
    commit("second");
    git(clone, "remote", "set-url", "origin", with(password(), address())).ok();
    var other = new CompletableFuture<Ran>();
    Thread.ofPlatform()
        .start(() -> other.complete(git(clone, "push", "origin", "first:refs/heads/" + own)));
    var one = git(clone, "push", "origin", "HEAD:refs/heads/" + own);
    assertThat(other.join().code() == 0 || one.code() == 0)
        .as("%s%n%s", other.join().text(), one.text())
        .isTrue();
    commit("third");
    push("--force", "HEAD:refs/heads/" + own).ok();
  }

  @Test
  void aPushOfWhoseEndNobodyHeardLocksNobodyOut() {
    commit("pushed");
    push("HEAD:refs/heads/" + own).ok();
    server.given().update("DELETE FROM session_branch WHERE session_id = ?", session.value());
    String next = commit("next");
    push("HEAD:refs/heads/" + own).ok();
    assertThat(at(own)).isEqualTo(next);
  }

  @Test
  void aPushThroughAnotherServerIsTheSessionsHere() {
    commit("first");
    try (var other = server.furtherNode()) {
      var there = address().replace(server.address(), other.address());
      git(clone, "push", with(password(), there), "HEAD:refs/heads/" + own).ok();
      git(clone, "commit", "--quiet", "--amend", "--message=other").ok();
      push("--force", "HEAD:refs/heads/" + own).ok();
      git(clone, "commit", "--quiet", "--amend", "--message=another").ok();
      git(clone, "push", "--force", with(password(), there), "HEAD:refs/heads/" + own).ok();
    }
  }

  @Test
  void whatTheHostRefusesIsSaidAndForgotten() throws IOException {
    var hooks = repositoryOfHost().resolve("hooks");
    var hook =
        Files.writeString(hooks.resolve("update"), "#!/bin/sh\necho protected >&2\nexit 1\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    commit("mine");
    push("HEAD:refs/heads/" + own).failed("remote: protected", "hook declined");
    assertThat(lines()).isZero();
    Files.delete(hook);
    host.fails(path + ".git/git-receive-pack", new Failure(503, Map.of()));
    push("HEAD:refs/heads/" + own).failed("The git host " + host.host() + " answered 503");
    host.fails(path + ".git/git-receive-pack", null);
    push("HEAD:refs/heads/" + own).ok();
  }

  private Path repositoryOfHost() {
    return Path.of(git(repository.work(), "remote", "get-url", "origin").ok().text().strip());
  }

  @Test
  void aLargePushIsPassedOn() throws IOException {
    var bytes = new byte[20 << 20];
    new Random(7).nextBytes(bytes);
    Files.write(clone.resolve("large"), bytes);
    git(clone, "add", "large").ok();
    git(clone, "commit", "--quiet", "--message=large").ok();
    push("HEAD:refs/heads/" + own).ok();
    assertThat(at(own)).isEqualTo(git(clone, "rev-parse", "HEAD").text().strip());
    assertThat(host.strangers()).isZero();
  }

  @Test
  void theTokenOfTheHostIsNowhereOnTheMachine() throws IOException {
    commit("mine");
    var trace = directory.resolve("trace");
    git(
            clone,
            "-c",
            "trace2.eventTarget=" + trace,
            "push",
            "--verbose",
            with(password(), address()),
            "HEAD:refs/heads/" + own)
        .ok();
    try (var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .doesNotContain(GitHost.TOKEN);
      }
    }
  }
}
