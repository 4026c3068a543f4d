package io.agentservice.worker.network;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The head of an HTTP/1 request, read strictly: what two readers could understand in two ways is
 * none.
 */
record RequestHead(
    String method, String target, String version, List<Map.Entry<String, String>> headers) {
  private static final int MOST = 64 << 10;
  private static final byte[] END = {'\r', '\n', '\r', '\n'};
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
  private static final Pattern FIRST = Pattern.compile("(" + TOKEN + ") ([!-~]+) (HTTP/1\\.[01])");
  private static final Pattern HEADER =
      Pattern.compile("(" + TOKEN + "):[ \t]*([ -~\t\\x80-\\xff]*)");

  /** These hold for one connection, not for what is behind it. */
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "connection",
          "host", // said anew
          "keep-alive",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "upgrade");

  /** It is none. */
  static final class MalformedException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedException() {
      super("no request of HTTP/1");
    }
  }

  /** How its body ends. */
  enum Framing {
    NONE,
    LENGTH,
    CHUNKS
  }

  /** Reads one, and nothing of what is behind it. */
  static RequestHead read(Incoming in) throws IOException {
    for (int from = 0; ; in.more()) {
      var bytes = in.ahead();
      int end = end(bytes, from);
      if (end >= 0) {
        var text = StandardCharsets.ISO_8859_1.decode(bytes.slice(0, end)).toString();
        in.drop(end + END.length);
        return of(text);
      }
      if (bytes.limit() > MOST || !mayBegin(bytes)) {
        throw new MalformedException();
      }
      from = Math.max(0, bytes.limit() - END.length);
    }
  }

  /** Whoever speaks another protocol may wait for an answer. */
  private static boolean mayBegin(ByteBuffer bytes) {
    for (int at = 0; at < bytes.limit(); at++) {
      if (bytes.get(at) == '\n') {
        var line = StandardCharsets.ISO_8859_1.decode(bytes.slice(0, at)).toString();
        return line.endsWith("\r") && FIRST.matcher(line.strip()).matches();
      }
    }
    return bytes.limit() == 0 || (bytes.get(0) >= 'A' && bytes.get(0) <= 'Z');
  }

  private static int end(ByteBuffer bytes, int from) {
    for (int at = from; at + END.length <= bytes.limit(); at++) {
      if (bytes.slice(at, END.length).equals(ByteBuffer.wrap(END))) {
        return at;
      }
    }
    return -1;
  }

  private static RequestHead of(String text) throws MalformedException {
    var lines = text.split("\r\n", -1);
    var first = FIRST.matcher(lines[0]);
    if (!first.matches()) {
      throw new MalformedException();
    }
    var headers = new ArrayList<Map.Entry<String, String>>();
    for (var line : Arrays.asList(lines).subList(1, lines.length)) {
      var header = HEADER.matcher(line);
      if (!header.matches()) {
        throw new MalformedException();
      }
      headers.add(Map.entry(header.group(1), header.group(2).strip()));
    }
    return new RequestHead(first.group(1), first.group(2), first.group(3), headers);
  }

  List<String> all(String name) {
    return headers.stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** The only one of this name; empty when there is none. */
  Optional<String> one(String name) throws MalformedException {
    var found = all(name);
    if (found.size() > 1) {
      throw new MalformedException();
    }
    return found.stream().findFirst();
  }

  Framing framing() throws MalformedException {
    var coding = one("Transfer-Encoding");
    var length = one("Content-Length");
    if (coding.isPresent()) {
      if (version.equals("HTTP/1.0")
          || length.isPresent()
          || !coding.get().equalsIgnoreCase("chunked")) {
        throw new MalformedException();
      }
      return Framing.CHUNKS;
    }
    if (length.isPresent() && !length.get().matches("[0-9]{1,18}")) {
      throw new MalformedException();
    }
    return length.isPresent() ? Framing.LENGTH : Framing.NONE;
  }

  long length() throws MalformedException {
    return Long.parseLong(one("Content-Length").orElse("0"));
  }

  /**
   * The same for the server itself: the only request of its connection.
   *
   * @param host with its port, unless that is the usual one
   */
  byte[] direct(String path, String host) {
    var dropped = new HashSet<>(OF_THE_CONNECTION);
    all("Connection").stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .filter(name -> !name.startsWith("content-"))
        .filter(name -> !name.equals("transfer-encoding"))
        .forEach(dropped::add);
    var text = new StringBuilder("%s %s %s\r\nHost: %s\r\n".formatted(method, path, version, host));
    for (var header : headers) {
      if (!dropped.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        text.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
      }
    }
    return text.append("Connection: close\r\n\r\n")
        .toString()
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
