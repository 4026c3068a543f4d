package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentservice.worker.doctor.Finding;
import io.agentservice.worker.doctor.Finding.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What doctor says of a machine that is right, and of one thing after the other that is not. */
class DoctorTest {
  @TempDir Path temporary;

  @ParameterizedTest
  @FieldSource("io.agentservice.worker.DoctorFaults#CASES")
  void faultIsFoundByItsCheckAndByNoOther(DoctorFaults.Case seeded) throws Exception {
    try (var machine = new Machine(temporary)) {
      seeded.fault().seed(machine);
      var findings = examined(machine);
      assertThat(findings)
          .filteredOn(found -> found.finding().level().compareTo(Level.SKIPPED) > 0)
          .as("%s", findings.stream().map(Finding.Named::line).toList())
          .singleElement()
          .satisfies(found -> {
            assertThat(found.check()).isEqualTo(seeded.check());
            assertThat(found.finding().level()).isEqualTo(seeded.level());
            assertThat(found.finding().message()).contains(seeded.says());
            assertThat(found.finding().advice()).isNotBlank();
          });
      assertThat(findings.toString()).doesNotContain("agt_token", "s3cret");
    }
  }

  @Test
  void atAMachineThatIsRightNothingIsFoundAndNothingChanged() throws Exception {
    try (var machine = new Machine(temporary)) {
      var before = files();
      assertThat(examined(machine)).allMatch(found -> found.finding().level() == Level.OK);
      assertThat(files()).isEqualTo(before);
      assertThat(machine.api.requests).allMatch(request -> request.startsWith("GET "));
    }
  }

  @Test
  void everyCheckHasAFaultThatItFinds() throws Exception {
    try (var machine = new Machine(temporary)) {
      var found = DoctorFaults.CASES.stream().map(DoctorFaults.Case::check);
      // These two are tried below and with the command itself.
      assertThat(Stream.concat(found, Stream.of("flags", "disk")).distinct())
          .containsExactlyInAnyOrderElementsOf(
              machine.examined().stream().map(Finding.Named::check).toList());
    }
  }

  @Test
  void aNoexecAFullAndAReadOnlyFileSystemAreToldFromTheRealMounts() throws Exception {
    var place = Files.createDirectories(temporary.resolve("mounted here"));
    assumeThat(mount("tmpfs", place, "size=1m,noexec")).isTrue();
    try (var machine = new Machine(temporary.resolve("machine"))) {
      machine.process = Path.of("/proc/self");
      machine.cache = place.resolve("cache");
      assertThat(lines(machine))
          .anyMatch(line -> line.startsWith("problem  cache:") && line.contains("noexec"))
          .anyMatch(line -> line.startsWith("problem  disk: 1 MB are free"));
      assumeThat(mount("tmpfs", place, "remount,ro")).isTrue();
      assertThat(lines(machine))
          .anyMatch(line -> line.startsWith("problem  cache:") && line.contains("not writable"));
    } finally {
      new ProcessBuilder("umount", place.toString()).start().waitFor(120, TimeUnit.SECONDS);
    }
  }

  /** Without the one that the machine of this test may be to blame for. */
  private static List<Finding.Named> examined(Machine machine) {
    return machine.examined().stream().filter(found -> !found.check().equals("disk")).toList();
  }

  private static List<String> lines(Machine machine) {
    return machine.examined().stream().map(Finding.Named::line).toList();
  }

  private static boolean mount(String type, Path place, String options) throws Exception {
    var mount = new ProcessBuilder("mount", "-t", type, "-o", options, type, place.toString());
    var process = mount.redirectErrorStream(true).start();
    return process.waitFor(120, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private List<String> files() throws Exception {
    try (var all = Files.walk(temporary)) {
      return all.map(Path::toString).sorted().toList();
    }
  }
}
