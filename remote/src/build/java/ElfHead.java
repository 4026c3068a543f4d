import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The first bytes of the remote for Linux x64: a program that opens its own file and lets the shell
 * run the script that is part of it, with the file as descriptor {@value #DESCRIPTOR}. So it starts
 * also where only an open descriptor leads to it; a script is opened again by name. In C:
 *
 * <pre>
 * int fd = open("/proc/self/exe", O_RDONLY);
 * dup2(fd, 9); close(fd);
 * execve("/bin/sh", {"sh", "-c", SCRIPT, "/proc/self/fd/9", argv[1], ...}, environ);
 * write(2, MESSAGE); _exit(126);
 * </pre>
 */
final class ElfHead {
  private static final int DESCRIPTOR = 9; // one digit: not every shell takes more
  private static final long BASE = 0x400000;
  private static final int HEADERS = 64 + 2 * 56;
  private static final int OPEN = 2;
  private static final int WRITE = 1;
  private static final int CLOSE = 3;
  private static final int DUP2 = 33;
  private static final int EXECVE = 59;
  private static final int EXIT = 60;
  private static final String FAILURE =
      "agent-remote: cannot start: it needs /proc and /bin/sh\n";

  private final Map<String, Integer> places = new LinkedHashMap<>();
  private final ByteArrayOutputStream code = new ByteArrayOutputStream();

  private ElfHead() {}

  /** The whole head, around the script, which must not contain the character NUL. */
  static byte[] of(String script) {
    var texts = new LinkedHashMap<String, String>();
    texts.put("exe", "/proc/self/exe");
    texts.put("sh", "/bin/sh");
    texts.put("name", "sh");
    texts.put("option", "-c");
    texts.put("file", "/proc/self/fd/" + DESCRIPTOR);
    texts.put("failure", FAILURE);
    texts.put("script", script);
    var head = new ElfHead();
    head.assemble(); // once to know how long the code is
    var at = head.code.size();
    var data = new ByteArrayOutputStream();
    for (var text : texts.entrySet()) {
      head.places.put(text.getKey(), at + data.size());
      data.writeBytes(text.getValue().getBytes(UTF_8));
      data.write(0);
    }
    head.code.reset();
    head.assemble();
    head.code.writeBytes(data.toByteArray());
    return head.file();
  }

  /** Registers: rbx the stack as it was at the start, with argc, argv, NULL, environ. */
  private void assemble() {
    bytes(0x48, 0x89, 0xe3); // mov rbx, rsp
    load(0x3d, "exe"); // rdi
    bytes(0x31, 0xf6, 0x31, 0xd2); // xor esi, esi; xor edx, edx
    call(OPEN);
    jumpIfNegative("fail");
    bytes(0x89, 0xc7); // mov edi, eax
    bytes(0xbe);
    number(DESCRIPTOR); // mov esi, DESCRIPTOR
    call(DUP2);
    jumpIfNegative("fail");
    bytes(0x83, 0xff, DESCRIPTOR); // cmp edi, DESCRIPTOR
    bytes(0x74, 7); // je over the close, which is as long
    call(CLOSE);
    bytes(0x48, 0x8b, 0x0b); // mov rcx, [rbx]: argc
    bytes(0x48, 0x8d, 0x54, 0xcb, 0x10); // lea rdx, [rbx + rcx*8 + 16]: environ
    // Four words in place of argc and argv[0], two of them below; argv[1] and so on follow.
    load(0x05, "name"); // rax
    bytes(0x48, 0x89, 0x43, 0xf0); // mov [rbx - 16], rax
    load(0x05, "option");
    bytes(0x48, 0x89, 0x43, 0xf8); // mov [rbx - 8], rax
    load(0x05, "script");
    bytes(0x48, 0x89, 0x03); // mov [rbx], rax
    load(0x05, "file");
    bytes(0x48, 0x89, 0x43, 0x08); // mov [rbx + 8], rax
    bytes(0x48, 0x8d, 0x73, 0xf0); // lea rsi, [rbx - 16]
    load(0x3d, "sh");
    call(EXECVE);
    places.put("fail", code.size());
    bytes(0xbf);
    number(2); // mov edi, 2
    load(0x35, "failure"); // rsi
    bytes(0xba);
    number(FAILURE.length()); // mov edx, length
    call(WRITE);
    bytes(0xbf);
    number(126); // mov edi, 126
    call(EXIT);
  }

  private void bytes(int... values) {
    for (var value : values) {
      code.write(value);
    }
  }

  private void number(int value) {
    for (var shift = 0; shift < 32; shift += 8) {
      code.write(value >> shift);
    }
  }

  /** mov eax, number; syscall. */
  private void call(int function) {
    bytes(0xb8);
    number(function);
    bytes(0x0f, 0x05);
  }

  /** lea register, [rip + distance]. */
  private void load(int register, String text) {
    bytes(0x48, 0x8d, register);
    distance(text);
  }

  /** test eax, eax; js. */
  private void jumpIfNegative(String place) {
    bytes(0x85, 0xc0, 0x0f, 0x88);
    distance(place);
  }

  /** From the end of the instruction, which these four bytes end. */
  private void distance(String place) {
    number(places.getOrDefault(place, 0) - (code.size() + 4));
  }

  private byte[] file() {
    var length = HEADERS + code.size();
    var file = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
    file.putShort((short) 2).putShort((short) 62).putInt(1); // a program, x86-64
    file.putLong(BASE + HEADERS).putLong(64).putLong(0); // entry, program headers, no sections
    file.putInt(0).putShort((short) 64).putShort((short) 56).putShort((short) 2);
    file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
    file.putInt(1).putInt(5); // loaded, to be read and executed
    file.putLong(0).putLong(BASE).putLong(BASE).putLong(length).putLong(length).putLong(0x1000);
    file.putInt(0x6474e551).putInt(6); // the stack is not to be executed
    file.putLong(0).putLong(0).putLong(0).putLong(0).putLong(0).putLong(16);
    return file.put(code.toByteArray()).array();
  }
}
