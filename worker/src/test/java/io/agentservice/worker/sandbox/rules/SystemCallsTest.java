package io.agentservice.worker.sandbox.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the filter answers, on both processors; the program is run as the kernel runs it. */
class SystemCallsTest {
  private static final int X86 = 0xC000003E;
  private static final int X86_OF_32_BITS = 0x40000003;
  private static final int ARM = 0xC00000B7;
  private static final int ALLOWED = 0x7fff0000;
  private static final int NOT_PERMITTED = 0x00050001;
  private static final int NOT_THERE = 0x00050026;
  private static final int NO_SUCH_FAMILY = 0x00050061;

  @ParameterizedTest
  @CsvSource({
    "keyctl, 250, 219",
    "add_key, 248, 217",
    "mount, 165, 40",
    "setns, 308, 268",
    "bpf, 321, 280",
    "perf_event_open, 298, 241",
    "userfaultfd, 323, 282",
    "io_uring_setup, 425, 425",
    "init_module, 175, 105",
    "kexec_load, 246, 104",
    "move_mount, 429, 429",
    "open_by_handle_at, 304, 265"
  })
  void whatLeadsOutIsNotPermitted(String name, int x86, int arm) {
    assertThat(judged("amd64", X86, x86)).as(name).isEqualTo(NOT_PERMITTED);
    assertThat(judged("aarch64", ARM, arm)).as(name).isEqualTo(NOT_PERMITTED);
  }

  @ParameterizedTest
  @CsvSource({
    "read, 0, 63",
    "openat, 257, 56",
    "execve, 59, 221",
    "ptrace, 101, 117",
    "mmap, 9, 222",
    "futex, 202, 98",
    "seccomp, 317, 277",
    "prctl, 157, 167",
    "memfd_create, 319, 279",
    "openat2, 437, 437"
  })
  void whatBuildsUseIsAllowed(String name, int x86, int arm) {
    assertThat(judged("amd64", X86, x86)).as(name).isEqualTo(ALLOWED);
    assertThat(judged("aarch64", ARM, arm)).as(name).isEqualTo(ALLOWED);
  }

  @ParameterizedTest
  @CsvSource({"clone, 56, 220", "unshare, 272, 97"})
  void processesAndNamespacesCanBeMadeButNotOfUsers(String name, int x86, int arm) {
    for (long flags : List.of(0x01200011L, 0x003d0f00L, 0x40000000L)) {
      assertThat(judged("amd64", X86, x86, flags)).as(name).isEqualTo(ALLOWED);
      assertThat(judged("aarch64", ARM, arm, flags)).as(name).isEqualTo(ALLOWED);
    }
    for (long flags : List.of(0x10000000L, 0x10000011L, 0xffffffff_7e020000L)) {
      assertThat(judged("amd64", X86, x86, flags)).as(name).isEqualTo(NOT_PERMITTED);
      assertThat(judged("aarch64", ARM, arm, flags)).as(name).isEqualTo(NOT_PERMITTED);
    }
  }

  @Test
  void theSuccessorOfCloneIsNotThereSoThatCallersFallBack() {
    assertThat(judged("amd64", X86, 435)).isEqualTo(NOT_THERE);
    assertThat(judged("aarch64", ARM, 435)).isEqualTo(NOT_THERE);
  }

  @Test
  void nothingIsTypedIntoTerminals() {
    for (long request : List.of(0x5412L, 0x541CL, 0xffffffff_00005412L)) {
      assertThat(judged("amd64", X86, 16, 0, request)).isEqualTo(NOT_PERMITTED);
      assertThat(judged("aarch64", ARM, 29, 0, request)).isEqualTo(NOT_PERMITTED);
    }
    for (long request : List.of(0x5401L, 0x5413L, 0x5414L)) { // what terminals are asked
      assertThat(judged("amd64", X86, 16, 0, request)).isEqualTo(ALLOWED);
    }
  }

  @Test
  void socketsOfTheUsualFamiliesCanBeHad() {
    for (long family : List.of(1L, 2L, 10L, 16L)) {
      assertThat(judged("amd64", X86, 41, family)).isEqualTo(ALLOWED);
      assertThat(judged("aarch64", ARM, 198, family)).isEqualTo(ALLOWED);
    }
    for (long family : List.of(0L, 15L, 17L, 38L, 40L)) {
      assertThat(judged("amd64", X86, 41, family)).isEqualTo(NO_SUCH_FAMILY);
    }
  }

  @Test
  void programsOfOtherProcessorsGetNothing() {
    assertThat(judged("amd64", X86_OF_32_BITS, 0)).isEqualTo(NOT_THERE);
    assertThat(judged("amd64", X86, 0x40000000)).isEqualTo(NOT_THERE); // x32
    assertThat(judged("aarch64", 0x40000028, 63)).isEqualTo(NOT_THERE);
    assertThat(SystemCalls.filter("riscv64")).isEmpty();
  }

  /** The verdict on a call, by the rules of classic BPF. */
  private static int judged(String processor, int machine, int call, long... arguments) {
    var data = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(call).putInt(machine).putLong(0);
    for (long argument : arguments) {
      data.putLong(argument);
    }
    var program =
        ByteBuffer.wrap(SystemCalls.filter(processor).orElseThrow()).order(ByteOrder.LITTLE_ENDIAN);
    int accumulator = 0;
    for (int at = 0; ; at++) {
      int value = program.getInt(8 * at + 4);
      boolean holds;
      switch (program.getShort(8 * at)) {
        case 0x20 -> {
          accumulator = data.getInt(value);
          continue;
        }
        case 0x06 -> {
          return value;
        }
        case 0x15 -> holds = accumulator == value;
        case 0x35 -> holds = Integer.compareUnsigned(accumulator, value) >= 0;
        case 0x45 -> holds = (accumulator & value) != 0;
        default -> throw new AssertionError("no such instruction");
      }
      at += program.get(8 * at + (holds ? 2 : 3)) & 0xff;
    }
  }
}
