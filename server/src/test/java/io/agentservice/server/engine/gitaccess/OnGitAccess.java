package io.agentservice.server.engine.gitaccess;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.connection.GitCredentials.Answer.Granted;
import io.agentservice.server.engine.gateway.connection.GitCredentials.Answer.Refused;
import io.agentservice.server.testing.GitHost;
import io.agentservice.server.testing.GitHost.Repository;
import io.agentservice.server.testing.OnOutpost;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with a git of a machine, whose session is served, and a repository of a host that its
 * organization may write.
 */
public abstract class OnGitAccess extends OnOutpost {
  private static final AtomicInteger COUNT = new AtomicInteger();

  @TempDir protected Path directory;

  protected GitHost host;
  protected String group;
  protected String path;
  protected Repository repository;
  protected String connection;

  /** The session, and the epoch of its claim. */
  protected SessionId session;

  protected long epoch;

  @BeforeAll
  void startHost() {
    host = new GitHost();
  }

  @AfterAll
  void stopHost() {
    host.close();
  }

  @BeforeEach
  void aServedSession() {
    group = "team" + COUNT.incrementAndGet();
    path = group + "/app";
    repository = host.repository(path, Map.of("a.txt", "one\n"));
    connection = connection(host.host());
    permit("\"group_prefix\":\"%s\"".formatted(group));
    session = served();
    epoch = epoch(session);
  }

  /** The name of the branch that the session may push; it may go on with a hyphen. */
  protected String ownBranch() {
    return "agent/" + session.hex().substring(20);
  }

  /** A new session that a worker holds. */
  protected SessionId served() {
    String id = session();
    claim(id, "w").ok();
    return new SessionId(id);
  }

  protected long epoch(SessionId of) {
    return server.given().number("SELECT epoch FROM session WHERE session_id = ?", of.value());
  }

  protected String connection(String at) {
    return admin
        .post(
            "/v3/enterprise/git-providers/connections",
            "{\"git_provider_type\":\"github_token\",\"host\":\"%s\",\"token\":\"%s\"}"
                .formatted(at, GitHost.TOKEN))
        .ok()
        .text("/git_connection_id");
  }

  /** Lets the organization reach what the fields say. */
  protected void permit(String fields) {
    permit(connection, fields);
  }

  protected void permit(String through, String fields) {
    admin
        .post(
            permissions(),
            "{\"permissions\":[{\"git_connection_id\":\"%s\",%s}]}".formatted(through, fields))
        .ok();
  }

  protected void forbidAll() {
    admin.delete(permissions()).ok();
  }

  private String permissions() {
    return "/v3/enterprise/organizations/" + org + "/git-providers/permissions";
  }

  /** The password of a fresh credential. */
  protected String password() {
    return password(path);
  }

  protected String password(String of) {
    var answer = server.gitAccess().credential(session, epoch, host.host(), of);
    assertThat(answer).isInstanceOf(Granted.class);
    return ((Granted) answer).password();
  }

  /** Why there is no credential. */
  protected String refused(long ofEpoch, String at, String of) {
    var answer = server.gitAccess().credential(session, ofEpoch, at, of);
    assertThat(answer).isInstanceOf(Refused.class);
    return ((Refused) answer).reason();
  }

  /** The repository's address at the service. */
  protected String address() {
    return address(path);
  }

  protected String address(String of) {
    return server.address() + "/gateway/git/" + host.host() + "/" + of + ".git";
  }

  /** The same with that password in it. */
  protected static String with(String password, String address) {
    return address.replaceFirst("//", "//agent:" + password + "@");
  }

  /** What a git of the machine has come to. */
  record Ran(int code, String text) {
    Ran ok() {
      assertThat(code).as(text).isZero();
      return this;
    }

    Ran failed(String... saying) {
      assertThat(code).as(text).isNotZero();
      assertThat(text).contains(saying);
      return this;
    }
  }

  static Ran git(Path in, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                "git",
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@t",
                "-c",
                "credential.helper=",
                "-c",
                "core.askPass=true"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().put("LC_ALL", "C");
    try {
      var process = builder.start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ran(process.waitFor(), text);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A clone of the repository through the service. */
  protected Path cloned(String... options) {
    var arguments = new ArrayList<>(List.of("clone", "--quiet"));
    arguments.addAll(List.of(options));
    var to = directory.resolve("clone" + COUNT.incrementAndGet());
    arguments.addAll(List.of(with(password(), address()), to.toString()));
    git(directory, arguments.toArray(String[]::new)).ok();
    return to;
  }

  /** What the service answers to git's first request. */
  protected HttpResponse<String> refs(String password, String service) {
    return refs(address(), password, service);
  }

  protected static HttpResponse<String> refs(String address, String password, String service) {
    var request =
        HttpRequest.newBuilder(URI.create(address + "/info/refs?service=" + service)).GET();
    if (password != null) {
      request.header("Authorization", basic(password));
    }
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  protected static String basic(String password) {
    var pair = ("agent:" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }
}
