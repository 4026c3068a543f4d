package io.agentservice.worker.sandbox.rules;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The kernel's filter of system calls for a session, as bubblewrap takes it: all are allowed but
 * those that lead out of walls and that builds don't use. It is a program of classic BPF over
 * {@code struct seccomp_data}; whoever is behind it can't take it away.
 */
public final class SystemCalls {
  static final int NOT_PERMITTED = 1; // EPERM
  static final int NOT_THERE = 38; // ENOSYS
  static final int NO_SUCH_FAMILY = 97; // EAFNOSUPPORT

  static final int PUSH_INPUT_INTO_TERMINAL = 0x5412; // TIOCSTI
  static final int CONTROL_CONSOLE = 0x541C; // TIOCLINUX
  static final int NEW_USER_NAMESPACE = 0x10000000; // CLONE_NEWUSER

  /** Local, IPv4, IPv6, netlink; not those that reach a hypervisor or little used modules. */
  static final List<Integer> FAMILIES = List.of(1, 2, 10, 16);

  /** On x86-64 the same calls have these numbers, too (x32). */
  private static final int OTHER_NUMBERS = 0x40000000;

  /** A processor, as Java and the kernel's audit name it; programs for any other are refused. */
  private enum Machine {
    X86_64("amd64", 0xC000003E),
    AARCH64("aarch64", 0xC00000B7);

    private final String java;
    private final int audit;

    Machine(String java, int audit) {
      this.java = java;
      this.audit = audit;
    }
  }

  /** A system call's numbers; -1 where there is none. */
  private record Call(String name, int x86, int arm) {
    int on(Machine machine) {
      return machine == Machine.X86_64 ? x86 : arm;
    }
  }

  private static final List<Call> REFUSED =
      List.of(
          // keys of the kernel, which have no namespace
          new Call("add_key", 248, 217),
          new Call("request_key", 249, 218),
          new Call("keyctl", 250, 219),
          // other namespaces and roots
          new Call("setns", 308, 268),
          new Call("chroot", 161, 51),
          new Call("pivot_root", 155, 41),
          new Call("mount", 165, 40),
          new Call("umount2", 166, 39),
          new Call("open_tree", 428, 428),
          new Call("move_mount", 429, 429),
          new Call("fsopen", 430, 430),
          new Call("fsconfig", 431, 431),
          new Call("fsmount", 432, 432),
          new Call("fspick", 433, 433),
          new Call("mount_setattr", 442, 442),
          new Call("open_tree_attr", 467, 467),
          new Call("open_by_handle_at", 304, 265),
          // large parts of the kernel that have let people out before
          new Call("bpf", 321, 280),
          new Call("perf_event_open", 298, 241),
          new Call("userfaultfd", 323, 282),
          new Call("io_uring_setup", 425, 425),
          new Call("io_uring_enter", 426, 426),
          new Call("io_uring_register", 427, 427),
          new Call("fanotify_init", 300, 262),
          new Call("lookup_dcookie", 212, 18),
          new Call("nfsservctl", 180, 42),
          new Call("uselib", 134, -1),
          // the machine itself
          new Call("init_module", 175, 105),
          new Call("finit_module", 313, 273),
          new Call("delete_module", 176, 106),
          new Call("kexec_load", 246, 104),
          new Call("kexec_file_load", 320, 294),
          new Call("reboot", 169, 142),
          new Call("swapon", 167, 224),
          new Call("swapoff", 168, 225),
          new Call("acct", 163, 89),
          new Call("quotactl", 179, 60),
          new Call("quotactl_fd", 443, 443),
          new Call("syslog", 103, 116),
          new Call("settimeofday", 164, 170),
          new Call("clock_settime", 227, 112),
          new Call("clock_adjtime", 305, 266),
          new Call("vhangup", 153, 58),
          new Call("iopl", 172, -1),
          new Call("ioperm", 173, -1));

  /** Its arguments lie in memory, where no filter sees them; callers fall back to {@code clone}. */
  private static final Call CLONE3 = new Call("clone3", 435, 435);

  private static final Call CLONE = new Call("clone", 56, 220);
  private static final Call UNSHARE = new Call("unshare", 272, 97);
  private static final Call IOCTL = new Call("ioctl", 16, 29);
  private static final Call SOCKET = new Call("socket", 41, 198);

  private final List<Instruction> program = new ArrayList<>();
  private final Machine machine;

