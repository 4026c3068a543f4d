import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Packs a directory as tar.gz so that equal content gives equal bytes. */
final class Archive {
  private static final int BLOCK = 512;
  private static final int GZIP_LEVEL = 6;

  private Archive() {}

  static byte[] tarGz(Path directory, long seconds) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new LeveledGzip(bytes);
        var paths = Files.walk(directory)) {
      for (var path : paths.sorted().toList()) {
        if (!path.equals(directory)) {
          entry(out, directory.relativize(path).toString(), path, seconds);
        }
      }
      out.write(new byte[2 * BLOCK]);
    }
    return bytes.toByteArray();
  }

  private static void entry(OutputStream out, String name, Path path, long seconds)
      throws IOException {
    if (Files.isSymbolicLink(path)) {
      out.write(header(name, 0777, 0, seconds, '2', Files.readSymbolicLink(path).toString()));
    } else if (Files.isDirectory(path)) {
      out.write(header(name + "/", 0755, 0, seconds, '5', ""));
    } else {
      var size = Files.size(path);
      var mode = Files.isExecutable(path) ? 0755 : 0644;
      out.write(header(name, mode, size, seconds, '0', ""));
      Files.copy(path, out);
      out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }
  }

  private static byte[] header(
      String name, int mode, long size, long seconds, char type, String link) {
    var header = new byte[BLOCK];
    text(header, 0, 100, name);
    octal(header, 100, 8, mode);
    octal(header, 108, 8, 0);
    octal(header, 116, 8, 0);
    octal(header, 124, 12, size);
    octal(header, 136, 12, seconds);
    Arrays.fill(header, 148, 156, (byte) ' ');
    header[156] = (byte) type;
    text(header, 157, 100, link);
    text(header, 257, 8, "ustar\00000");
    var sum = 0;
    for (var b : header) {
      sum += b & 0xff;
    }
    octal(header, 148, 7, sum);
    return header;
  }

  private static void text(byte[] header, int at, int width, String text) {
    var bytes = text.getBytes(US_ASCII);
    if (bytes.length > width) {
      throw new IllegalArgumentException("too long for tar: " + text);
    }
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static void octal(byte[] header, int at, int width, long number) {
    var digits = Long.toOctalString(number);
    text(header, at, width, "0".repeat(width - 1 - digits.length()) + digits);
  }

  private static final class LeveledGzip extends GZIPOutputStream {
    LeveledGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(GZIP_LEVEL);
    }
  }
}
