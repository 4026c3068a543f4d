package io.agentservice.server.agent.loop.shell;

import io.agentservice.server.agent.loop.shell.CommandDraft.HereDocument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the simple commands of a script, whether they would run or not. */
final class ScriptReader implements WordReader.Substitutions {
  private static final int DEEPEST = 40;

  /** After them a command follows. */
  private static final Set<String> BEFORE_COMMANDS =
      Set.of("if", "then", "elif", "else", "while", "until", "do", "!", "{");

  /** After them it ends, but for what it reads and writes. */
  private static final Set<String> AFTER_COMMANDS = Set.of("fi", "done", "}");

  private static final Pattern ASSIGNMENT =
      Pattern.compile("(?s)[A-Za-z_][A-Za-z0-9_]*(\\[[^]]*])?\\+?=.*");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private final Cursor cursor;
  private final WordReader words;
  private final List<SimpleCommand> found;
  private final List<CommandDraft> drafts = new ArrayList<>();
  private final Deque<HereDocument> awaited = new ArrayDeque<>();
  private int depth;

  private ScriptReader(String text, List<SimpleCommand> found, int depth) throws UnclearException {
    this.cursor = new Cursor(text);
    this.words = new WordReader(cursor, this);
    this.found = found;
    this.depth = depth;
    if (depth > DEEPEST) {
      throw new UnclearException("it is nested too deeply");
    }
  }

  /** Adds what it finds to {@code found}, also what stands before an unclear place. */
  static void read(String text, List<SimpleCommand> found) throws UnclearException {
    new ScriptReader(text, found, 0).all();
  }

  /** What a list of commands ends with. */
  private enum End {
    TEXT,
    PARENTHESIS,
    CASE
  }

  private void all() throws UnclearException {
    try {
      list(End.TEXT);
      hereDocuments();
    } finally {
      drafts.stream()
          .filter(draft -> !draft.isEmpty())
          .map(CommandDraft::command)
          .forEach(found::add);
    }
  }

  @Override
  public void upToParenthesis() throws UnclearException {
    if (++depth > DEEPEST) {
      throw new UnclearException("it is nested too deeply");
    }
    list(End.PARENTHESIS);
    depth--;
  }

  @Override
  public void of(String script) throws UnclearException {
    new ScriptReader(script, found, depth + 1).all();
  }

  /** False for a branch of {@code case} that is the last one. */
  private boolean list(End end) throws UnclearException {
    while (true) {
      cursor.blanks();
      if (cursor.atEnd()) {
        if (end != End.TEXT) {
          throw new UnclearException("a parenthesis or a case is not closed");
        }
        return true;
      }
      char c = cursor.peek();
      if (c == ')') {
        if (end != End.PARENTHESIS) {
          throw new UnclearException("a parenthesis too much");
        }
        cursor.skip(1);
        return true;
      } else if (cursor.takes(";;&") || cursor.takes(";;") || cursor.takes(";&")) {
        if (end != End.CASE) {
          throw new UnclearException("a branch without a case");
        }
        return true;
      } else if (c == '\n') {
        cursor.skip(1);
        hereDocuments();
      } else if (c == ';' || c == '|' || (c == '&' && cursor.peek(1) != '>')) {
        cursor.skip(1);
      } else if (c == '(') {
        parenthesis();
      } else if (command(end == End.CASE)) {
        return false;
      }
    }
  }

  private void parenthesis() throws UnclearException {
    if (!cursor.sees("((") || !words.arithmetic()) {
      cursor.skip(1);
      upToParenthesis();
    }
  }

  /** One command; true when it was the end of a {@code case}. */
  private boolean command(boolean inCase) throws UnclearException {
    var draft = new CommandDraft();
    while (true) {
      cursor.blanks();
      if (isRedirection()) {
        redirection(draft);
      } else if (cursor.peek() == '(' && draft.words.size() == 1 && draft.assignments.isEmpty()) {
        function();
        return false;
      } else if (cursor.atWordEnd() && !isSubstitution()) {
        if (cursor.peek() == '(') {
          throw new UnclearException("a parenthesis where none can be");
        }
        drafts.add(draft); // its here-document may be still to come
        return false;
      } else if (word(draft, inCase)) {
        return true;
      }
    }
  }

  private boolean isSubstitution() {
    return cursor.sees("<(") || cursor.sees(">(");
  }

  private boolean isRedirection() {
    return !isSubstitution() && (cursor.peek() == '<' || cursor.peek() == '>' || cursor.sees("&>"));
  }

  /** Of a function's name what follows; its body is read as if it ran here. */
  private void function() throws UnclearException {
    cursor.skip(1);
    cursor.blanks();
    if (!cursor.takes(")")) {
      throw new UnclearException("a parenthesis where none can be");
    }
  }

  /** True when it was the end of a {@code case}. */
  private boolean word(CommandDraft draft, boolean inCase) throws UnclearException {
    var read = read();
    String text = read.word().text();
    if (draft.isEmpty() && read.plain() && reserved(text, inCase)) {
      return text.equals("esac");
    }
    boolean number = DIGITS.matcher(text).matches() || (text.startsWith("{") && text.endsWith("}"));
    if (read.plain() && number && isRedirection() && !cursor.sees("&>")) {
      return false;
    }
    if (draft.words.isEmpty() && ASSIGNMENT.matcher(text).matches()) {
      draft.assignments.add(text.endsWith("=") && cursor.peek() == '(' ? array(text) : read.word());
    } else {
      draft.words.add(text.endsWith("=") && cursor.peek() == '(' ? array(text) : read.word());
    }
    return false;
  }

