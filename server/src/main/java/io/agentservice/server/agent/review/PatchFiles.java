package io.agentservice.server.agent.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.agent.loop.changes.ChangedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of a patch of git. Of one patch. */
final class PatchFiles {
  /** Of a line, in bytes; what is behind that says nothing of the file. */
  private static final int LONGEST = 16 << 10;

  private static final Pattern HUNK =
      Pattern.compile("@@ -[0-9]+(?:,([0-9]+))? \\+[0-9]+(?:,([0-9]+))? @@.*", Pattern.DOTALL);

  private final List<ChangedFile> files = new ArrayList<>();
  private @Nullable String path;
  private @Nullable String oldPath;
  private String status = "";
  private long additions;
  private long deletions;
  private boolean binary;
  private long bytes;
  private long linesBefore;
  private long linesAfter;

  private PatchFiles() {}

  /** In the order of the patch, which is read to its end. */
  static List<ChangedFile> of(InputStream patch) throws IOException {
    var files = new PatchFiles();
    var line = new ByteArrayOutputStream();
    long length = 0;
    for (int next = patch.read(); next >= 0; next = patch.read()) {
      length++;
      if (next == '\n') {
        files.add(line.toString(UTF_8), length);
        line.reset();
        length = 0;
      } else if (line.size() < LONGEST) {
        line.write(next);
      }
    }
    if (length > 0) {
      files.add(line.toString(UTF_8), length);
    }
    files.end();
    return files.files;
  }

  private void add(String line, long length) {
    if (line.startsWith("diff --git ")) { // no line of a file begins so in a patch
      end();
      path = named(line);
      status = "modified";
    }
    bytes += length;
    var hunk = HUNK.matcher(line);
    if (hunk.matches()) {
      linesBefore = count(hunk, 1);
      linesAfter = count(hunk, 2);
    } else if (linesBefore > 0 || linesAfter > 0) {
      inHunk(line);
    } else {
      header(line);
    }
  }

  /** Without a name that is said alone both stand in the first line, and they are equal. */
  private static String named(String line) {
    String names = line.substring("diff --git ".length());
    if (names.endsWith("\"")) {
      return name(names.substring(names.lastIndexOf(" \"") + 1), "b/");
    }
    return name(names.substring(names.length() / 2 + 1), "b/");
  }

  private void inHunk(String line) {
    char first = line.isEmpty() ? ' ' : line.charAt(0);
    switch (first) {
      case '+' -> {
        additions++;
        linesAfter--;
      }
      case '-' -> {
        deletions++;
        linesBefore--;
      }
      case '\\' -> {
        // that the last line has no end
      }
      default -> {
        linesBefore--;
        linesAfter--;
      }
    }
  }

  private void header(String line) {
    if (line.startsWith("new file mode")) {
      status = "added";
    } else if (line.startsWith("deleted file mode")) {
      status = "deleted";
    } else if (line.startsWith("rename from ")) {
      status = "renamed";
      oldPath = name(line.substring("rename from ".length()), "");
    } else if (line.startsWith("rename to ")) {
      path = name(line.substring("rename to ".length()), "");
    } else if (line.startsWith("--- ") && !line.equals("--- /dev/null")) {
      path = name(line.substring(4), "a/");
    } else if (line.startsWith("+++ ") && !line.equals("+++ /dev/null")) {
      path = name(line.substring(4), "b/");
    } else if (line.equals("GIT binary patch") || line.startsWith("Binary files ")) {
      binary = true;
    }
  }

  private static long count(Matcher hunk, int group) {
    String count = hunk.group(group);
    return count == null ? 1 : Long.parseLong(count);
  }

  /** Git writes a tab behind names with spaces, and others in quotes. */
  private static String name(String said, String prefix) {
    String name = said.endsWith("\t") ? said.substring(0, said.length() - 1) : said;
    if (name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")) {
      name = unquoted(name.substring(1, name.length() - 1));
    }
    return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
  }

  private static String unquoted(String text) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        bytes.writeBytes(String.valueOf(c).getBytes(UTF_8));
        continue;
      }
      char escaped = text.charAt(++i);
      if (escaped >= '0' && escaped <= '3' && i + 2 < text.length()) {
        bytes.write(Integer.parseInt(text, i, i + 3, 8));
        i += 2;
      } else {
        bytes.write(
            switch (escaped) {
              case 'n' -> '\n';
              case 't' -> '\t';
              case 'r' -> '\r';
              case 'a' -> 7;
              case 'b' -> '\b';
              case 'f' -> '\f';
              case 'v' -> 11;
              default -> escaped;
            });
      }
    }
    return bytes.toString(UTF_8);
  }

  private void end() {
    if (path != null) {
      files.add(
          new ChangedFile(
              path,
              oldPath,
              status,
              additions,
              deletions,
              binary,
              ChangedFile.isGenerated(path),
              bytes));
    }
    path = null;
    oldPath = null;
    additions = 0;
    deletions = 0;
    binary = false;
    bytes = 0;
    linesBefore = 0;
    linesAfter = 0;
  }
}
