package io.agentservice.server.web.pages.html;

import java.util.List;

/** Blocks of text by lines: output that folds when it is long, and changes of files. */
public final class Lines {
  private static final int FOLD_ABOVE = 16;
  private static final int SHOWN_WHEN_FOLDED = 8;

  private Lines() {}

  /** A text as it is; a long one shows its end, and all of it on demand. */
  public static Html block(String text) {
    String body = text.stripTrailing();
    if (body.isEmpty()) {
      return Html.NONE;
    }
    var lines = body.lines().toList();
    if (lines.size() <= FOLD_ABOVE) {
      return scrollable("output", "Output", marked(lines));
    }
    var tail = lines.subList(lines.size() - SHOWN_WHEN_FOLDED, lines.size());
    return Html.of(
        """
        <details class="fold"><summary>All {} lines</summary>{}</details>{}\
        """,
        lines.size(),
        scrollable("output", "Output", marked(lines)),
        scrollable("output tail", "The end of the output", marked(tail)));
  }

  /** Lines that begin with a blank, {@code +} or {@code -}. */
  public static Html change(List<String> rows) {
    if (rows.size() <= FOLD_ABOVE) {
      return scrollable("output diff", "Change", diff(rows));
    }
    return Html.of(
        """
        <details class="fold" open><summary>{} lines</summary>{}</details>\
        """,
        rows.size(),
        scrollable("output diff", "Change", diff(rows)));
  }

  /** Text that may be larger than its place, and can be moved by keys, too: it takes the focus. */
  public static Html scrollable(String classes, String name, Html text) {
    return Html.of(
        "<pre class=\"{}\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}</pre>",
        classes,
        name,
        text);
  }

  /** A patch in the output of a command is shown as one. */
  private static Html marked(List<String> lines) {
    boolean patch = lines.stream().anyMatch(line -> line.startsWith("diff --git "));
    return patch ? diff(lines) : Html.of("{}", String.join("\n", lines));
  }

  private static Html diff(List<String> lines) {
    return Html.join(lines.stream().map(Lines::row).toList());
  }

  private static Html row(String line) {
    if (line.startsWith("+")) {
      return Html.of("<ins>{}</ins>\n", line);
    }
    if (line.startsWith("-")) {
      return Html.of("<del>{}</del>\n", line);
    }
    return line.startsWith("@@") || line.startsWith("diff --git ")
        ? Html.of("<b>{}</b>\n", line)
        : Html.of("{}\n", line);
  }
}