  private ShellWord array(String name) throws UnclearException {
    cursor.skip(1);
    while (true) {
      cursor.blanks();
      if (cursor.takes(")")) {
        return new ShellWord(name + ShellWord.HOLE, false);
      }
      if (cursor.takes("\n")) {
        hereDocuments();
      } else {
        element();
      }
    }
  }

  /** A word of a list, which must be there. */
  private void element() throws UnclearException {
    int start = cursor.place();
    var _ = read();
    if (cursor.place() == start) {
      throw new UnclearException("something else than a word");
    }
  }

  /** Whether it is one here; what belongs to it and is no command is read over. */
  private boolean reserved(String text, boolean inCase) throws UnclearException {
    if (BEFORE_COMMANDS.contains(text) || AFTER_COMMANDS.contains(text)) {
      return true;
    }
    switch (text) {
      case "esac" -> {
        if (!inCase) {
          throw new UnclearException("the end of a case that did not begin");
        }
      }
      case "for", "select" -> loop();
      case "case" -> branches();
      case "[[" -> test();
      case "function" -> {
        cursor.blanks();
        element();
        cursor.blanks();
        if (cursor.peek() == '(') {
          function();
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void loop() throws UnclearException {
    cursor.blanks();
    if (cursor.sees("((")) {
      if (!words.arithmetic()) {
        throw new UnclearException("a loop over something else");
      }
      return;
    }
    element();
    blankLines();
    if (!cursor.sees("in") || "\t\n; ".indexOf(cursor.peek(2)) < 0) {
      return;
    }
    cursor.skip(2);
    cursor.blanks();
    while (!cursor.atEnd() && cursor.peek() != ';' && cursor.peek() != '\n') {
      element();
      cursor.blanks();
    }
  }

  private void blankLines() throws UnclearException {
    cursor.blanks();
    while (cursor.takes("\n")) {
      hereDocuments();
      cursor.blanks();
    }
  }

  private void branches() throws UnclearException {
    cursor.blanks();
    element();
    blankLines();
    if (!cursor.takes("in")) {
      throw new UnclearException("a case without its branches");
    }
    if (++depth > DEEPEST) {
      throw new UnclearException("it is nested too deeply");
    }
    boolean more = true;
    while (more) {
      blankLines();
      more = pattern() && list(End.CASE);
    }
    depth--;
  }

  /** A branch's patterns; false when the {@code case} is over instead. */
  private boolean pattern() throws UnclearException {
    boolean opened = cursor.takes("(");
    cursor.blanks();
    if (!opened && cursor.sees("esac") && " \t\n;|&)<>\uFFFF".indexOf(cursor.peek(4)) >= 0) {
      cursor.skip(4);
      return false;
    }
    while (true) {
      element();
      cursor.blanks();
      if (cursor.takes(")")) {
        return true;
      }
      if (!cursor.takes("|")) {
        throw new UnclearException("something else than a pattern");
      }
      cursor.blanks();
    }
  }

  /** A condition, past its end; its parentheses and operators are none of commands. */
  private void test() throws UnclearException {
    while (true) {
      cursor.blanks();
      if (cursor.atEnd()) {
        throw new UnclearException("a test is not closed");
      }
      if (cursor.atWordEnd() && !isSubstitution()) {
        if (cursor.take() == '\n') {
          hereDocuments();
        }
      } else if (read().word().text().equals("]]")) {
        return;
      }
    }
  }

  private void redirection(CommandDraft draft) throws UnclearException {
    if (cursor.takes("<<<")) {
      draft.input = target().text();
    } else if (cursor.sees("<<")) {
      cursor.skip(2);
      boolean indented = cursor.takes("-");
      cursor.blanks();
      var end = read();
      awaited.add(new HereDocument(end.word().text(), end.plain(), indented, depth, draft));
    } else {
      for (String operator : List.of("&>>", "&>", "<&", ">&", "<>", ">>", ">|", "<", ">")) {
        if (cursor.takes(operator)) {
          break;
        }
      }
      var _ = target();
    }
  }

  private ShellWord target() throws UnclearException {
    cursor.blanks();
    int start = cursor.place();
    var word = read().word();
    if (cursor.place() == start) {
      throw new UnclearException("a redirection to nothing");
    }
    return word;
  }

  /** Those whose commands stand in the line that ends here. */
  private void hereDocuments() throws UnclearException {
    while (!awaited.isEmpty()) {
      var next = awaited.removeFirst();
      if (next.depth() != depth || next.end().indexOf(ShellWord.HOLE) >= 0) {
        throw new UnclearException("a here-document whose end can't be told");
      }
      var body = new StringBuilder();
      while (!cursor.atEnd()) {
        String line = cursor.line();
        String shown = next.indented() ? line.replaceFirst("^\t+", "") : line;
        if (shown.equals(next.end())) {
          break;
        }
        if (next.plain() && line.endsWith("\\")) {
          throw new UnclearException("a here-document with a continued line");
        }
        body.append(shown).append('\n');
      }
      String text = body.toString();
      next.command().input = next.plain() ? expanded(text) : text;
    }
  }

  /** What bash makes of a text, with holes. */
  private String expanded(String text) throws UnclearException {
    var reader = new ScriptReader(text, found, depth + 1);
    try {
      return reader.words.expanded();
    } finally {
      drafts.addAll(reader.drafts);
    }
  }

  /** A here-document that is awaited would begin in the middle of a word with several lines. */
  private WordReader.Read read() throws UnclearException {
    int start = cursor.place();
    boolean awaits = !awaited.isEmpty();
    var read = words.word();
    if (awaits && cursor.hasLineEndSince(start)) {
      throw new UnclearException("a here-document whose beginning can't be told");
    }
    return read;
  }
}
