package io.agentservice.worker;

import io.agentservice.wire.fleet.Outpost;
import io.agentservice.worker.claims.AcceptorIdentity;
import io.agentservice.worker.doctor.Finding.Level;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Image;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Things that go wrong with a worker, each seeded on a machine that is right otherwise. */
final class DoctorFaults {
  static final String STATIC = "GET /static/agent-rs/remote/";
  static final String OUTPOSTS = "GET /opbeta/outposts/outposts";

  static final List<Case> CASES =
      List.of(
          new Case("no token", "token", Level.PROBLEM, "No token", m -> m.token = null),
          new Case(
              "a token with a line end",
              "token",
              Level.PROBLEM,
              "line end",
              m -> m.token = "agt_\nx"),
          new Case(
              "a token in quotes",
              "token",
              Level.PROBLEM,
              "quotation mark",
              m -> m.token = "\"agt_x\""),
          new Case(
              "a token among the arguments",
              "token",
              Level.WARNING,
              "argument",
              m -> m.tokenInArguments = true),
          new Case(
              "a token that is refused",
              "api",
              Level.PROBLEM,
              "Unknown key",
              m -> m.api.say(OUTPOSTS, 401, "{\"detail\":\"Unknown key\"}")),
          new Case(
              "a token without the machine scope",
              "api",
              Level.PROBLEM,
              "may not serve",
              m -> m.api.say(OUTPOSTS, 403, "{\"detail\":\"No\"}")),
          new Case(
              "an API address without scheme",
              "api",
              Level.PROBLEM,
              "must look like",
              m -> m.apiUrl = URI.create("agent.example.com")),
          new Case(
              "an API address where nothing listens",
              "api",
              Level.PROBLEM,
              "connection refused",
              m -> m.apiUrl = URI.create("http://127.0.0.1:1")),
          new Case(
              "an API address of an unknown host",
              "api",
              Level.PROBLEM,
              "unknown host",
              m -> m.apiUrl = URI.create("http://agent.invalid")),
          new Case(
              "a web site instead of the API",
              "api",
              Level.PROBLEM,
              "no agent service",
              m -> m.api.say(OUTPOSTS, 200, "<html>Welcome</html>")),
          new Case(
              "another JSON API",
              "api",
              Level.PROBLEM,
              "no agent service",
              m -> m.api.say(OUTPOSTS, 200, "{\"status\":\"up\"}")),
          new Case(
              "an API address with a path too much",
              "api",
              Level.PROBLEM,
              "has no outposts (404)",
              m -> m.apiUrl = URI.create(m.apiUrl + "/v3")),
          new Case(
              "an API that has moved",
              "api",
              Level.PROBLEM,
              "redirects to https://there",
              m -> m.api.first(OUTPOSTS, 301, Map.of("Location", "https://there"))),
          new Case(
              "a service in trouble",
              "api",
              Level.PROBLEM,
              "answered 503",
              m -> m.api.say(OUTPOSTS, 503, "")),
          new Case(
              "a clock that is ahead",
              "clock",
              Level.WARNING,
              "ahead of",
              m -> m.clock = () -> InstantSource.system().instant().plusSeconds(120)),
          new Case(
              "a clock that is behind",
              "clock",
              Level.WARNING,
              "behind",
              m -> m.clock = () -> InstantSource.system().instant().minusSeconds(120)),
          new Case(
              "an unknown outpost",
              "outpost",
              Level.PROBLEM,
              "no outpost 'elsewhere'",
              m -> m.outpost = "elsewhere"),
          new Case(
              "no outpost", "outpost", Level.WARNING, "No outpost is named", m -> m.outpost = null),
          new Case(
              "an outpost of another platform",
              "outpost",
              Level.PROBLEM,
              "is for macos",
              m -> m.api.outposts("macos")),
          new Case(
              "an outpost that no organization may use",
              "outpost",
              Level.PROBLEM,
              "allowed_org_ids",
              m -> m.api.outposts(outpost("linux", List.of()))),
          new Case(
              "an outpost for organizations without a name",
              "outpost",
              Level.PROBLEM,
              "allowed_org_ids",
              m -> m.api.outposts(outpost("linux", List.of(" ")))),
          new Case(
              "an acceptor id that is in use",
              "acceptor",
              Level.PROBLEM,
              "works as 'w-1'",
              m -> {
                m.acceptorId = "w-1";
                m.other = AcceptorIdentity.given(m.data, "w-1");
              }),
          new Case(
              "an acceptor id that is too long",
              "acceptor",
              Level.PROBLEM,
              "256",
              m -> m.acceptorId = "x".repeat(257)),
          new Case(
              "no published version",
              "remote",
              Level.PROBLEM,
              "latest_linux_x64 answered 404",
              m -> m.staticBaseUrl = URI.create(m.api.uri() + "/files")),
          new Case(
              "a page instead of a version",
              "remote",
              Level.PROBLEM,
              "is no version",
              m -> m.api.say(STATIC + "latest_linux_x64", 200, "<html>")),
          new Case(
              "a pinned version that is not published",
              "remote",
              Level.PROBLEM,
              "agent-remote_abcdef0_linux_x64.sha256 answered 404",
              m -> m.remoteSha = "abcdef0"),
          new Case(
              "a malformed checksum",
              "remote",
              Level.PROBLEM,
              "no SHA-256 digest",
              m -> m.api.say(STATIC + "agent-remote_4f0c1d2_linux_x64.sha256", 200, "what?")),
          new Case(
              "a checksum without its binary",
              "remote",
              Level.PROBLEM,
              "linux_x64 answered 404",
              m -> m.api.say(STATIC + "agent-remote_4f0c1d2_linux_x64", 404, "")),
          new Case(
              "a cached binary that differs",
              "cached-remote",
              Level.WARNING,
              "not what is published",
              m -> cached(m, "something else", "rwxr-xr-x")),
          new Case(
              "a cached binary that is not executable",
              "cached-remote",
              Level.PROBLEM,
              "not executable",
              m -> cached(m, "#!/bin/sh\nexit 0\n", "rw-r--r--")),
          new Case(
              "a cache below a file",
              "cache",
              Level.PROBLEM,
              "is a file",
              m -> m.cache = Files.createFile(m.root.resolve("file")).resolve("cache")),
          new Case(
              "a cache on a read-only file system",
              "cache",
              Level.PROBLEM,
              "not writable",
              m -> mounted(m, "ro,relatime")),
          new Case(
              "a cache on a noexec file system",
              "cache",
              Level.PROBLEM,
              "mounted noexec",
              m -> mounted(m, "rw,noexec")),
          new Case(
              "a data directory below a file",
              "data-directory",
              Level.PROBLEM,
              "is a file",
              m -> m.data = Files.createFile(m.root.resolve("file")).resolve("data")),
          new Case(
              "an acceptor file that others read",
              "data-directory",
              Level.WARNING,
              "acceptors/0",
              m -> {
                m.data = Files.createDirectories(m.data.resolve("acceptors")).getParent();
                open(m.data.resolve("acceptors/0"));
              }),
          new Case(
              "a gateway that is no websocket",
              "gateway",
              Level.PROBLEM,
              "websocket address",
              m -> m.gatewayUrl = URI.create("http://agent.example.com/gateway")),
          new Case(
              "a gateway where nothing listens",
              "gateway",
              Level.PROBLEM,
              "connection refused",
              m -> m.gatewayUrl = URI.create("ws://127.0.0.1:1/gateway")),
          new Case(
              "a gateway of an unknown host",
              "gateway",
              Level.PROBLEM,
              "unknown host",
              m -> m.gatewayUrl = URI.create("wss://agent.invalid/gateway")),
          new Case(
              "a browser that is not executable",
              "chrome",
              Level.PROBLEM,
              "AGENT_CHROME_PATH",
              m ->
                  m.environment.put(
                      "AGENT_CHROME_PATH", Files.createFile(m.root.resolve("chrome")).toString())),
          new Case(
              "a desktop without its program",
              "desktop",
              Level.PROBLEM,
              "Xtigervnc",
              m -> m.environment.put("AGENT_OUTPOST_DESKTOP", "true")),
          new Case(
              "a desktop setting that is not understood",
              "desktop",
              Level.WARNING,
              "neither true nor false",
              m -> m.environment.put("AGENT_OUTPOST_DESKTOP", "yes")),
          new Case(
              "a proxy that is none",
              "proxy",
              Level.WARNING,
              "HTTPS_PROXY is no address",
              m -> m.environment.put("HTTPS_PROXY", "http://me:s3cret^@proxy")),
          new Case(
              "a working directory that is gone",
              "working-directory",
              Level.PROBLEM,
              "no directory any more",
              m -> m.work = m.root.resolve("gone")),
          new Case(
              "the root as working directory",
              "working-directory",
              Level.WARNING,
              "work in /",
              m -> m.work = Path.of("/")),
          new Case(
              "sessions that would be root",
              "run-as",
              Level.WARNING,
              "run as root",
              m -> m.runsAs(0)),
          new Case(
              "a user for sessions that there is not",
              "run-as",
              Level.PROBLEM,
              "--run-as: ",
              m -> m.runAs = "no-such-user"),
          new Case(
              "walls that don't work here",
              "sandbox",
              Level.WARNING,
              "no wall around sessions: bubblewrap is not installed",
              m ->
                  m.isolation =
                      Isolation.of(Isolation.Mode.auto, Map.of(), Grants.NONE, Image.NONE)),
          new Case(
              "a health port in use",
              "health-port",
              Level.PROBLEM,
              "Address already in use",
              m -> m.healthPort = m.api.port()),
          new Case(
              "a bridge port in use",
              "pty-bridge-port",
              Level.WARNING,
              "Address already in use",
              m -> m.ptyBridgePort = m.api.port()),
          new Case(
              "no git",
              "git",
              Level.WARNING,
              "no git",
              m -> Files.delete(m.root.resolve("bin/git"))),
          new Case(
              "no shell",
              "shell",
              Level.PROBLEM,
              "no sh",
              m -> Files.delete(m.root.resolve("bin/sh"))),
          new Case(
              "few open files", "open-files", Level.WARNING, "Only 256 files", m -> m.limits(256)));

  private DoctorFaults() {}

  interface Seed {
    void seed(Machine machine) throws Exception;
  }

  /**
   * A fault.
   *
   * @param check the one that is to find it
   * @param says part of what it says
   */
  record Case(String name, String check, Level level, String says, Seed fault) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static void cached(Machine machine, String content, String mode) throws Exception {
    var file = machine.cache.resolve("agent-remote_4f0c1d2_linux_x64");
    Files.createDirectories(machine.cache);
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  /** The cache has a file system of its own, as the system would tell. */
  private static void mounted(Machine machine, String options) throws Exception {
    machine.cache = Files.createDirectories(machine.root.resolve("mounted"));
    var line = "2 1 0:2 / %s %s - tmpfs tmpfs rw\n".formatted(machine.cache, options);
    Files.writeString(machine.process.resolve("mountinfo"), line, StandardOpenOption.APPEND);
  }

  private static void open(Path file) throws Exception {
    Files.writeString(file, "box-1\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  private static Outpost outpost(String platform, List<String> organizations) {
    var plain = ScriptedApi.outpost(ScriptedApi.OUTPOST, "local", platform);
    return new Outpost(
        plain.metadata(), new Outpost.Spec("local", platform, "", organizations), plain.status());
  }
}
