package io.agentservice.worker.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.LockHolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    try (var _ = LockHolder.of(data.resolve("acceptors/0.lock"));
        var _ = AcceptorIdentity.stored(data)) {
      assertThat(data.resolve("acceptors/1")).exists();
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
