package io.agentservice.server.base.db.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes a script apart into its statements, without comments. */
public final class Statements {
  /** One thing of SQL in which nothing else begins; the first that fits. */
  private static final Pattern PIECE =
      Pattern.compile(
          """
          (?<comment>--[^\\n]*|/\\*.*?\\*/)\
          |(?<text>[eE]'(?:[^'\\\\]|\\\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*")\
          |(?<dollars>\\$(?<tag>\\w*)\\$.*?\\$\\k<tag>\\$)\
          |(?<word>[A-Za-z_]\\w*)\
          |(?<end>;)\
          |(?<other>.)\
          """,
          Pattern.DOTALL);

  private final List<String> found = new ArrayList<>();
  private final StringBuilder current = new StringBuilder();
  private String before = "";

  /** Depth of BEGIN ATOMIC, and of CASE in it, whose statements are no statements of the script. */
  private int depth;

  private Statements() {}

  public static List<String> of(String script) {
    var statements = new Statements();
    var pieces = PIECE.matcher(script);
    while (pieces.find()) {
      statements.take(pieces);
    }
    statements.end();
    return List.copyOf(statements.found);
  }

  private void take(Matcher piece) {
    if (piece.group("comment") != null) {
      current.append(' ');
      return;
    }
    if (piece.group("end") != null && depth == 0) {
      end();
      return;
    }
    var word = piece.group("word");
    if (word != null) {
      count(word);
      before = word;
    }
    current.append(piece.group());
  }

  private void count(String word) {
    if (depth == 0) {
      depth = word.equalsIgnoreCase("ATOMIC") && before.equalsIgnoreCase("BEGIN") ? 1 : 0;
    } else if (word.equalsIgnoreCase("CASE")) {
      depth++;
    } else if (word.equalsIgnoreCase("END")) {
      depth--;
    }
  }

  private void end() {
    var statement = current.toString().strip().replaceAll("[ \\t]*\\R\\s*", "\n");
    if (!statement.isEmpty()) {
      found.add(statement);
    }
    current.setLength(0);
    before = "";
  }

  /** Parts between commas that stand in no parentheses and no text. */
  static List<String> parts(String list) {
    var parts = new ArrayList<String>();
    var part = new StringBuilder();
    int open = 0;
    var pieces = PIECE.matcher(list);
    while (pieces.find()) {
      var piece = pieces.group();
      open +=
          piece.equals("(") || piece.equals("[")
              ? 1
              : piece.equals(")") || piece.equals("]") ? -1 : 0;
      if (open == 0 && piece.equals(",")) {
        parts.add(part.toString().strip());
        part.setLength(0);
      } else {
        part.append(piece);
      }
    }
    parts.add(part.toString().strip());
    return parts;
  }
}
