package textkit;

/** Breaks paragraphs into lines. An empty line separates paragraphs; a word is never broken. */
public final class Wrap {
  private Wrap() {}

  public static String text(String text, int columns) {
    if (columns < 1) {
      throw new IllegalArgumentException("columns must be at least 1, not " + columns);
    }
    StringBuilder out = new StringBuilder();
    for (String paragraph : text.strip().split("\\n\\s*\\n")) {
      out.append(out.length() == 0 ? "" : "\n").append(paragraph(paragraph, columns));
    }
    return out.toString();
  }

  private static String paragraph(String paragraph, int columns) {
    StringBuilder out = new StringBuilder();
    int used = 0;
    for (String word : paragraph.strip().split("\\s+")) {
      int width = word.length();
      if (used > 0 && used + 1 + width > columns) {
        out.append('\n');
        used = 0;
      }
      if (used > 0) {
        out.append(' ');
        used++;
      }
      out.append(word);
      used += width;
    }
    return out.append('\n').toString();
  }
}
