package io.agentservice.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentservice.remote.testing.RemoteUnderTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagingIT {
  @TempDir private Path directory;

  @Test
  void digestAndLatestAreThoseOfTheFile() throws Exception {
    assertDigestAndLatest(RemoteUnderTest.binary());
  }

  private static void assertDigestAndLatest(Path binary) throws Exception {
    var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(binary));
    assertThat(binary.resolveSibling(binary.getFileName() + ".sha256"))
        .hasContent(HexFormat.of().formatHex(digest) + "\n");
    var suffix = binary.getFileName().toString().replaceFirst(".*?_.*?_", "");
    assertThat(Files.readString(binary.resolveSibling("latest_" + suffix)))
        .isEqualTo(sha(binary) + "\n")
        .matches("[0-9a-f]{12}\n");
  }

  /** The head of launch4j is a program for 32 bits that starts a Java of 64. */
  @Test
  void windowsFileIsAConsoleProgramWithoutATraceOfTheBuildsTime() throws Exception {
    var binary = windowsBinary();
    assertDigestAndLatest(binary);
    var bytes = ByteBuffer.wrap(Files.readAllBytes(binary)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.getShort(0)).isEqualTo((short) 0x5a4d); // MZ
    var header = bytes.getInt(0x3c);
    assertThat(bytes.getInt(header)).isEqualTo(0x4550); // PE
    assertThat(bytes.getShort(header + 4)).isEqualTo((short) 0x14c); // i386
    assertThat(bytes.getInt(header + 8)).as("time of the build").isZero();
    assertThat(bytes.getShort(header + 24 + 68)).as("subsystem").isEqualTo((short) 3); // console
  }

  @Test
  void windowsFileHoldsAJarThatAnyJavaStarts() throws Exception {
    var binary = windowsBinary();
    var java = RemoteUnderTest.java(binary, List.of("-Xshare:auto"));
    try (var remote = RemoteUnderTest.start(directory, environment(Map.of()), java, "version")) {
      assertThat(remote.awaitExit()).as(remote.log()).isZero();
      assertThat(remote.log()).isEqualTo("agent-remote " + sha(binary) + "\n");
    }
  }

  private static Path windowsBinary() throws IOException {
    assumeLinuxX64();
    return RemoteUnderTest.windowsBinary().orElseThrow();
  }

  @Test
  void severalFirstStartsAtOnceUnpackOneRuntime() throws Exception {
    var cache = directory.resolve("cache");
    var environment = environment(Map.of("XDG_CACHE_HOME", cache.toString()));
    var remotes = new ArrayList<RemoteUnderTest>();
    for (var i = 0; i < 4; i++) {
      remotes.add(RemoteUnderTest.start(directory, environment, "version"));
    }
    for (var remote : remotes) {
      try (remote) {
        assertThat(remote.awaitExit()).as(remote.log()).isZero();
        assertThat(remote.log()).isEqualTo("agent-remote " + sha() + "\n");
      }
    }
    try (var names = Files.list(cache.resolve("agent-remote"))) {
      assertThat(names).containsExactly(cache.resolve("agent-remote").resolve(sha()));
    }
    assertThat(cache.resolve("agent-remote").resolve(sha())).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void linuxFileIsAProgramAndSaysItsVersionEitherWay() throws Exception {
    assumeLinuxX64();
    try (var in = Files.newInputStream(RemoteUnderTest.binary())) {
      assertThat(in.readNBytes(4)).containsExactly(0x7f, 'E', 'L', 'F');
    }
    var environment = environment(Map.of("HOME", directory.toString()));
    for (var word : List.of("version", "--version")) {
      try (var remote = RemoteUnderTest.start(directory, environment, word)) {
        assertThat(remote.awaitExit()).as(remote.log()).isZero();
        assertThat(remote.log()).isEqualTo("agent-remote " + sha() + "\n");
      }
    }
  }

  @Test
  void runtimeThatASessionChangedIsNotRunByTheNextOne() throws Exception {
    var environment = environment(Map.of("XDG_CACHE_HOME", directory.toString()));
    var runtime = directory.resolve("agent-remote").resolve(sha());
    assertVersion(environment);

    Files.writeString(runtime.resolve("bin/java"), "#!/bin/sh\necho evil\n");
    assertVersion(environment);
    Files.writeString(runtime.resolve("files.b2"), "");
    assertVersion(environment);
    Files.writeString(runtime.resolve("lib/libz.so.1"), "found before the system's");
    assertVersion(environment);

    assertThat(runtime.resolve("lib/libz.so.1")).doesNotExist();
    for (var hidden : List.of(".hidden", "..hidden", ".unpacked")) {
      Files.writeString(runtime.resolve(hidden), "added");
      assertVersion(environment);
      assertThat(runtime.resolve(hidden)).doesNotExist();
    }
    assertThat(runtime.getParent()).isDirectoryContaining(path -> path.equals(runtime));
  }

  @Test
  void aRuntimeThatWasUnpackedBeforeIsUsedWhereItIs() throws Exception {
    var own = Files.createDirectories(directory.resolve("own"));
    var elsewhere =
        environment(Map.of("XDG_CACHE_HOME", directory.resolve("elsewhere").toString()));
    String runtime;
    try (var remote = RemoteUnderTest.start(directory, elsewhere, "unpack")) {
      assertThat(remote.awaitExit()).as(remote.log()).isZero();
      runtime = remote.log().strip();
    }
    assertThat(Path.of(runtime)).isDirectory();
    var given =
        environment(Map.of("XDG_CACHE_HOME", own.toString(), "AGENT_REMOTE_RUNTIME", runtime));
    assertVersion(given);
    assertThat(own.resolve("agent-remote").resolve(sha())).doesNotExist();

    Files.writeString(Path.of(runtime, "bin/java"), "#!/bin/sh\necho evil\n");
    assertVersion(given);
    assertThat(own.resolve("agent-remote").resolve(sha())).isDirectory();
  }

  @Test
  void withoutB2sumTheOtherDigestsAreCompared() throws Exception {
    var programs = Files.createDirectories(directory.resolve("bin"));
    for (var name : List.of("sh", "tail", "gzip", "tar", "mkdir", "mv", "rm", "find", "wc", "id")) {
      Files.createSymbolicLink(programs.resolve(name), Path.of("/bin").resolve(name));
    }
    for (var name : List.of("mktemp", "sha256sum")) {
      Files.createSymbolicLink(programs.resolve(name), Path.of("/usr/bin").resolve(name));
    }
    var environment = Map.of("XDG_CACHE_HOME", directory.toString(), "PATH", programs.toString());
    assertVersion(environment);
    var java = directory.resolve("agent-remote").resolve(sha()).resolve("bin/java");
    Files.writeString(java, "#!/bin/sh\necho evil\n");
    assertVersion(environment);
  }

  private void assertVersion(Map<String, String> environment) throws Exception {
    try (var remote = RemoteUnderTest.start(directory, environment, "version")) {
      assertThat(remote.awaitExit()).as(remote.log()).isZero();
      assertThat(remote.log()).isEqualTo("agent-remote " + sha() + "\n");
    }
  }

  @Test
  void itStartsWhereItsUserMayNotReadItsDirectory() throws Exception {
    assumeLinuxX64();
    assumeThat(Files.getOwner(directory).getName()).as("only root can do that").isEqualTo("root");
    var hidden = directory.resolve("agent-remote");
    Files.copy(RemoteUnderTest.binary(), hidden, StandardCopyOption.COPY_ATTRIBUTES);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    var open = Files.createTempDirectory("agent-remote-open");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    var environment = environment(Map.of("TMPDIR", open.toString()));
    var nobody = List.of("setpriv", "--reuid=65534", "--clear-groups", hidden.toString());
    try (var remote = RemoteUnderTest.start(directory, environment, nobody, "version")) {
      assertThat(remote.awaitExit()).as(remote.log()).isZero();
      assertThat(remote.log()).isEqualTo("agent-remote " + sha() + "\n");
      assertThat(open.resolve("agent-remote-65534").resolve(sha())).isDirectory();
    } finally {
      new ProcessBuilder("rm", "-rf", open.toString()).start().waitFor();
    }
  }

  private static void assumeLinuxX64() {
    var linux = System.getProperty("os.name").equals("Linux");
    assumeThat(linux && System.getProperty("os.arch").equals("amd64")).isTrue();
  }

  @Test
  void stateDirectoryTakesTheRuntimeWhenHomeCannot() throws Exception {
    var state = directory.resolve("state");
    var environment =
        environment(Map.of("HOME", "/proc/nowhere", "DEVIN_REMOTE_STATE_DIR", state.toString()));
    try (var remote = RemoteUnderTest.start(directory, environment, "version")) {
      assertThat(remote.awaitExit()).as(remote.log()).isZero();
      assertThat(state.resolve("runtime").resolve(sha())).isDirectory();
    }
  }

  @Test
  void commandThatDoesNotExistIsAnsweredWithTheUsage() throws Exception {
    var environment = environment(Map.of("HOME", directory.toString()));
    try (var remote = RemoteUnderTest.start(directory, environment, "fly")) {
      assertThat(remote.awaitExit()).isEqualTo(2);
      assertThat(remote.log())
          .isEqualTo("usage: agent-remote serve [--pty-bridge-port N] | version | --version\n");
    }
  }

  private static Map<String, String> environment(Map<String, String> variables) {
    var all = new HashMap<>(variables);
    all.put("PATH", System.getenv("PATH"));
    return all;
  }

  private static String sha() throws IOException {
    return sha(RemoteUnderTest.binary());
  }

  private static String sha(Path binary) {
    return List.of(binary.getFileName().toString().split("_", -1)).get(1);
  }
}
