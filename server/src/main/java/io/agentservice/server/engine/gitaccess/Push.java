package io.agentservice.server.engine.gitaccess;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a push asks for, read as git's own receive-pack reads it.
 *
 * @param capabilities what its git understands of an answer
 * @param sent what was read, to be passed on before the rest
 */
record Push(List<Command> commands, Set<String> capabilities, byte[] sent) {
  private static final int MOST_COMMANDS = 1000;
  private static final int MOST_BYTES = 1 << 20;
  private static final int LONGEST_REF = 4096;
  private static final String SHALLOW = "shallow ";
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  /** A ref that is to point from one commit to another; either may be none: all zeros. */
  record Command(String before, String after, String ref) {
    boolean creates() {
      return isNone(before);
    }

    boolean deletes() {
      return isNone(after);
    }

    private static boolean isNone(String id) {
      return id.chars().allMatch(digit -> digit == '0');
    }
  }

  boolean wantsReport() {
    return capabilities.contains("report-status") || capabilities.contains("report-status-v2");
  }

  /** What an id has in the repository's hash; commands are there. */
  int idBytes() {
    return commands.getFirst().after().length() / 2;
  }

  /** How much of the report a packet may hold beside the number of its band; 0: there are none. */
  int band() {
    return capabilities.contains("side-band-64k")
        ? Packets.LONGEST - Packets.HEAD - 1
        : capabilities.contains("side-band") ? 995 : 0;
  }

  /**
   * Reads the commands, their options, and no byte more. There are none in a request by which git
   * tries its credential.
   *
   * @throws GitRefusal 400 or 413 for what isn't understood in full
   */
  static Push read(InputStream in) throws IOException {
    var sent = new ByteArrayOutputStream();
    var commands = new ArrayList<Command>();
    var capabilities = new HashSet<String>();
    for (byte[] line = next(in, sent); line.length > 0; line = next(in, sent)) {
      int end = end(line);
      var said = text(line, 0, end);
      if (end < line.length) {
        capabilities.addAll(Arrays.asList(text(line, end + 1, line.length).strip().split(" ")));
      }
      if (!said.startsWith(SHALLOW)) {
        commands.add(command(said));
      }
      if (commands.size() > MOST_COMMANDS) {
        throw new GitRefusal(413, "A push may name %d refs".formatted(MOST_COMMANDS));
      }
    }
    if (!commands.isEmpty() && capabilities.contains("push-options")) {
      while (next(in, sent).length > 0) {
        // An option, which is the host's matter.
      }
    }
    return new Push(List.copyOf(commands), Set.copyOf(capabilities), sent.toByteArray());
  }

  /** The next line without what ends it; empty at the end of the list. */
  private static byte[] next(InputStream in, ByteArrayOutputStream sent) throws IOException {
    byte[] head = in.readNBytes(Packets.HEAD);
    int length = head.length == Packets.HEAD ? Packets.length(head) : -1;
    if (length != 0 && (length <= Packets.HEAD || length > Packets.LONGEST)) {
      throw notUnderstood();
    }
    byte[] line = length == 0 ? new byte[0] : in.readNBytes(length - Packets.HEAD);
    if (length != 0 && line.length != length - Packets.HEAD) {
      throw notUnderstood();
    }
    if (sent.size() + length > MOST_BYTES) {
      throw new GitRefusal(413, "The commands of a push may have %d bytes".formatted(MOST_BYTES));
    }
    sent.writeBytes(head);
    sent.writeBytes(line);
    boolean ended = line.length > 1 && line[line.length - 1] == '\n';
    return ended ? Arrays.copyOf(line, line.length - 1) : line;
  }

  private static int end(byte[] line) {
    for (int i = 0; i < line.length; i++) {
      if (line[i] == 0) {
        return i;
      }
    }
    return line.length;
  }

  private static String text(byte[] line, int from, int to) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(line, from, to - from))
          .toString();
    } catch (CharacterCodingException _) {
      throw new GitRefusal(400, "A name of a ref is not in UTF-8");
    }
  }

  private static Command command(String said) {
    String[] parts = said.split(" ", 3);
    if (parts.length < 3 || !ID.matcher(parts[0]).matches() || !ID.matcher(parts[1]).matches()) {
      throw said.startsWith("push-cert")
          ? new GitRefusal(400, "Signed pushes are not passed on; push without --signed")
          : notUnderstood();
    }
    if (parts[2].length() > LONGEST_REF) { // or no packet could hold it with a reason
      throw new GitRefusal(400, "A name of a ref may have %d characters".formatted(LONGEST_REF));
    }
    return new Command(parts[0], parts[1], parts[2]);
  }

  private static GitRefusal notUnderstood() {
    return new GitRefusal(400, "What is to be pushed is not understood");
  }
}
