package io.agentservice.server.agent.review;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** The paths in a patch of git. */
final class PatchPaths {
  private static final String FIRST = "diff --git ";

  private PatchPaths() {}

  /**
   * The same patch, its paths below that directory, as they are in one patch of several
   * repositories; that of the working directory, or of what is around it, stays as it is.
   */
  static byte[] below(String directory, byte[] patch) {
    if (directory.equals(".") || directory.startsWith("/")) {
      return patch;
    }
    String name = new String(directory.getBytes(UTF_8), ISO_8859_1);
    var all = new StringBuilder(patch.length + 1024);
    boolean heading = false;
    for (String line : new String(patch, ISO_8859_1).splitWithDelimiters("\n", -1)) {
      heading =
          line.startsWith(FIRST)
              || (heading && !line.startsWith("@@") && !line.equals("GIT binary patch"));
      all.append(heading ? below(line, name) : line);
    }
    return all.toString().getBytes(ISO_8859_1);
  }

  private static String below(String line, String directory) {
    if (line.startsWith(FIRST)) {
      return FIRST + names(line.substring(FIRST.length()), directory);
    }
    for (String start : new String[] {"--- a/", "+++ b/", "--- \"a/", "+++ \"b/"}) {
      if (line.startsWith(start)) {
        return start + directory + "/" + line.substring(start.length());
      }
    }
    for (String start : new String[] {"rename from ", "rename to "}) {
      if (line.startsWith(start)) {
        String quote = line.startsWith("\"", start.length()) ? "\"" : "";
        return start + quote + directory + "/" + line.substring(start.length() + quote.length());
      }
    }
    return line;
  }

  /** Both names, of which each may be in quotes; where they are one, it is in the middle. */
  private static String names(String both, String directory) {
    int half = both.length() / 2;
    boolean same = both.length() > 4 && both.substring(2, half).equals(both.substring(half + 3));
    int second = same ? half : Math.max(both.lastIndexOf(" b/"), both.lastIndexOf(" \"b/"));
    if (second < 0) {
      return both;
    }
    return below(both.substring(0, second), "a/", directory)
        + " "
        + below(both.substring(second + 1), "b/", directory);
  }

  private static String below(String name, String side, String directory) {
    int at = name.indexOf(side);
    return name.substring(0, at + 2) + directory + "/" + name.substring(at + 2);
  }
}
