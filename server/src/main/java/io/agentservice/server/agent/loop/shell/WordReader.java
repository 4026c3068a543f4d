package io.agentservice.server.agent.loop.shell;

import static io.agentservice.server.agent.loop.shell.ShellWord.HOLE;

import java.util.Set;

/** Reads words with their quotes and expansions. */
final class WordReader {
  /** Variables that hold one word without blanks, and that a script must not set. */
  static final Set<String> TAME = Set.of("HOME", "PWD", "?", "#", "$", "!", "UID", "RANDOM");

  private final Cursor cursor;
  private final Substitutions commands;

  WordReader(Cursor cursor, Substitutions commands) {
    this.cursor = cursor;
    this.commands = commands;
  }

  /** Takes up the commands of substitutions. */
  interface Substitutions {
    /** Reads commands up to the parenthesis that closes them, past it. */
    void upToParenthesis() throws UnclearException;

    /** Reads commands of another text. */
    void of(String script) throws UnclearException;
  }

  /** A word; {@code plain}: nothing of it is quoted or expanded, so it may be a reserved one. */
  record Read(ShellWord word, boolean plain) {}

  /** What is read of a word so far. */
  private static final class Draft {
    private final StringBuilder text = new StringBuilder();
    private boolean plain = true;
    private boolean splits;
    private boolean globs;
    private boolean braced;
    private boolean listed;

    void hole(boolean maySplit) {
      text.append(HOLE);
      plain = false;
      splits |= maySplit;
    }

    ShellWord word() {
      String said = text.toString();
      boolean test = said.equals("[") || said.equals("[[");
      return globs && !test ? new ShellWord(holed(said), true) : new ShellWord(said, splits);
    }

    private static String holed(String said) {
      return said.replaceAll("[*?\\[{].*", String.valueOf(HOLE));
    }
  }

  Read word() throws UnclearException {
    var draft = new Draft();
    while (!cursor.atWordEnd() || atSubstitution(draft)) {
      char c = cursor.take();
      switch (c) {
        case '\\' -> escaped(draft);
        case '\'' -> {
          draft.text.append(cursor.until('\''));
          draft.plain = false;
        }
        case '"' -> quoted(draft);
        case '$' -> dollar(draft, false);
        case '`' -> backquoted(draft, false);
        case '<', '>' -> {
          cursor.skip(1);
          commands.upToParenthesis();
          draft.hole(false);
        }
        default -> plain(draft, c);
      }
    }
    return new Read(draft.word(), draft.plain);
  }

  private boolean atSubstitution(Draft draft) {
    return draft.text.isEmpty() && (cursor.sees("<(") || cursor.sees(">("));
  }

  private void plain(Draft draft, char c) throws UnclearException {
    draft.text.append(c);
    if ("*?+@!".indexOf(c) >= 0 && cursor.peek() == '(') {
      throw new UnclearException("a pattern with parentheses");
    }
    switch (c) {
      case '*', '?', '[' -> draft.globs = true;
      case '{' -> draft.braced = true;
      case ',' -> draft.listed |= draft.braced;
      case '.' -> draft.listed |= draft.braced && cursor.peek() == '.';
      case '}' -> draft.globs |= draft.listed;
      default -> {}
    }
  }

  private void escaped(Draft draft) throws UnclearException {
    draft.plain = false;
    char c = cursor.take();
    if (c != '\n') {
      draft.text.append(c);
    }
  }

  private void quoted(Draft draft) throws UnclearException {
    draft.plain = false;
    while (true) {
      char c = cursor.take();
      if (c == '"') {
        return;
      }
      inQuotes(draft, c, "$`\"\\\n");
    }
  }

