package io.agentservice.worker.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AcceptorIdentityTest {
  @TempDir Path data;

  @Test
  void theIdentityIsKeptOverRestarts() throws Exception {
    String first;
    try (var identity = AcceptorIdentity.stored(data)) {
      first = identity.id();
    }
    try (var identity = AcceptorIdentity.stored(data)) {
      assertThat(identity.id()).isEqualTo(first);
    }
    var file = data.resolve("acceptors/0");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.readString(file).strip()).isEqualTo(first);
  }

  @Test
  void twoWorkersOfOneMachineDifferAndTheLowestFreeNumberIsTaken() throws Exception {
    try (var zero = AcceptorIdentity.stored(data)) {
      String second;
      try (var one = AcceptorIdentity.stored(data);
          var two = AcceptorIdentity.stored(data)) {
        second = one.id();
        assertThat(zero.id()).isNotEqualTo(one.id()).isNotEqualTo(two.id());
        assertThat(one.id()).isNotEqualTo(two.id());
      }
      try (var again = AcceptorIdentity.stored(data)) {
        assertThat(again.id()).isEqualTo(second);
      }
    }
  }

  @Test
  void aNumberHeldByAnotherProcessIsSkipped() throws Exception {
    AcceptorIdentity.stored(data).close();
    var source = data.resolve("Hold.java");
    Files.writeString(
        source,
        """
        void main(String[] args) throws Exception {
          var path = java.nio.file.Path.of(args[0]);
          var channel = java.nio.channels.FileChannel.open(
              path, java.nio.file.StandardOpenOption.WRITE);
          IO.println(channel.tryLock() != null ? "held" : "taken");
          System.in.read();
        }
        """);
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var holder =
        new ProcessBuilder(java, source.toString(), data.resolve("acceptors/0.lock").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var output = holder.inputReader()) {
      assertThat(output.readLine()).isEqualTo("held");
      try (var _ = AcceptorIdentity.stored(data)) {
        assertThat(data.resolve("acceptors/1")).exists();
      }
    } finally {
      holder.destroyForcibly();
      assertThat(holder.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aGivenIdentityHasOneTo256PrintableCharacters() throws Exception {
    try (var identity = AcceptorIdentity.given(data, "w-1")) {
      assertThat(identity.id()).isEqualTo("w-1");
    }
    assertThatThrownBy(() -> AcceptorIdentity.given(data, "a\nb"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AcceptorIdentity.given(data, "x".repeat(257)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aGivenIdentityIsUsedByOneWorkerAtATime() throws Exception {
    assertThat(AcceptorIdentity.inUse(data, "w-1")).isFalse();
    assertThat(data).isEmptyDirectory();
    try (var _ = AcceptorIdentity.given(data, "w-1");
        var _ = AcceptorIdentity.given(data, "w-2")) {
      assertThatThrownBy(() -> AcceptorIdentity.given(data, "w-1"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("'w-1'");
      assertThat(AcceptorIdentity.inUse(data, "w-1")).isTrue();
    }
    assertThat(AcceptorIdentity.inUse(data, "w-1")).isFalse();
    AcceptorIdentity.given(data, "w-1").close();
  }
}
