package io.agentservice.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HiddenProcessTest {
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  /** Shows what it can still do itself, and waits. */
  static final class Child {
    static void main(String[] arguments) throws IOException {
      HiddenProcess.hide("server").join();
      System.out.println(System.getenv("SOME_API_KEY") + " " + String.join(" ", arguments));
      int ignored = System.in.read();
    }
  }

  @BeforeEach
  void onLinux() {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "only Linux shows this");
  }

  private static Process child(List<String> prefix) throws IOException {
    var command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:-UsePerfData", "-cp"));
    command.add(place(HiddenProcess.class) + ":" + place(Child.class));
    command.addAll(List.of(Child.class.getName(), "--token", "sw0rdfish", "--token=sw0rdfish"));
    var builder = new ProcessBuilder(command).directory(Path.of("/").toFile());
    builder.environment().put("SOME_API_KEY", "sw0rdfish");
    builder.environment().put("OTEL_EXPORTER_OTLP_HEADERS", "authorization=sw0rdfish");
    builder.environment().put("PLAIN", "visible");
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Of its class file: no more is needed, and somebody else can't read every part of our path. */
  private static String place(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  private static void awaitHidden(Process child) throws IOException {
    var said = new BufferedReader(new InputStreamReader(child.getInputStream(), UTF_8));
    assertThat(said.readLine()).isEqualTo("sw0rdfish --token sw0rdfish --token=sw0rdfish");
  }

  @Test
  void neitherEnvironmentNorArgumentsShowASecretToAnybody() throws Exception {
    var child = child(List.of());
    try {
      awaitHidden(child);
      var proc = Path.of("/proc/" + child.pid());
      assertThat(Files.readString(proc.resolve("cmdline")))
          .contains("--token\0", "--token=*")
          .doesNotContain("sw0rdfish");
      assertThat(Files.readString(proc.resolve("environ")))
          .contains("PLAIN=visible", "SOME_API_KEY=")
          .doesNotContain("sw0rdfish");
    } catch (AccessDeniedException _) {
      // As it shall be where we are an ordinary user.
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void otherProcessesOfTheUserCanNotLookIntoIt() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "root becomes somebody else");
    var child = child(AS_NOBODY);
    try {
      awaitHidden(child);
      for (String file : List.of("environ", "mem", "maps")) {
        var command = new ArrayList<>(AS_NOBODY);
        command.addAll(List.of("head", "-c1", "/proc/" + child.pid() + "/" + file));
        var look = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(look.getInputStream().readAllBytes(), UTF_8))
            .as(file)
            .contains("Permission denied");
      }
    } finally {
      child.destroyForcibly();
    }
  }
}