  private SystemCalls(Machine machine) {
    this.machine = machine;
  }

  /** The filter for a processor as Java names it; empty where we have none. */
  public static Optional<byte[]> filter(String processor) {
    for (var machine : Machine.values()) {
      if (machine.java.equals(processor)) {
        return Optional.of(new SystemCalls(machine).write());
      }
    }
    return Optional.empty();
  }

  /** The names of those that nobody may make, whatever their arguments are. */
  static List<String> refused() {
    return REFUSED.stream().map(Call::name).toList();
  }

  private byte[] write() {
    refuseOtherMachines();
    for (var call : REFUSED) {
      refuse(call, NOT_PERMITTED);
    }
    refuse(CLONE3, NOT_THERE);
    for (var call : List.of(CLONE, UNSHARE)) {
      judge(
          call,
          0,
          List.of(
              Instruction.unlessAnyOf(NEW_USER_NAMESPACE, 1), Instruction.error(NOT_PERMITTED)));
    }
    judge(
        IOCTL,
        1,
        List.of(
            Instruction.ifEqual(PUSH_INPUT_INTO_TERMINAL, 1, 0),
            Instruction.ifEqual(CONTROL_CONSOLE, 0, 1),
            Instruction.error(NOT_PERMITTED)));
    var families = new ArrayList<Instruction>();
    for (int at = 0; at < FAMILIES.size(); at++) {
      families.add(Instruction.ifEqual(FAMILIES.get(at), FAMILIES.size() - at, 0));
    }
    families.add(Instruction.error(NO_SUCH_FAMILY));
    judge(SOCKET, 0, families);
    program.add(Instruction.allow());
    var bytes =
        ByteBuffer.allocate(program.size() * Instruction.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    program.forEach(instruction -> instruction.write(bytes));
    return bytes.array();
  }

  private void refuseOtherMachines() {
    program.add(Instruction.load(Instruction.MACHINE));
    program.add(Instruction.ifEqual(machine.audit, 1, 0));
    program.add(Instruction.error(NOT_THERE));
    program.add(Instruction.load(Instruction.NUMBER));
    if (machine == Machine.X86_64) {
      program.add(Instruction.unlessAtLeast(OTHER_NUMBERS, 1));
      program.add(Instruction.error(NOT_THERE));
    }
  }

  private void refuse(Call call, int error) {
    if (call.on(machine) >= 0) {
      program.add(Instruction.ifEqual(call.on(machine), 0, 1));
      program.add(Instruction.error(error));
    }
  }

  /** A call is allowed unless the verdict, which has its argument loaded, says otherwise. */
  private void judge(Call call, int argument, List<Instruction> verdict) {
    program.add(Instruction.ifEqual(call.on(machine), 0, verdict.size() + 2));
    program.add(Instruction.load(Instruction.argument(argument)));
    program.addAll(verdict);
    program.add(Instruction.allow());
  }

  /**
   * One of {@code struct sock_filter}.
   *
   * @param yes how many to skip when the test holds, {@code no} when it doesn't
   */
  private record Instruction(int code, int yes, int no, int value) {
    static final int BYTES = 8;
    static final int NUMBER = 0;
    static final int MACHINE = 4;

    private static final int LOAD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_AT_LEAST = 0x35;
    private static final int JUMP_IF_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;
    private static final int ALLOW = 0x7fff0000;
    private static final int ERROR = 0x00050000;

    /** The place of an argument's lower half; the kernel ignores the other one in our calls. */
    static int argument(int number) {
      return 16 + 8 * number;
    }

    static Instruction load(int place) {
      return new Instruction(LOAD, 0, 0, place);
    }

    static Instruction ifEqual(int value, int yes, int no) {
      return new Instruction(JUMP_IF_EQUAL, yes, no, value);
    }

    static Instruction unlessAtLeast(int value, int skipped) {
      return new Instruction(JUMP_IF_AT_LEAST, 0, skipped, value);
    }

    static Instruction unlessAnyOf(int bits, int skipped) {
      return new Instruction(JUMP_IF_ANY_BIT, 0, skipped, bits);
    }

    static Instruction error(int number) {
      return new Instruction(RETURN, 0, 0, ERROR | number);
    }

    static Instruction allow() {
      return new Instruction(RETURN, 0, 0, ALLOW);
    }

    void write(ByteBuffer bytes) {
      bytes.putShort((short) code).put((byte) yes).put((byte) no).putInt(value);
    }
  }
}
