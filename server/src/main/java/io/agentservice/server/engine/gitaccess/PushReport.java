package io.agentservice.server.engine.gitaccess;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What has become of a push, ref by ref: as a host answers it, read along, and as the service says
 * it where nothing is passed on.
 */
final class PushReport {
  private static final byte REPORT = 1;
  private static final byte MESSAGE = 2;

  private final Packets answer;
  private final Packets report = new Packets(this::line);
  private final Set<String> accepted = new HashSet<>();
  private final List<Push.Command> commands;
  private boolean unpacked;
  private boolean complete;
  private boolean told;

  /** To be fed with the host's answer to that push. */
  PushReport(Push push) {
    commands = push.commands();
    answer = push.band() == 0 ? report : new Packets(this::packet);
  }

  void feed(byte[] bytes, int count) {
    answer.feed(bytes, 0, count);
  }

  private void packet(byte[] content) {
    if (content.length > 0 && content[0] == REPORT) {
      report.feed(content, 1, content.length);
    }
  }

  private void line(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8).stripTrailing();
    String[] words = text.split(" ", 3);
    switch (words[0]) {
      case "" -> complete = true;
      case "unpack" -> unpacked = text.equals("unpack ok");
      case "ok" -> {
        if (words.length > 1 && accepted.size() < commands.size()) {
          accepted.add(words[1]);
        }
      }
      default -> {
        // What was refused, and options of what was said before.
      }
    }
  }

  /** The commands that the host has carried out; given once, when it has said all. */
  List<Push.Command> taken() {
    if (!complete || told) {
      return List.of();
    }
    told = true;
    return unpacked
        ? commands.stream().filter(command -> accepted.contains(command.ref())).toList()
        : List.of();
  }

  /**
   * A report that nothing was pushed.
   *
   * @param unpack what is said of the whole
   * @param reason why not, of each ref
   * @param message shown as the remote's, before the report
   */
  static byte[] refusal(Push push, String unpack, Function<String, String> reason, String message) {
    var report = new ByteArrayOutputStream();
    Packets.put(report, "unpack " + unpack + "\n");
    for (var command : push.commands()) {
      Packets.put(report, "ng %s %s\n".formatted(command.ref(), reason.apply(command.ref())));
    }
    Packets.end(report);
    if (push.band() == 0) {
      return report.toByteArray();
    }
    var out = new ByteArrayOutputStream();
    put(out, MESSAGE, (message + "\n").getBytes(StandardCharsets.UTF_8), push.band());
    put(out, REPORT, report.toByteArray(), push.band());
    Packets.end(out);
    return out.toByteArray();
  }

  private static void put(ByteArrayOutputStream out, byte band, byte[] content, int most) {
    for (int from = 0; from < content.length; from += most) {
      byte[] piece = Arrays.copyOfRange(content, from, Math.min(from + most, content.length));
      byte[] packet = new byte[piece.length + 1];
      packet[0] = band;
      System.arraycopy(piece, 0, packet, 1, piece.length);
      Packets.put(out, packet);
    }
  }
}
