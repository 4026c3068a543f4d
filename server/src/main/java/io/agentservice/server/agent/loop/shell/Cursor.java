package io.agentservice.server.agent.loop.shell;

/** A place in a script. */
final class Cursor {
  private static final String ENDS_WORD = " \t\n;|&<>()";

  private final String text;
  private int at;

  Cursor(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  /** The next character; U+FFFF at the end. */
  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\uFFFF';
  }

  char take() throws UnclearException {
    if (atEnd()) {
      throw new UnclearException("the command ends too early");
    }
    return text.charAt(at++);
  }

  boolean sees(String next) {
    return text.startsWith(next, at);
  }

  boolean takes(String next) {
    boolean seen = sees(next);
    at += seen ? next.length() : 0;
    return seen;
  }

  void skip(int characters) {
    at += characters;
  }

  int place() {
    return at;
  }

  void back(int place) {
    at = place;
  }

  boolean hasLineEndSince(int place) {
    int end = text.indexOf('\n', place);
    return end >= 0 && end < at;
  }

  boolean atWordEnd() {
    return atEnd() || ENDS_WORD.indexOf(peek()) >= 0;
  }

  /** To the next character that is no blank, continued line or comment. */
  void blanks() {
    while (true) {
      if (peek() == ' ' || peek() == '\t') {
        at++;
      } else if (sees("\\\n")) {
        at += 2;
      } else if (peek() == '#') {
        while (!atEnd() && peek() != '\n') {
          at++;
        }
      } else {
        return;
      }
    }
  }

  /** The rest of the line, past its end. */
  String line() {
    int end = text.indexOf('\n', at);
    String line = end < 0 ? text.substring(at) : text.substring(at, end);
    at = end < 0 ? text.length() : end + 1;
    return line;
  }

  /** Up to a character, past it. */
  String until(char end) throws UnclearException {
    int found = text.indexOf(end, at);
    if (found < 0) {
      throw new UnclearException("a quote is not closed");
    }
    String taken = text.substring(at, found);
    at = found + 1;
    return taken;
  }
}