  /** {@code escapes}: what a backslash takes the meaning from. */
  private void inQuotes(Draft draft, char c, String escapes) throws UnclearException {
    switch (c) {
      case '\\' -> {
        char next = cursor.take();
        if (escapes.indexOf(next) < 0) {
          draft.text.append('\\');
        }
        if (next != '\n') {
          draft.text.append(next);
        }
      }
      case '$' -> dollar(draft, true);
      case '`' -> backquoted(draft, true);
      default -> draft.text.append(c);
    }
  }

  /** A whole text in which only substitutions mean something, such as a here-document. */
  String expanded() throws UnclearException {
    var draft = new Draft();
    while (!cursor.atEnd()) {
      inQuotes(draft, cursor.take(), "$`\\\n");
    }
    return draft.text.toString();
  }

  private void dollar(Draft draft, boolean quoted) throws UnclearException {
    char c = cursor.peek();
    if (cursor.sees("((") && arithmetic()) {
      draft.hole(false);
    } else if (c == '(') {
      cursor.skip(1);
      commands.upToParenthesis();
      draft.hole(!quoted);
    } else if (c == '{') {
      cursor.skip(1);
      boolean many = parameter();
      draft.hole(!quoted || many);
    } else if (c == '\'' && !quoted) {
      cursor.skip(1);
      draft.text.append(AnsiQuotes.read(cursor));
      draft.plain = false;
    } else if (c == '"' && !quoted) {
      cursor.skip(1);
      quoted(draft);
    } else if (c == '[') {
      throw new UnclearException("an old form of arithmetic");
    } else {
      variable(draft, quoted);
    }
  }

  private void variable(Draft draft, boolean quoted) throws UnclearException {
    var name = new StringBuilder();
    while (isName(cursor.peek())) {
      name.append(cursor.take());
    }
    if (name.isEmpty() && "@*#?-$!0123456789".indexOf(cursor.peek()) >= 0) {
      name.append(cursor.take());
    }
    if (name.isEmpty()) {
      draft.text.append('$');
    } else {
      boolean many = name.toString().equals("@");
      draft.hole(many || (!quoted && !TAME.contains(name.toString())));
    }
  }

  private static boolean isName(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /** What follows a brace, past the one that closes it; whether it may be several words. */
  private boolean parameter() throws UnclearException {
    boolean many = false;
    var inside = new Draft();
    while (true) {
      char c = cursor.take();
      switch (c) {
        case '}' -> {
          return many;
        }
        case '\\' -> cursor.take();
        case '\'' -> {
          // An apostrophe inside double quotes is no quote: which one it is, is not known here.
          throw new UnclearException("a quote inside of ${...}");
        }
        case '"' -> quoted(inside);
        case '$' -> dollar(inside, true);
        case '`' -> backquoted(inside, true);
        case '@' -> many = true;
        default -> {}
      }
    }
  }

  /** Skips an expression in double parentheses; false, at its beginning, when it is none. */
  boolean arithmetic() throws UnclearException {
    int start = cursor.place();
    int open = 0;
    var inside = new Draft();
    while (!cursor.atEnd()) {
      char c = cursor.take();
      switch (c) {
        case '(' -> open++;
        case ')' -> {
          open--;
          if (open == 1) {
            if (cursor.takes(")")) {
              return true;
            }
            cursor.back(start);
            return false;
          }
        }
        case '$' -> dollar(inside, true);
        case '`' -> backquoted(inside, true);
        case '"' -> quoted(inside);
        case '\'' -> {
          cursor.back(start);
          return false;
        }
        default -> {}
      }
    }
    throw new UnclearException("a parenthesis is not closed");
  }

  private void backquoted(Draft draft, boolean quoted) throws UnclearException {
    var script = new StringBuilder();
    while (true) {
      char c = cursor.take();
      if (c == '`') {
        break;
      }
      if (c == '\\') {
        char next = cursor.take();
        if ("$`\\".indexOf(next) < 0 && !(quoted && next == '"')) {
          script.append('\\');
        }
        script.append(next);
      } else {
        script.append(c);
      }
    }
    commands.of(script.toString());
    draft.hole(!quoted);
  }
}
