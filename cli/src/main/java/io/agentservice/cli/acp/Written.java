package io.agentservice.cli.acp;

/**
 * What the editor has seen of an answer while the model wrote it. Pieces and the log's events come
 * on two ways, so that either may be ahead.
 */
final class Written {
  /** Of the answers that the log has not told yet. */
  private final StringBuilder shown = new StringBuilder();

  /** The end of the last one, of which pieces may still come. */
  private String rest = "";

  /** A piece comes; what of it is to be shown. */
  String piece(String text) {
    if (!text.isEmpty() && rest.startsWith(text)) {
      rest = rest.substring(text.length());
      return "";
    }
    rest = "";
    shown.append(text);
    return text;
  }

  /** The log has an answer; what of it is still to be shown. */
  String answer(String whole) {
    if (whole.startsWith(shown.toString())) {
      rest = whole.substring(shown.length());
      shown.setLength(0);
      return rest;
    }
    if (shown.indexOf(whole) == 0) {
      shown.delete(0, whole.length());
      return "";
    }
    // Some pieces were lost, as where the editor is slow.
    shown.setLength(0);
    return whole;
  }

  /** Whether something of an answer stands there that the log does not have. */
  boolean begun() {
    return !shown.isEmpty();
  }

  /** The next piece is of another answer. */
  void over() {
    rest = "";
    shown.setLength(0);
  }

  /** No more comes of the last answer. */
  void next() {
    rest = "";
  }
}
